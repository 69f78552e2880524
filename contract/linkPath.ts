import type { LinkPath } from './linkAddress.ts'
import { linksIn } from './pastedLinks.ts'

/** The longest text that one link is looked for in, in UTF-16 units. */
export const longestPaste = 10_000

/** The first link in what people paste, read as `linksIn` reads it; `null` when there is none. */
export function linkPathIn(text: string): LinkPath | null {
  return linksIn(text).links[0] ?? null
}
