/**
 * Header with the token of every call to the browser host. Pages of other origins can't set it without CORS
 * permission.
 */
export const tokenHeader = 'x-linkwright-token'

/**
 * Routes of the browser host. `issue` returns a one-time code for the token; `exchange` returns the token for
 * an unused code.
 */
export const codePaths = { issue: '/codes', exchange: '/codes/exchange' } as const

/**
 * Header of a call that need not be answered at once (RFC 7240). After a moment, the browser host answers it with 202 and
 * the path where the window can fetch the result.
 */
export const respondAsyncHeaders = { Prefer: 'respond-async' } as const

/** Returns the path of a call's late result. */
export function lateResultPath(id: string): string {
  return `/call/late/${id}`
}

/** The credential in the browser host's address: the token, or a one-time code for it. */
export interface AddressCredential {
  kind: 'token' | 'code'
  value: string
}

/** Returns the credential in the fragment of the window's address, or `null` if it is only a route. */
export function readCredential(fragment: string): AddressCredential | null {
  const [, kind, value] = /^#(token|code)=([\w-]+)/.exec(fragment) ?? []
  return value !== undefined ? { kind: kind === 'code' ? 'code' : 'token', value } : null
}

/** Returns an address that opens the window once, by code. Safe to appear in a process list. */
export function oneTimeAddress(origin: string, code: string): string {
  return `${origin}/#code=${code}`
}
