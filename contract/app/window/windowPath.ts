import { decodeIntactText } from '../../service/address/decodeText.ts'
import type { Environment } from '../../service/api/headers.ts'

/** Routes of the window that a host may open, besides `findPath`. */
export const windowPaths = {
  find: '/find',
  settings: '/settings',
  invitation: '/profiles/invitation',
  /** Opens the quick form (`newLinkPath`), or the palette, over the screen in view. */
  newLink: '/new',
  palette: '/palette',
} as const

/** The profile and environment of a lookup, independent of the current ones. */
export interface LookupContext {
  profileId: string
  environment: Environment
}

/**
 * Returns the route of *Find* for a query. `context` says where to look; by default, the link's domain decides.
 * Everything is encoded twice, because the router decodes once.
 */
export function findPath(query: string, context?: LookupContext): string {
  const parts = [query, ...(context ? [context.profileId, context.environment] : [])]
  const encoded = parts.map((part) => encodeURIComponent(encodeURIComponent(part.toWellFormed())))
  return [windowPaths.find, ...encoded].join('/')
}

/** What another program asks to create a link with. */
export interface NewLinkStart {
  url: string
  preset?: string
}

/** Returns the path that opens the quick form with an address. It creates nothing. */
export function newLinkPath({ url, preset }: NewLinkStart): string {
  const chosen = preset === undefined ? '' : `&preset=${encodeURIComponent(preset)}`
  return `${windowPaths.newLink}?url=${encodeURIComponent(url)}${chosen}`
}

/** Returns what such a path starts with; `null` for another path. */
export function parseNewLinkPath(path: string): NewLinkStart | null {
  if (!path.startsWith(`${windowPaths.newLink}?`)) return null
  const parameters = new URLSearchParams(path.slice(windowPaths.newLink.length))
  const preset = parameters.get('preset')
  return { url: parameters.get('url') ?? '', ...(preset !== null && { preset }) }
}

/** Returns the route of a draft in the form. An unknown id opens a blank form. */
export function draftPath(id: string): string {
  return `/create/${id}`
}

/** Returns the address of a window that opens a route of *Find*. The path follows the token, if there is one. */
export function windowUrlAt(address: string, path: string): string {
  return `${address}${address.includes('#') ? '&' : '#'}path=${encodeURIComponent(path)}`
}

/** Returns the route in the fragment of such an address, or `null` if it isn't a route of *Find* or of invitations. */
export function parseWindowPath(fragment: string): string | null {
  const path = decodeIntactText(/[#&]path=([^&]+)/.exec(fragment)?.[1] ?? '')
  return path === windowPaths.invitation || path?.startsWith(`${windowPaths.find}/`) ? path : null
}
