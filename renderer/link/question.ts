import { linkText } from '../../contract/linkAddress.ts'
import { longestPaste } from '../../contract/linkPath.ts'
import { linksIn } from '../../contract/pastedLinks.ts'

/** What is asked, as it stands in the window's address, and what of the pasted text did not fit into it. */
export interface Question {
  text: string
  left: Left
}

/** How many links more there were, and whether the text was longer than what is read of it. */
export interface Left {
  more: number
  cut: boolean
}

/** As long as text around one link may be and still be kept with it: a paragraph. In UTF-16 units. */
const longestAround = 2_000

/** The question in what was pasted or typed. Of many links, and of a long text around one, only the links are kept. */
export function questionOf(pasted: string): Question {
  const { links, more, cut } = linksIn(pasted)
  const text = pasted.trim()
  const isKept = links.length === 0 || (links.length === 1 && text.length <= longestAround)
  return {
    text: isKept ? text.slice(0, longestPaste) : links.map((link) => linkText(link)).join('\n'),
    left: { more, cut },
  }
}

/** What was left out of the question at this point of the window's history. */
export function leftOf(state: unknown): Left {
  const { more, cut } = (state ?? {}) as Partial<Record<keyof Left, unknown>>
  return { more: typeof more === 'number' ? more : 0, cut: cut === true }
}

/** The same of a text that was not pasted to be found: only where it holds an address, with the links as texts. */
export function linkQuestion(pasted: string): (Question & { links: string[] }) | null {
  const { links } = linksIn(pasted)
  if (!links.some(({ host }) => host !== null)) return null
  return { ...questionOf(pasted), links: links.map((link) => linkText(link)) }
}
