import { linkText } from '../../contract/linkAddress.ts'
import { maxPasteLength } from '../../contract/linkPath.ts'
import { findLinks } from '../../contract/pastedLinks.ts'

/** What is asked, as it stands in the window's address, and what of the pasted text did not fit into it. */
export interface Question {
  text: string
  left: Omitted
}

/** How many links more there were, and whether the text was longer than what is read of it. */
export interface Omitted {
  more: number
  cut: boolean
}

/** As long as text around one link may be and still be kept with it: a paragraph. In UTF-16 units. */
const maxContextLength = 2_000

/** The question in what was pasted or typed. Of many links, and of a long text around one, only the links are kept. */
export function toQuestion(pasted: string): Question {
  const { links, more, cut } = findLinks(pasted)
  const text = pasted.trim()
  const isKept = links.length === 0 || (links.length === 1 && text.length <= maxContextLength)
  return {
    text: isKept ? text.slice(0, maxPasteLength) : links.map((link) => linkText(link)).join('\n'),
    left: { more, cut },
  }
}

/** What was left out of the question at this point of the window's history. */
export function omittedFrom(state: unknown): Omitted {
  const { more, cut } = (state ?? {}) as Partial<Record<keyof Omitted, unknown>>
  return { more: typeof more === 'number' ? more : 0, cut: cut === true }
}

/** The same of a text that was not pasted to be found: only where it holds an address, with the links as texts. */
export function toLinkQuestion(pasted: string): (Question & { links: string[] }) | null {
  const { links } = findLinks(pasted)
  if (!links.some(({ host }) => host !== null)) return null
  return { ...toQuestion(pasted), links: links.map((link) => linkText(link)) }
}
