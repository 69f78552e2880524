import { pathIn } from '../../contract/windowPath.ts'

const storageKey = 'linkwright.token'
const handedOver = /^#token=([^&]+)/

/**
 * Takes the browser host's token out of the address (`#token=…`), keeps it for reloads of this tab and removes it from
 * the address bar, so that it is neither bookmarked nor read by the router, which goes to what another program asks for. In the desktop app there is none.
 */
export function takeToken(): void {
  const match = handedOver.exec(location.hash)
  if (!match?.[1]) return
  const place = placeNow()
  sessionStorage.setItem(storageKey, decodeURIComponent(match[1]))
  history.replaceState(null, '', `${location.pathname}${location.search}#${place}`)
}

/**
 * The place in the address's fragment, begun by one slash. A token is none: between its coming and the event that tells of it
 * the window may be drawn, and the router would go elsewhere and take the token out of the address.
 */
export function placeNow(): string {
  const { hash } = location
  return handedOver.test(hash) ? (pathIn(hash) ?? '/') : `/${hash.replace(/^#?\/?/, '')}`
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
