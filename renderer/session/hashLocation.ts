import { useSyncExternalStore } from 'react'
import { currentFragmentPath, consumeToken } from '../api/token.ts'

/** Whether navigation replaces the current history entry instead of adding one. */
interface NavigateOptions {
  replace?: boolean
  state?: unknown
}

/**
 * Returns the path in the URL fragment without parameters, for the router. wouter's own hook reads parameters as part
 * of the path, but writes them outside the fragment. A change of parameters alone doesn't re-render.
 */
export function useHashPath(): [string, typeof navigate] {
  return [useSyncExternalStore(onNavigate, currentPath), navigate]
}

useHashPath.hrefs = (path: string) => `#${path}`
useHashPath.searchHook = useHashSearch

/** Returns the parameters in the URL fragment, without the `?`. */
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
  const path = currentFragmentPath()
  const queryStart = path.indexOf('?')
  return queryStart < 0 ? '' : path.slice(queryStart + 1)
}

/** Dispatched at the window before another screen is opened, with its URL. `preventDefault` keeps the current one. */
export class BeforeNavigateEvent extends Event {
  static readonly type = 'linkwright:before-navigate'
  readonly url: string

  constructor(url: string) {
    super(BeforeNavigateEvent.type, { cancelable: true })
    this.url = url
  }
}

/** Opens a screen, unless a form with unsaved input asks first. */
export function navigate(path: string, { replace = false, state = null }: NavigateOptions = {}): void {
  consumeToken()
  const oldURL = location.href
  const url = new URL(oldURL)
  url.hash = path
  if (url.href !== oldURL && !dispatchEvent(new BeforeNavigateEvent(url.href))) return
  history[replace ? 'replaceState' : 'pushState'](state, '', url.href)
  // `history` methods fire no `hashchange` event, so dispatch it here.
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: url.href }))
}
