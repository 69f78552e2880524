import { createStore } from '../ui/createStore.ts'
import type { FormValues, PartialForm } from './form.ts'

/** Stores the form's values outside React, so that typing re-renders one field and not the screen. */
export type FormStore = ReturnType<typeof createFormStore>

export function createFormStore(initial: FormValues) {
  const { get, set, subscribe } = createStore(initial)
  /** Request paths of the fields that are still being filled in. Their errors aren't shown yet. */
  const typed = createStore<readonly string[]>([])
  return {
    get,
    set: (change: PartialForm) => set({ ...get(), ...change }),
    /** Returns the unsubscribe function. */
    subscribe,
    typed,
    /** Marks a field as being filled in. Returns the function that ends this. */
    startTyping: (path: string) => {
      typed.set([...typed.get(), path])
      return () => typed.set(typed.get().filter((other) => other !== path))
    },
  }
}
