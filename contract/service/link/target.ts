import { limits } from '../api/limits.ts'
import { storableTextError } from '../text/text.ts'
import { decodeText } from '../address/decodeText.ts'

/** Schemes that run code or read files in the visitor's browser. Links never redirect to them. */
export const refusedSchemes: ReadonlySet<string> = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
  'view-source:',
])

// Control characters and outer white space make a URL look different from what browsers parse.
const uncleanPattern = /\p{Cc}|^\s|\s$/u
const schemePattern = /^[a-z][a-z0-9+.-]*:/i

/** An extra check of a redirect target. Returns an error message or `null`. */
export type ExtraTargetCheck = (url: URL) => string | null

/**
 * Returns an error message for a redirect target, or `null` if valid. It must be absolute, without control characters
 * or outer white space, and not use a forbidden scheme. `further` checks it last.
 */
export function targetError(url: string, further?: ExtraTargetCheck): string | null {
  if (url === '') return 'Enter a URL.'
  if (uncleanPattern.test(url)) return 'Must not begin or end with white space or contain control characters.'
  const schemeMatch = schemePattern.exec(url)?.[0].toLowerCase()
  if (!schemeMatch) return unlessSpaces(url, 'Must start with https:// or an app scheme such as myapp://.')
  if (refusedSchemes.has(schemeMatch)) return `Links may not lead to ${schemeMatch} addresses.`
  // In a redirect, browsers read `https:path` and `https:/path` as a path on the link host itself.
  if (/^https?:(?!\/\/)/i.test(url)) return `Must have two slashes after ${schemeMatch}`
  const parsed = URL.parse(url)
  return parsed ? (further?.(parsed) ?? null) : unlessSpaces(url, 'Is not a valid URL.')
}

/** Returns the message, or the likelier reason that an address with spaces is invalid. */
function unlessSpaces(url: string, message: string): string {
  return /\s/.test(url) ? 'An address can’t contain spaces.' : message
}

/** Returns why our own service rejects a redirect target, or `null` if it accepts it. `further` checks it last. */
export function targetTextError(url: string, further?: ExtraTargetCheck): string | null {
  return storableTextError(url, limits.url) ?? systemSchemeError(url) ?? targetError(url, further)
}

/**
 * Schemes that contain another address, and schemes that programs of Windows or macOS run. New addresses may not have
 * them; links that already have one keep working (decision 28).
 */
const systemSchemes: ReadonlySet<string> = new Set([
  ...['feed:', 'feeds:', 'jar:', 'filesystem:'],
  ...['search:', 'search-ms:', 'res:', 'mhtml:', 'its:', 'mk:', 'hcp:', 'shell:'],
])

function isRefusedForNewLinks(scheme: string): boolean {
  if (refusedSchemes.has(scheme) || systemSchemes.has(scheme)) return true
  // Windows runs all of them, except that its store only shows a page.
  return scheme.startsWith('ms-') && scheme !== 'ms-windows-store:'
}

function systemSchemeError(url: string): string | null {
  const refused = [readScheme(url), ...innerSchemes(url)].find(isRefusedForNewLinks)
  return refused === undefined ? null : `Links may not lead to ${refused} addresses.`
}

/** Returns the scheme of a text as browsers and Android read it, ignoring control characters and spaces. */
function readScheme(text: string): string {
  return schemePattern.exec(text.replace(/[\p{Cc}\s]/gu, ''))?.[0].toLowerCase() ?? ''
}

/** Returns the schemes of the addresses inside Android's `intent:` and `android-app:` addresses. */
function innerSchemes(url: string): string[] {
  const appScheme = /^android-app:\/\/[^/#]*\/([^/#]*)/i.exec(url)?.[1]
  if (appScheme !== undefined) return [readScheme(`${decodeText(appScheme)}:`)]
  if (!/^intent:/i.test(url)) return []
  const [data = '', ...parameters] = url.slice('intent:'.length).split(/#Intent;|;/i)
  return [readScheme(decodeText(data)), ...parameters.map(parameterScheme)]
}

function parameterScheme(parameter: string): string {
  const [name = '', ...rest] = parameter.split('=')
  const value = decodeText(rest.join('='))
  if (/^\s*scheme\s*$/i.test(name)) return readScheme(`${value}:`)
  return /browser_fallback_url\s*$/i.test(name) ? readScheme(value) : ''
}

/**
 * Returns the schemes of what an address opens, such as `myapp:`; none if it has no scheme. For an `intent:` or
 * `android-app:` address that names a scheme, the addresses inside it.
 */
export function openedSchemes(url: string): string[] {
  const isNamed = /;\s*scheme\s*=/i.test(url) || /^android-app:\/\/[^/#]*\/[^/#]/i.test(url)
  const opened = [...(isNamed ? [] : [readScheme(url)]), ...innerSchemes(url)]
  return [...new Set(opened.filter((scheme) => scheme !== ''))]
}

/**
 * Returns the host and port of an `http(s)` URL in lower case, without the default port or a trailing dot.
 * Returns `null` for other URLs. Used to detect redirect loops.
 */
export function webHost(url: string | URL): string | null {
  const parsed = typeof url === 'string' ? URL.parse(url) : url
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.host.replace(/\.(?=:|$)/, '') : null
}

/**
 * Returns an error message if a redirect target is on one of the link domains, which would loop; `null`
 * otherwise.
 */
export function redirectLoopError(url: string, linkHosts: readonly string[]): string | null {
  const host = linkHosts.length > 0 ? webHost(url) : null
  if (host === null || !linkHosts.includes(host)) return null
  return 'This address is on your own link domain, so visitors would be redirected in a loop.'
}
