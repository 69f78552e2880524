import { useLayoutEffect, useRef, useState } from 'react'

/** The same functions from one drawing to the next, each doing what the latest one does: what is given them need not be drawn again. */
export function useStableCallbacks<T extends object>(latest: {
  [K in keyof T]: T[K] & ((...of: never[]) => unknown)
}): T {
  const kept = useRef(latest)
  useLayoutEffect(() => {
    kept.current = latest
  })
  // They read `kept` when they are called, not while anything is drawn.
  const [steady] = useState(() => {
    const names = Object.keys(latest) as (keyof T)[]
    return Object.fromEntries(names.map((name) => [name, (...of: never[]) => kept.current[name](...of)])) as T
  })
  return steady
}
