import { useSyncExternalStore } from 'react'
import { currentFragmentPath, consumeToken } from '../api/token.ts'

/** How to go to a place: as a new entry of the history, or in the place of the one that is shown. */
interface NavigateOptions {
  replace?: boolean
  state?: unknown
}

/**
 * The place in the address's fragment without its parameters, for the router. wouter's own hook takes these along with the
 * path, and writes them outside of the fragment. Other parameters of the same place draw nothing of the window anew.
 */
export function useHashPath(): [string, typeof navigate] {
  return [useSyncExternalStore(onNavigate, currentPath), navigate]
}

useHashPath.hrefs = (path: string) => `#${path}`
useHashPath.searchHook = useHashSearch

/** The parameters of the place in the address's fragment, without the `?`. */
export function useHashSearch(): string {
  return useSyncExternalStore(onNavigate, currentSearch)
}

function onNavigate(moved: () => void): () => void {
  addEventListener('hashchange', moved)
  return () => removeEventListener('hashchange', moved)
}

function currentPath(): string {
  return currentFragmentPath().split('?')[0] ?? '/'
}

function currentSearch(): string {
  const place = currentFragmentPath()
  const mark = place.indexOf('?')
  return mark < 0 ? '' : place.slice(mark + 1)
}

function navigate(path: string, { replace = false, state = null }: NavigateOptions = {}): void {
  consumeToken()
  const oldURL = location.href
  const url = new URL(oldURL)
  url.hash = path
  history[replace ? 'replaceState' : 'pushState'](state, '', url.href)
  // What was written by hand is announced by hand.
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: url.href }))
}
