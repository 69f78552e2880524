import { parseLinkAddress } from './linkAddress.ts'
import type { LinkPath } from './linkAddress.ts'
import { findLinks } from './pastedLinks.ts'

/** The longest text that one link is looked for in, in UTF-16 units. */
export const maxPasteLength = 10_000

/** An address as services make them, with nothing around it that would have to be told from it. */
const plainUrlPattern = /^https?:\/\/[a-z0-9.-]+(?::\d+)?\/[A-Za-z0-9]+$/

/** The first link in what people paste, read as `linksIn` reads it; `null` when there is none. */
export function findLinkPath(text: string): LinkPath | null {
  if (plainUrlPattern.test(text)) return parseLinkAddress(text)
  return findLinks(text).links[0] ?? null
}
