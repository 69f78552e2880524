import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import { pick, trackingNames } from '../../contract/link/fields.ts'
import type { TrackingName } from '../../contract/link/fields.ts'
import type { FormValues } from './form.ts'
import type { FormStore } from './formStore.ts'

export const FormContext = createContext<FormStore | null>(null)

export function useFormStore(): FormStore {
  const store = useContext(FormContext)
  if (!store) throw new Error('The form is used outside of its context.')
  return store
}

/** One field of the form and how to change it; redraws only when this field changes. */
export function useField<K extends keyof FormValues>(
  name: K,
): [value: FormValues[K], set: (value: FormValues[K]) => void] {
  const store = useFormStore()
  const value = useSyncExternalStore(store.subscribe, () => store.get()[name])
  const set = useCallback((next: FormValues[K]) => store.set({ [name]: next }), [store, name])
  return [value, set]
}

/** The form as of the last pause in the typing, for what is too much to draw at every keystroke. Pauses in milliseconds. */
export function useSettledForm(pause: number): FormValues {
  const store = useFormStore()
  const subscribe = useCallback(
    (settled: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stop = store.subscribe(() => {
        clearTimeout(timer)
        timer = setTimeout(settled, pause)
      })
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
    [store, pause],
  )
  return useSyncExternalStore(subscribe, store.get)
}

/** Something small that follows from the form; redraws only when that changes. */
export function useDerived<T extends string | boolean>(derive: (values: FormValues) => T): T {
  const store = useFormStore()
  return useSyncExternalStore(store.subscribe, () => derive(store.get()))
}

/** The words by which visits are counted; redraws only when one of them changes. */
export function useTracking(): Record<TrackingName, string> {
  const text = useDerived((values) => JSON.stringify(pick(values, trackingNames)))
  return useMemo(() => JSON.parse(text) as Record<TrackingName, string>, [text])
}

/** The whole form, for what is drawn from all of it. */
export function useFormValues(): FormValues {
  const store = useFormStore()
  return useSyncExternalStore(store.subscribe, store.get)
}
