import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import { pick, trackingNames, type TrackingName } from '../../contract/service/link/fields.ts'
import type { FormValues, PartialForm } from './form.ts'
import type { FormStore } from './formStore.ts'

/** The form that the fields inside it belong to. */
export const FormContext = createContext<FormStore | null>(null)

/** Returns the form of the closest `FormContext`. Throws outside of one. */
export function useFormStore(): FormStore {
  const store = useContext(FormContext)
  if (!store) throw new Error('The form is used outside of its context.')
  return store
}

/** Returns a form field and its setter; re-renders only when this field changes. */
export function useField<K extends keyof FormValues>(
  name: K,
): [value: FormValues[K], set: (value: FormValues[K]) => void] {
  const store = useFormStore()
  const value = useSyncExternalStore(store.subscribe, () => store.get()[name])
  const set = useCallback((next: FormValues[K]) => store.set({ [name]: next } as PartialForm), [store, name])
  return [value, set]
}

/** Returns the form values as of the last pause in typing, for expensive renders. `pause` is in milliseconds. */
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

/** Returns a value derived from the form; re-renders only when it changes. */
export function useDerived<T extends string | boolean>(derive: (values: FormValues) => T): T {
  const store = useFormStore()
  return useSyncExternalStore(store.subscribe, () => derive(store.get()))
}

/** Returns texts derived from the form; re-renders only when one changes. */
export function useDerivedTexts<T extends object>(derive: (values: FormValues) => T): T {
  const text = useDerived((values) => JSON.stringify(derive(values)))
  return useMemo(() => JSON.parse(text) as T, [text])
}

/** Returns the tracking values; re-renders only when one changes. */
export function useTracking(): Record<TrackingName, string> {
  return useDerivedTexts((values) => pick(values, trackingNames))
}

/** Returns all form values; re-renders on every change. */
export function useFormValues(): FormValues {
  const store = useFormStore()
  return useSyncExternalStore(store.subscribe, store.get)
}
