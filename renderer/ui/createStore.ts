import { useSyncExternalStore } from 'react'

/** Creates a value that lives outside of components, which can follow it. */
export function createStore<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set: (next: T) => {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    /** Returns the unsubscribe function. */
    subscribe,
    /** Returns the value, and renders the component again when it changes. */
    use: () => useSyncExternalStore(subscribe, get),
  }
}
