import type { Environment } from './headers.ts'

/** Where the window shows what: the paths that a host may ask it for, beside that of *Find* with a question. */
export const windowPaths = { find: '/find', settings: '/settings' } as const

/** Where a question is asked, whatever is in force in the window. */
export interface LookupContext {
  profileId: string
  environment: Environment
}

/**
 * The path of *Find* with its question, with the place where it is asked if that is not left to the link's domain, and with
 * the link that the answer is compared with. Encoded twice: of a single encoding the router resolves one part itself.
 */
export function findPath(question: string, place?: LookupContext, other?: string): string {
  const compared = place && other !== undefined ? [other] : []
  const parts = [question, ...(place ? [place.profileId, place.environment] : []), ...compared]
  const encoded = parts.map((part) => encodeURIComponent(encodeURIComponent(part.toWellFormed())))
  return [windowPaths.find, ...encoded].join('/')
}

/** The path of a draft in the form; that of an id that no draft has is a blank form. */
export function draftPath(id: string): string {
  return `/create/${id}`
}

/** The address of a window in a browser with what it shall show first, a path of *Find*; the token stays in front. */
export function windowUrlAt(address: string, path: string): string {
  return `${address}${address.includes('#') ? '&' : '#'}path=${encodeURIComponent(path)}`
}

/** The path in the fragment of such an address; `null` where there is none, or another one than of *Find*. */
export function parseWindowPath(fragment: string): string | null {
  const encoded = /[#&]path=([^&]+)/.exec(fragment)?.[1] ?? ''
  try {
    const path = decodeURIComponent(encoded)
    return path.startsWith(`${windowPaths.find}/`) ? path : null
  } catch {
    return null
  }
}
