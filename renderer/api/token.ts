import { codePaths, readCredential } from '../../contract/app/window/windowAddress.ts'
import { parseWindowPath } from '../../contract/app/window/windowPath.ts'

const storageKey = 'linkwright.token'

/** The pending exchange of a one-time code; calls wait for it. */
let exchange: Promise<void> | null = null

/**
 * Moves the browser host's token (`#token=…`) or one-time code (`#code=…`) from the address bar to the tab's storage.
 * This keeps it out of bookmarks and the router. The desktop app has no token.
 */
export function consumeToken(): void {
  const credential = readCredential(location.hash)
  if (!credential) return
  const fragment = currentFragmentPath()
  if (credential.kind === 'token') sessionStorage.setItem(storageKey, credential.value)
  else exchange = exchangeCode(credential.value).finally(() => (exchange = null))
  history.replaceState(null, '', `${location.pathname}${location.search}#${fragment}`)
}

/**
 * Exchanges a one-time code for a token. A rejected code (used or expired) changes nothing: this tab may already have
 * the token.
 */
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
    // If the app has ended, the next call reports it.
  }
}

/**
 * Returns the path in the address's fragment, which starts with a single slash. Never returns a token: the window can
 * render before the `hashchange` event, and the router would then drop the token.
 */
export function currentFragmentPath(): string {
  const { hash } = location
  return readCredential(hash) ? (parseWindowPath(hash) ?? '/') : `/${hash.replace(/^#?\/?/, '')}`
}

/** Consumes the token if a restarted app on the same port is opened in this tab. That does not reload the page. */
export function watchForTokens(): void {
  window.addEventListener('hashchange', consumeToken)
}

/** Returns the pending code exchange; `null` if there is none, so that a closing page can send synchronously. */
export function codeExchanged(): Promise<void> | null {
  return exchange
}

/** Returns the token for calls to the browser host; empty if this tab never received one. */
export function currentToken(): string {
  return sessionStorage.getItem(storageKey) ?? ''
}

/** Clears everything stored by the page except the token. */
export function clearPageStorage(): void {
  const token = currentToken()
  localStorage.clear()
  sessionStorage.clear()
  if (token !== '') sessionStorage.setItem(storageKey, token)
}
