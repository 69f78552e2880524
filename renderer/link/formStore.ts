import type { FormValues, PartialForm } from './form.ts'

/** Stores the form's values outside React, so that typing re-renders one field and not the screen. */
export type FormStore = ReturnType<typeof createFormStore>

export function createFormStore(initial: FormValues) {
  let values = initial
  const changes = createListeners()
  const typed = new Set<string>()
  const typedChanges = createListeners()
  return {
    get: () => values,
    set: (change: PartialForm) => {
      values = { ...values, ...change }
      changes.notify()
    },
    /** Subscribes to changes. Returns the unsubscribe function. */
    subscribe: changes.add,
    /** Returns whether a field is still being filled in, by its request path. Its errors aren't shown yet. */
    isTyped: (path: string) => typed.has(path),
    /** Marks a field as being filled in. Returns the function that ends this. */
    startTyping: (path: string) => {
      typed.add(path)
      typedChanges.notify()
      return () => {
        typed.delete(path)
        typedChanges.notify()
      }
    },
    /** Subscribes to changes of `isTyped`. Returns the unsubscribe function. */
    subscribeTyped: typedChanges.add,
  }
}

function createListeners() {
  const listeners = new Set<() => void>()
  return {
    add: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}
