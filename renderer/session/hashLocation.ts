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

/** Dispatched at the window before another screen is opened. `preventDefault` keeps the current one. */
export class BeforeNavigateEvent extends Event {
  static readonly type = 'linkwright:before-navigate'
  /** Opens the screen. */
  readonly proceed: () => void

  constructor(proceed: () => void) {
    super(BeforeNavigateEvent.type, { cancelable: true })
    this.proceed = proceed
  }
}

/** Opens a screen, unless a form with unsaved input asks first. */
export function navigate(path: string, options: NavigateOptions = {}): void {
  consumeToken()
  const url = new URL(location.href)
  url.hash = path
  const proceed = () => openUrl(url.href, options)
  if (url.href === location.href || dispatchEvent(new BeforeNavigateEvent(proceed))) proceed()
}

/** Opens a screen without asking. */
function openUrl(newURL: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const oldURL = location.href
  // A second entry with the same address would make Back seem to do nothing.
  history[replace || newURL === oldURL ? 'replaceState' : 'pushState'](state, '', newURL)
  // `history` methods fire no `hashchange` event, so dispatch it here.
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL }))
}
