import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns functions with a stable identity that call the latest versions, so that components that receive them need not
 * re-render.
 */
export function useStableCallbacks<T extends object>(latest: {
  [K in keyof T]: T[K] & ((...args: never[]) => unknown)
}): T {
  const latestRef = useRef(latest)
  useLayoutEffect(() => {
    latestRef.current = latest
  })
  // The functions must be called in event handlers, not during rendering.
  const [stable] = useState(() => {
    const names = Object.keys(latest) as (keyof T)[]
    return Object.fromEntries(
      names.map((name) => [name, (...args: never[]) => latestRef.current[name](...args)]),
    ) as T
  })
  return stable
}
