import { linkText } from '../../contract/service/address/linkAddress.ts'
import { maxPasteLength } from '../../contract/service/path/linkPath.ts'
import { findLinks } from '../../contract/service/address/pastedLinks.ts'

/** The search text for the URL, and what it omits from the pasted text. */
export interface SearchText {
  text: string
  omitted: Omitted
}

/** Number of omitted links, and whether the text was truncated. */
export interface Omitted {
  more: number
  cut: boolean
}

/** Maximum length of the text kept around a single link, in UTF-16 code units: about a paragraph. */
const maxContextLength = 2_000

/**
 * Returns the search text for pasted or typed input. If the input has several links or is long, keeps only the links.
 */
export function toSearchText(pasted: string): SearchText {
  const { links, more, cut } = findLinks(pasted)
  const text = pasted.trim()
  const isWhole = links.length === 0 || (links.length === 1 && text.length <= maxContextLength)
  return {
    text: isWhole ? text.slice(0, maxPasteLength) : links.map((link) => linkText(link)).join('\n'),
    omitted: { more, cut },
  }
}

/** Returns what was omitted, from the window's history state. */
export function omittedFrom(state: unknown): Omitted {
  const { more, cut } = (state ?? {}) as Partial<Record<keyof Omitted, unknown>>
  return { more: typeof more === 'number' ? more : 0, cut: cut === true }
}

/**
 * Returns the search text and its links for text that was pasted outside the search field; `null` if it contains no
 * link.
 */
export function toLinkSearch(pasted: string): (SearchText & { links: string[] }) | null {
  const { links } = findLinks(pasted)
  if (!links.some(({ host }) => host !== null)) return null
  return { ...toSearchText(pasted), links: links.map((link) => linkText(link)) }
}
