/** Header that carries the token with every call to the browser host. A page of another origin can't set it unasked. */
export const tokenHeader = 'x-linkwright-token'

/**
 * Routes of the browser host. `issue` answers a one-time code to whoever has the token; `exchange` answers the token to
 * whoever has an unused code.
 */
export const codePaths = { issue: '/codes', exchange: '/codes/exchange' } as const

/** What a page of the browser host was opened with: the token itself, or a code that is exchanged for it once. */
export interface HandedOver {
  kind: 'token' | 'code'
  value: string
}

/** Returns what the fragment of the window's address hands over; `null` if it is only a place in the window. */
export function handedOverIn(fragment: string): HandedOver | null {
  const [, kind, value] = /^#(token|code)=([\w-]+)/.exec(fragment) ?? []
  return value !== undefined ? { kind: kind === 'code' ? 'code' : 'token', value } : null
}

/** Returns the address that opens the window once, by a code. Safe to show in a list of processes. */
export function oneTimeAddress(origin: string, code: string): string {
  return `${origin}/#code=${code}`
}
