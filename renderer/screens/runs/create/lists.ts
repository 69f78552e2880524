import { maxRows } from '../../../../contract/app/runs/sources.ts'
import { guessMapping } from '../../../../contract/app/runs/mapping/guess.ts'
import type { Mapping } from '../../../../contract/app/runs/mapping/mapping.ts'
import { createRowCompiler } from '../../../../contract/app/runs/template/compile.ts'
import { parseCells } from '../../../../contract/app/tables/csvReader.ts'
import { formatCount } from '../../../ui/formatCount.ts'

/** A list whose values are combined with those of the other lists. */
export interface TypedList {
  name: string
  /** One value per line. */
  text: string
}

/** Returns a list's values without blanks and duplicates: its lines, or the cells of a pasted row or column. */
export function listValues({ text }: Pick<TypedList, 'text'>): string[] {
  const cells = parseCells(text, '\t').flat()
  return [...new Set(cells.map((cell) => cell.trim()))].filter((cell) => cell !== '')
}

/** Returns the number of links for all combinations, and a text about it: "6 × 4 = 24 links". */
export function countCombinations(lists: readonly TypedList[]): { links: number; sentence: string } {
  const sizes = lists.map((list) => listValues(list).length).filter((size) => size > 0)
  const links = sizes.length === 0 ? 0 : sizes.reduce((product, size) => product * size, 1)
  const total = formatCount(links, 'link')
  const sentence =
    sizes.length > 1 ? `${sizes.map((size) => size.toLocaleString()).join(' × ')} = ${total}` : total
  const limit = `One run makes up to ${maxRows.toLocaleString()}.`
  return { links, sentence: links > maxRows ? `${sentence}. ${limit}` : sentence }
}

/** Maximum number of combinations that are shown before the run begins. */
const maxShown = 4

/** A combination of the lists' values, with the address of its link, or why it has none. */
export interface PreviewedLink {
  values: string
  address: string | null
  error: string | null
}

/** Returns what the first combinations become with a template. */
export function previewCombinations(
  lists: readonly { name: string; values: readonly string[] }[],
  template: Mapping['template'],
): PreviewedLink[] {
  const rows = lists
    .reduce<string[][]>(
      (combined, { values }) =>
        combined.flatMap((cells) => values.map((value) => [...cells, value])).slice(0, maxShown),
      [[]],
    )
    .filter((cells) => cells.length > 0)
  const header = lists.map(({ name }) => name)
  const guess = guessMapping(header, rows)
  const compile = createRowCompiler(header, { ...guess, template: { ...guess.template, ...template } })
  return rows.map((cells) => {
    const { request, errors } = compile(cells)
    return {
      values: cells.join(' · '),
      address: request?.desktop_custom_redirect?.url ?? null,
      error: errors[0]?.text ?? null,
    }
  })
}
