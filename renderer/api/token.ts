import { pathIn } from '../../contract/windowPath.ts'

const storageKey = 'linkwright.token'

/**
 * Takes the browser host's token out of the address (`#token=…`), keeps it for reloads of this tab and removes it from
 * the address bar, so that it is neither bookmarked nor read by the router, which goes to what another program asks for. In the desktop app there is none.
 */
export function takeToken(): void {
  const match = /^#token=([^&]+)/.exec(location.hash)
  if (!match?.[1]) return
  sessionStorage.setItem(storageKey, decodeURIComponent(match[1]))
  const path = pathIn(location.hash) ?? '/'
  history.replaceState(null, '', `${location.pathname}${location.search}#${path}`)
}

/** Does the same whenever an app that was started again on this port is opened in this tab, which does not load it anew. */
export function takeLaterTokens(): void {
  window.addEventListener('hashchange', takeToken)
}

/** The token that every call to the browser host carries; empty when this tab was never handed one. */
export function currentToken(): string {
  return sessionStorage.getItem(storageKey) ?? ''
}

/** Forgets everything that the page itself keeps, but for the token. */
export function forgetPage(): void {
  const token = currentToken()
  localStorage.clear()
  sessionStorage.clear()
  if (token !== '') sessionStorage.setItem(storageKey, token)
}
