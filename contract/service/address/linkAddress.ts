import { decodeText } from './decodeText.ts'
import { unwrapAddress } from './wrappers.ts'
import { trimEndOf } from '../text/text.ts'

/** A pasted link: its path, and its host if it had one. */
export interface LinkPath {
  path: string
  host: string | null
}

/**
 * Parses the address of a link. The path is the part after the last `/` (specification 4.2). Unwraps
 * addresses that other programs wrap in their own. Returns `null` if there is no path.
 */
export function parseLinkAddress(address: string): LinkPath | null {
  const url = URL.parse(unwrapAddress(address)?.inner ?? address)
  const path = url && lastSegment(url.pathname)
  if (!path || /^\.|\.\./.test(url.host)) return null
  // A trailing dot names the same host (RFC 3986 §3.2.2).
  return { path, host: url.host.replace(/\.(?=:|$)/, '') }
}

/**
 * Returns the last part of a path, decoded and well-formed, so that it can be sent. Returns `null` if it is empty, `.` or
 * `..`.
 */
export function lastSegment(pathname: string): string | null {
  const segment = pathname.split('/').filter(Boolean).at(-1) ?? ''
  const path = trimEndOf(decodeText(segment).toWellFormed(), segmentEnd)
  return /^\.{0,2}$/.test(path) ? null : path
}

/** Encoded punctuation, spaces and invisible characters after a path, which our link host ignores. */
const segmentEnd = /^[\s/.,;:!?)\]\p{Cf}]$/u

/** Matches a host without a scheme: a name with a domain, an IPv4 address, or any name with a port. */
export const bareHostPattern =
  /^(?:(?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]*(?::\d+)?|\d+(?:\.\d+){3}(?::\d+)?|[\w-]+:\d+)(?=\/)/u

/** Returns the shortest text that parses as exactly this link. */
export function linkText({ path, host }: LinkPath): string {
  // `encodeURIComponent` keeps characters that may be punctuation after a link.
  const encoded = encodeURIComponent(path.toWellFormed()).replace(
    /[^A-Za-z0-9%_-]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  if (host === null) return encoded
  return `${bareHostPattern.test(`${host}/`) ? '' : 'https://'}${host}/${encoded}`
}
