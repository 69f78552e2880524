import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'

const key = 'linkwright.lastPath'

/** Remembers the screen and its filter, so that the window reopens there. */
export function useLastPath(): void {
  const [path] = useLocation()
  const search = useSearch()
  useEffect(() => {
    if (path !== '/') localStorage.setItem(key, search === '' ? path : `${path}?${search}`)
  }, [path, search])
}

/** Returns where the window was when it was closed. */
export function readLastPath(): string {
  const path = localStorage.getItem(key) ?? ''
  return /^\/[a-z]/.test(path) ? path : '/create'
}
