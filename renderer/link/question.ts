import { linkText } from '../../contract/linkAddress.ts'
import { maxPasteLength } from '../../contract/linkPath.ts'
import { findLinks } from '../../contract/pastedLinks.ts'

/** The search text for the URL, and what was omitted from the pasted text. */
export interface Question {
  text: string
  left: Omitted
}

/** Number of omitted links, and whether the text was truncated. */
export interface Omitted {
  more: number
  cut: boolean
}

/** Maximum length of the text kept around a single link: about a paragraph, in UTF-16 units. */
const maxContextLength = 2_000

/** Returns the search text for pasted or typed input. With several links or a long text, only the links are kept. */
export function toQuestion(pasted: string): Question {
  const { links, more, cut } = findLinks(pasted)
  const text = pasted.trim()
  const isKept = links.length === 0 || (links.length === 1 && text.length <= maxContextLength)
  return {
    text: isKept ? text.slice(0, maxPasteLength) : links.map((link) => linkText(link)).join('\n'),
    left: { more, cut },
  }
}

/** Returns what was omitted, from the window's history state. */
export function omittedFrom(state: unknown): Omitted {
  const { more, cut } = (state ?? {}) as Partial<Record<keyof Omitted, unknown>>
  return { more: typeof more === 'number' ? more : 0, cut: cut === true }
}

/** Returns the search text and its links for text that was pasted outside the search field; `null` if it contains no link. */
export function toLinkQuestion(pasted: string): (Question & { links: string[] }) | null {
  const { links } = findLinks(pasted)
  if (!links.some(({ host }) => host !== null)) return null
  return { ...toQuestion(pasted), links: links.map((link) => linkText(link)) }
}
