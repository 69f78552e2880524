import { maxRows } from '../../../../contract/calls/runs.ts'
import { formatCount } from '../../../ui/formatCount.ts'

/** A list whose values are combined with those of the others. */
export interface TypedList {
  name: string
  /** One value per line. */
  text: string
}

/** Returns a list's values: its lines without blanks and duplicates. */
export function listValues({ text }: Pick<TypedList, 'text'>): string[] {
  return [...new Set(text.split(/\r\n|\r|\n/).map((line) => line.trim()))].filter((line) => line !== '')
}

/** Returns the number of links, with a sentence: "6 × Channel, 4 × Language: 24 links". */
export function countCombinations(lists: readonly TypedList[]): { links: number; sentence: string } {
  const sizes = lists.map((list) => listValues(list).length).filter((size) => size > 0)
  const links = sizes.length === 0 ? 0 : sizes.reduce((product, size) => product * size, 1)
  const made = formatCount(links, 'link')
  const sentence =
    sizes.length > 1 ? `${sizes.map((size) => size.toLocaleString()).join(' × ')} = ${made}` : made
  const most = `One run makes up to ${maxRows.toLocaleString()}.`
  return { links, sentence: links > maxRows ? `${sentence}. ${most}` : sentence }
}
