import { maxRows } from '../../../../contract/app/runs/sources.ts'
import { guessMapping } from '../../../../contract/app/runs/mapping/guess.ts'
import type { Mapping } from '../../../../contract/app/runs/mapping/mapping.ts'
import { createRowCompiler } from '../../../../contract/app/runs/template/compile.ts'
import { parseCells } from '../../../../contract/app/tables/csvReader.ts'
import { createColumnFinder, parseTemplate } from '../../../../contract/app/runs/template/placeholders.ts'
import { maxCellLength } from '../../../../contract/app/tables/limits.ts'
import { completeAddress } from '../../../../contract/app/values/completeAddress.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'

/** Lists whose values are combined, as typed, and the address of all links. */
export interface TypedLists {
  address: string
  lists: {
    name: string
    /** One value per line. */
    text: string
  }[]
}

/** Returns a list's values without blanks and duplicates: its lines, or the cells of a pasted row or column. */
export function listValues(text: string): string[] {
  const cells = parseCells(text, '\t').flat()
  return [...new Set(cells.map((cell) => cell.trim()))].filter((cell) => cell !== '')
}

/** Returns the lists that have values, each with a name, and the template of all links. */
export function readLists({ address, lists }: TypedLists) {
  const template: Mapping['template'] = address.trim() === '' ? {} : { everyone: completeAddress(address) }
  const named = lists.map(({ name, text }, index) => ({
    name: name.trim() || `List ${String(index + 1)}`,
    values: listValues(text),
  }))
  return { lists: named.filter(({ values }) => values.length > 0), template }
}

type ReadLists = ReturnType<typeof readLists>

/** Returns the number of links for all combinations, and a text about it: "6 × 4 = 24 links". */
export function countCombinations({ lists }: Pick<ReadLists, 'lists'>): { links: number; sentence: string } {
  const sizes = lists.map(({ values }) => values.length)
  const links = sizes.length === 0 ? 0 : sizes.reduce((product, size) => product * size, 1)
  const total = formatCount(links, 'link')
  const sentence =
    sizes.length > 1 ? `${sizes.map((size) => size.toLocaleString()).join(' × ')} = ${total}` : total
  const limit = `One run makes up to ${maxRows.toLocaleString()}.`
  return { links, sentence: links > maxRows ? `${sentence}. ${limit}` : sentence }
}

/**
 * Returns what keeps lists from being combined, by the field's path in the form. Values that only some links can't have
 * are errors of their rows, which are checked afterwards.
 */
export function findListsErrors(typed: TypedLists): Record<string, string> {
  const { address, lists } = typed
  const names = lists.map(({ name }) => name.trim().toLowerCase())
  const repeated = names.findIndex((name, index) => name !== '' && names.indexOf(name) < index)
  if (repeated >= 0) return { [`lists.${repeated}.name`]: 'Another list has this name.' }
  const long = lists.findIndex(({ text }) => listValues(text).some(({ length }) => length > maxCellLength))
  const limit = `A value is longer than ${formatNumber(maxCellLength)} characters.`
  if (long >= 0) return { [`lists.${long}.text`]: limit }
  const { error } = parseTemplate(address, createColumnFinder(lists.map(({ name }) => name)), 'list')
  if (error !== null) return { address: error }
  const previewed = previewCombinations(readLists(typed))
  // A list can have the addresses themselves.
  const isMissing = previewed.some((link) => link.address === null && link.error === null)
  if (isMissing) return { address: 'Enter where the links go.' }
  const isUnusable = previewed.every((link) => link.address === null)
  return isUnusable ? { address: previewed[0]?.error ?? '' } : {}
}

/** Maximum number of combinations that are shown before the run begins. */
const maxShown = 4

/** A combination of the lists' values, with the address of its link, or why it has none. */
export interface PreviewedLink {
  values: string
  address: string | null
  error: string | null
}

/** Returns what the first combinations become. */
export function previewCombinations({ lists, template }: ReadLists): PreviewedLink[] {
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
