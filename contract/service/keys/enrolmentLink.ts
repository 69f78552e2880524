import { readBaseUrl } from '../address/baseUrl.ts'
import { decodeIntactText } from '../address/decodeText.ts'
import { trimTrailingPunctuation } from '../address/urlBoundary.ts'

/** The parts of an invitation that the app needs: the service's address and the secret. */
export interface Enrolment {
  service: string
  invitation: string
}

/** Maximum length of a pasted invitation or its file, in UTF-16 units. */
export const maxEnrolmentLength = 4_000

/** Matches a link in a pasted text, up to the first character that a link never contains unescaped. */
const linkPattern = /\blinkwright:\/\/enroll\/?\?[\w.~!*()%&=?:/,;+@#$-]{1,2000}/gi

/** An address that another program passes must consist of the link only. */
const wholeLinkPattern = /^linkwright:\/\/enroll\/?\?[^\s"'<>`]{1,2000}$/i

const secretPattern = /^\w{20,200}$/

/** Returns the invitation link, by which the invited user's app finds the service. */
export function enrolmentLink({ service, invitation }: Enrolment): string {
  return `linkwright://enroll?service=${encodeURIComponent(service)}&invitation=${encodeURIComponent(invitation)}`
}

/**
 * Reads an invitation from a link, a text with one link, or the file's JSON. Returns `null` if invalid. The text is
 * untrusted: any page or program can open such a link.
 */
export function parseEnrolment(text: string): Enrolment | null {
  if (text.length > maxEnrolmentLength) return null
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return parseFile(trimmed)
  const [link, second] = trimmed.match(linkPattern) ?? []
  return link === undefined || second !== undefined ? null : parseLink(trimTrailingPunctuation(link))
}

/** Like `parseEnrolment`, for an address from another program. */
export function parseEnrolmentAddress(address: string): Enrolment | null {
  return wholeLinkPattern.test(address) ? parseLink(address) : null
}

function parseLink(link: string): Enrolment | null {
  const values = new Map<string, string>()
  for (const part of link.slice(link.indexOf('?') + 1).split('&')) {
    const [, name = '', value = ''] = /^(service|invitation)=(.+)$/.exec(part) ?? []
    const text = decodeIntactText(value)
    // A repeated or unknown parameter could be read differently elsewhere.
    if (text === null || name === '' || values.has(name)) return null
    values.set(name, text)
  }
  return toEnrolment(values.get('service'), values.get('invitation'))
}

function parseFile(text: string): Enrolment | null {
  try {
    const { service, invitation } = JSON.parse(text) as Record<string, unknown>
    return toEnrolment(service, invitation)
  } catch {
    return null
  }
}

function toEnrolment(service: unknown, invitation: unknown): Enrolment | null {
  if (typeof service !== 'string' || typeof invitation !== 'string') return null
  const read = /^https?:\/\//i.test(service) ? readBaseUrl(service) : null
  return read?.ok && secretPattern.test(invitation) ? { service: read.baseUrl, invitation } : null
}
