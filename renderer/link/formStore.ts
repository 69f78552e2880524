import type { FormValues, PartialForm } from './form.ts'

/** Stores the form's values outside React, so that typing re-renders one field and not the screen. */
export interface FormStore {
  get: () => FormValues
  set: (change: PartialForm) => void
  /** Subscribes to changes. Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

export function createFormStore(initial: FormValues): FormStore {
  let values = initial
  const listeners = new Set<() => void>()
  return {
    get: () => values,
    set: (change) => {
      values = { ...values, ...change }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
