import { limits } from './limits.ts'
import { storableText, textCheck } from './text.ts'

/** Schemes that run code or read files in the visitor's browser: no redirect ever goes there. */
export const refusedSchemes: ReadonlySet<string> = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
  'view-source:',
])

// Control characters and white space at either end make a URL that reads differently from what it does.
const uncleanPattern = /\p{Cc}|^\s|\s$/u
const schemePattern = /^[a-z][a-z0-9+.-]*:/i

/** One more thing that may be wrong with a redirect target, as a sentence; `null` when it is not. */
export type ExtraTargetCheck = (url: URL) => string | null

/**
 * What is wrong with a redirect target as a sentence, `null` when nothing is: absolute, any scheme that an app may own
 * except the refused ones, no control characters or outer white space, and nothing that `further` finds.
 */
export function targetError(url: string, further?: ExtraTargetCheck): string | null {
  if (url === '') return 'Enter a URL.'
  if (uncleanPattern.test(url)) return 'Must not begin or end with white space or contain control characters.'
  const schemeMatch = schemePattern.exec(url)?.[0].toLowerCase()
  if (!schemeMatch) return 'Must be an absolute URL, such as https://example.com/ or myapp://open.'
  if (refusedSchemes.has(schemeMatch)) return `Links may not lead to ${schemeMatch} addresses.`
  // Browsers read `https:path` and `https:/path` in a redirect as a path on the link host itself.
  if (/^https?:(?!\/\/)/i.test(url)) return `Must have two slashes after ${schemeMatch}`
  const parsed = URL.parse(url)
  return parsed ? (further?.(parsed) ?? null) : 'Is not a valid URL.'
}

/** A redirect target of at most 2,048 characters that our link host will send visitors to. */
export function targetUrl(further?: ExtraTargetCheck) {
  return storableText(limits.url).check(textCheck((url) => targetError(url, further)))
}

/**
 * The host and port of an `http(s)` URL in lower case, without the default port or the dot that may end a host name;
 * `null` for every other URL. What a loop is recognised by.
 */
export function webHost(url: string | URL): string | null {
  const parsed = typeof url === 'string' ? URL.parse(url) : url
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.host.replace(/\.(?=:|$)/, '') : null
}

/** What is wrong with a redirect target on one of these link domains, where visitors would go in circles; `null` elsewhere. */
export function redirectLoopError(url: string, linkHosts: readonly string[]): string | null {
  const host = linkHosts.length > 0 ? webHost(url) : null
  if (host === null || !linkHosts.includes(host)) return null
  return 'This address is on your own link domain, so visitors would go in circles.'
}
