import type { FormValues, PartialForm } from './form.ts'

/** Stores the form's values outside React, so that typing re-renders one field and not the screen. */
export type FormStore = ReturnType<typeof createFormStore>

export function createFormStore(initial: FormValues) {
  let values = initial
  const listeners = new Set<() => void>()
  return {
    get: () => values,
    set: (change: PartialForm) => {
      values = { ...values, ...change }
      for (const listener of listeners) listener()
    },
    /** Subscribes to changes. Returns the unsubscribe function. */
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
