import { shortenName } from '../../../service/text/text.ts'
import { maxCellLength } from '../mapping/mapping.ts'

/** A part of a parsed template: literal text, or the index of a column. */
export type Part = string | number

export interface ParsedTemplate {
  parts: readonly Part[]
  /** Why the template is invalid, as a sentence; `null` if valid. */
  error: string | null
}

/** Escape sequence for two literal braces. */
const literalBraces = '{{}}'

/** Returns a template that produces the text literally. */
export function escapeTemplate(text: string): string {
  return text.replaceAll('{{', literalBraces)
}

/**
 * Parses a template. `{{name}}` is replaced with the cell of that column. An exact match takes precedence over one that
 * ignores case and outer white space. `{{}}` produces two braces. `noun` is the word for a column in an error.
 */
export function parseTemplate(text: string, columns: ColumnNames, noun = 'column'): ParsedTemplate {
  const parts: Part[] = []
  let literal = ''
  let position = 0
  for (let begin = text.indexOf('{{'); begin >= 0; begin = text.indexOf('{{', position)) {
    const end = text.indexOf('}}', begin + 2)
    if (end < 0) return { parts: [], error: 'There is “{{” without “}}” after it.' }
    literal += text.slice(position, begin)
    position = end + 2
    const name = text.slice(begin + 2, end)
    if (name === '') {
      literal += '{{'
      continue
    }
    const column = columns.find(name)
    if (column === undefined) return { parts: [], error: `There is no ${noun} “${shortenName(name)}”.` }
    if (literal !== '') parts.push(literal)
    literal = ''
    parts.push(column)
  }
  literal += text.slice(position)
  if (literal !== '') parts.push(literal)
  return { parts, error: null }
}

/** Finds columns by name. */
export type ColumnNames = ReturnType<typeof createColumnFinder>

export function createColumnFinder(header: readonly string[]) {
  // Maps, because a column may be named `__proto__`. Of equal names, the first is used.
  const byName = new Map<string, number>()
  const byFoldedName = new Map<string, number>()
  for (const [index, name] of header.entries()) {
    if (!byName.has(name)) byName.set(name, index)
    if (!byFoldedName.has(foldName(name))) byFoldedName.set(foldName(name), index)
  }
  return { find: (name: string) => byName.get(name) ?? byFoldedName.get(foldName(name)) }
}

/** Returns the distinct columns that a template uses. */
export function usedColumns({ parts }: ParsedTemplate): number[] {
  return [...new Set(parts.filter((part) => typeof part === 'number'))]
}

/**
 * Returns a cell's text, converted for its position in a template. `before` is the text so far; `index` is the index of
 * the part.
 */
export type InsertCell = (cell: string, before: string, index: number) => string

/**
 * Fills a template with cells, each converted by `insert`. Returns `null` if the result exceeds
 * `maxCellLength`.
 */
export function fillTemplate(
  parts: readonly Part[],
  cells: readonly string[],
  insert: InsertCell,
): string | null {
  let text = ''
  for (const [index, part] of parts.entries()) {
    text += typeof part === 'string' ? part : insert(cells[part] ?? '', text, index)
    if (text.length > maxCellLength) return null
  }
  return text
}

function foldName(name: string): string {
  return name.trim().toLowerCase()
}
