import { parseLinkAddress, type LinkPath } from '../address/linkAddress.ts'
import { findLinks } from '../address/pastedLinks.ts'

/** Maximum length of a text searched for one link, in UTF-16 units. */
export const maxPasteLength = 10_000

/** Matches a plain address as services create it, which needs no extraction. */
const plainUrlPattern = /^https?:\/\/[a-z0-9.-]+(?::\d+)?\/[A-Za-z0-9]+$/

/** Returns the first link that `findLinks` would find in pasted text, or `null`. */
export function findLinkPath(text: string): LinkPath | null {
  if (plainUrlPattern.test(text)) return parseLinkAddress(text)
  return findLinks(text).links[0] ?? null
}
