import { maxRows } from '../../../../contract/app/runs/sources.ts'
import { guessMapping } from '../../../../contract/app/runs/mapping/guess.ts'
import type { Mapping } from '../../../../contract/app/runs/mapping/mapping.ts'
import { createRowCompiler } from '../../../../contract/app/runs/template/compile.ts'
import { parseCells } from '../../../../contract/app/tables/csvReader.ts'
import { createColumnFinder, parseTemplate } from '../../../../contract/app/runs/template/placeholders.ts'
import { maxCellLength } from '../../../../contract/app/tables/limits.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'

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

/** Returns the lists that have values, each with a name. */
export function readLists(lists: readonly TypedList[]): { name: string; values: string[] }[] {
  return lists
    .map((list, index) => ({
      name: list.name.trim() || `List ${String(index + 1)}`,
      values: listValues(list),
    }))
    .filter(({ values }) => values.length > 0)
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

/** Why lists can't be combined: because of the list with this index, its name or its values, or of the address. */
export interface ListsError {
  list: number | null
  isName: boolean
  text: string
}

/**
 * Returns why lists can't be combined; `null` if they can. Values that only some links can't have are errors of their rows,
 * which are checked afterwards.
 */
export function findListsError(
  lists: readonly TypedList[],
  address: string,
  previewed: readonly PreviewedLink[],
): ListsError | null {
  const names = lists.map(({ name }) => name.trim().toLowerCase())
  const repeated = names.findIndex((name, index) => name !== '' && names.indexOf(name) < index)
  if (repeated >= 0) return { list: repeated, isName: true, text: 'Another list has this name.' }
  const long = lists.findIndex((list) => listValues(list).some(({ length }) => length > maxCellLength))
  const limit = `A value is longer than ${formatNumber(maxCellLength)} characters.`
  if (long >= 0) return { list: long, isName: false, text: limit }
  const { error } = parseTemplate(address, createColumnFinder(lists.map(({ name }) => name)), 'list')
  if (error !== null) return { list: null, isName: false, text: error }
  // A list can have the addresses themselves.
  const isMissing = previewed.some((link) => link.address === null && link.error === null)
  const missing = 'Enter where the links go.'
  if (isMissing) return { list: null, isName: false, text: missing }
  const isUnusable = previewed.every((link) => link.address === null)
  return isUnusable ? { list: null, isName: false, text: previewed[0]?.error ?? missing } : null
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
