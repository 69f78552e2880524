import { codePaths, handedOverIn } from '../../contract/windowAddress.ts'
import { parseWindowPath } from '../../contract/windowPath.ts'

const storageKey = 'linkwright.token'

/** The exchange of a one-time code that is under way; calls wait for it. */
let exchange: Promise<void> | null = null

/**
 * Takes the browser host's token (`#token=…`) or one-time code (`#code=…`) out of the address and keeps the token for reloads of
 * this tab. The address bar loses it, so that it is neither bookmarked nor read by the router. The desktop app has none.
 */
export function consumeToken(): void {
  const found = handedOverIn(location.hash)
  if (!found) return
  const fragment = currentFragmentPath()
  if (found.kind === 'token') sessionStorage.setItem(storageKey, found.value)
  else exchange = exchangeCode(found.value).finally(() => (exchange = null))
  history.replaceState(null, '', `${location.pathname}${location.search}#${fragment}`)
}

/** A code that is refused, because it was used before or is too old, changes nothing: this tab may have the token already. */
async function exchangeCode(code: string): Promise<void> {
  try {
    const response = await fetch(codePaths.exchange, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(code),
    })
    const answer: unknown = response.ok ? await response.json() : null
    const token = typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : null
    if (typeof token === 'string') sessionStorage.setItem(storageKey, token)
  } catch {
    // The app has ended: the next call says so.
  }
}

/**
 * The place in the address's fragment, begun by one slash. A token is none: between its coming and the event that tells of it
 * the window may be drawn, and the router would go elsewhere and take the token out of the address.
 */
export function currentFragmentPath(): string {
  const { hash } = location
  return handedOverIn(hash) ? (parseWindowPath(hash) ?? '/') : `/${hash.replace(/^#?\/?/, '')}`
}

/** Does the same whenever an app that was started again on this port is opened in this tab, which does not load it anew. */
export function watchForTokens(): void {
  window.addEventListener('hashchange', consumeToken)
}

/** Resolves when no exchange of a code is under way; `null` if there is none, so that a page which goes away can still send. */
export function codeExchanged(): Promise<void> | null {
  return exchange
}

/** The token that every call to the browser host carries; empty when this tab was never handed one. */
export function currentToken(): string {
  return sessionStorage.getItem(storageKey) ?? ''
}

/** Forgets everything that the page itself keeps, but for the token. */
export function clearPageStorage(): void {
  const token = currentToken()
  localStorage.clear()
  sessionStorage.clear()
  if (token !== '') sessionStorage.setItem(storageKey, token)
}
