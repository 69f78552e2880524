import type { FormValues } from './form.ts'

/** The form's values outside of React, so that a keystroke redraws the field it belongs to and not the screen. */
export interface FormStore {
  get: () => FormValues
  set: (change: Partial<FormValues>) => void
  /** Calls back after every change; answers how to stop. */
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
