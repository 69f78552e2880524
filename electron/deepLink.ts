import { linkText } from '../contract/linkAddress.ts'
import { maxPasteLength } from '../contract/linkPath.ts'
import { findLinks } from '../contract/pastedLinks.ts'
import { findPath } from '../contract/windowPath.ts'

/** The scheme of the addresses by which other programs hand a link to *Find*: `linkwright://find?url=…`. */
export const deepLinkScheme = 'linkwright'

/** The only form of such an address. Scheme and host are read in capitals too (RFC 3986 §3.1, §3.2.2). */
const deepLinkPattern = /^linkwright:\/\/find\/?\?url=([^&#]+)$/i

/** Each unit of the longest text as up to three bytes, each byte as `%XX`, and what stands before. */
const maxAddressLength = maxPasteLength * 9 + 100

/**
 * The path of the window that an address from outside asks for; `null` for everything that is not a web address handed to
 * *Find*. Anybody may have written it: any page can open it, and any program pass it on.
 */
export function parseDeepLink(address: string): string | null {
  const encoded = address.length > maxAddressLength ? undefined : deepLinkPattern.exec(address)?.[1]
  const link = encoded === undefined ? null : parseWebAddress(encoded)
  if (link === null) return null
  const { links } = findLinks(link)
  // One question is what a page may ask: many would have the app send a request for each.
  return findPath(links[1] === undefined || !links[0] ? link : linkText(links[0]))
}

/** The same for the first such address among a program's arguments. Windows and Linux hand it over so. */
export function findDeepLinkPath(argv: string[]): string | null {
  const address = findDeepLink(argv)
  return address === null ? null : parseDeepLink(address)
}

/** The first such address among a program's arguments, as it is. */
export function findDeepLink(argv: string[]): string | null {
  return argv.slice(1).find(isDeepLink) ?? null
}

/** Whether an argument is such an address, or is meant as one. */
export function isDeepLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(`${deepLinkScheme}:`)
}

function parseWebAddress(encoded: string): string | null {
  const text = decodeText(encoded)
  // White space and characters that are not seen have no place in an address, and could hide what it is.
  if (text === null || text.length > maxPasteLength || /[\s\p{C}]/u.test(text)) return null
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.username !== '' || url.password !== '') return null
  return url.href.length > maxPasteLength ? null : url.href
}

function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
