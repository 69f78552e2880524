import { useLayoutEffect, useRef, useState } from 'react'

/** Returns functions with a stable identity that call the latest versions, so that receivers need not re-render. */
export function useStableCallbacks<T extends object>(latest: {
  [K in keyof T]: T[K] & ((...of: never[]) => unknown)
}): T {
  const latestRef = useRef(latest)
  useLayoutEffect(() => {
    latestRef.current = latest
  })
  // Called in event handlers, not during rendering.
  const [steady] = useState(() => {
    const names = Object.keys(latest) as (keyof T)[]
    return Object.fromEntries(
      names.map((name) => [name, (...of: never[]) => latestRef.current[name](...of)]),
    ) as T
  })
  return steady
}
