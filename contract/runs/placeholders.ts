import { maxCellLength } from './mapping.ts'

/** A template's text in its order: what stands there, and the columns whose cells are put in between. */
export type Part = string | number

export interface ParsedTemplate {
  parts: readonly Part[]
  /** Why the template cannot be filled, as a sentence; `null` where it can. */
  fault: string | null
}

/** Two braces as they are: what a template has for text that would begin a placeholder. */
const literalBraces = '{{}}'

/** A text as a template that stands for itself. */
export function escapeTemplate(text: string): string {
  return text.replaceAll('{{', literalBraces)
}

/**
 * Reads a template. `{{name}}` stands for the cell of the column of that name: spelled alike, or else alike but for capital and
 * small letters and white space around it. `{{}}` stands for two braces.
 */
export function parseTemplate(text: string, columns: ColumnNames): ParsedTemplate {
  const parts: Part[] = []
  let literal = ''
  let position = 0
  for (let begin = text.indexOf('{{'); begin >= 0; begin = text.indexOf('{{', position)) {
    const end = text.indexOf('}}', begin + 2)
    if (end < 0) return { parts: [], fault: 'There is “{{” without “}}” after it.' }
    literal += text.slice(position, begin)
    position = end + 2
    const name = text.slice(begin + 2, end)
    if (name === '') {
      literal += '{{'
      continue
    }
    const column = columns.find(name)
    if (column === undefined) return { parts: [], fault: `There is no column “${shortenName(name)}”.` }
    if (literal !== '') parts.push(literal)
    literal = ''
    parts.push(column)
  }
  literal += text.slice(position)
  if (literal !== '') parts.push(literal)
  return { parts, fault: null }
}

/** Finds columns by the names that placeholders give them. */
export interface ColumnNames {
  find: (name: string) => number | undefined
}

export function createColumnFinder(header: readonly string[]): ColumnNames {
  // Maps, since a column may be called `__proto__`. Of equal names the first counts.
  const exact = new Map<string, number>()
  const loose = new Map<string, number>()
  for (const [at, name] of header.entries()) {
    if (!exact.has(name)) exact.set(name, at)
    if (!loose.has(foldName(name))) loose.set(foldName(name), at)
  }
  return { find: (name) => exact.get(name) ?? loose.get(foldName(name)) }
}

/** The columns that a template uses, each once. */
export function usedColumns({ parts }: ParsedTemplate): number[] {
  return [...new Set(parts.filter((part) => typeof part === 'number'))]
}

/** A cell's text as it stands in a template behind what stands `before`; `at` is the place of the part. */
export type InsertCell = (cell: string, before: string, at: number) => string

/**
 * A template with cells in it, each as `insert` makes it; `null` where that becomes longer
 * than any cell may be.
 */
export function fillTemplate(
  parts: readonly Part[],
  cells: readonly string[],
  insert: InsertCell,
): string | null {
  let text = ''
  for (const [at, part] of parts.entries()) {
    text += typeof part === 'string' ? part : insert(cells[part] ?? '', text, at)
    if (text.length > maxCellLength) return null
  }
  return text
}

function foldName(name: string): string {
  return name.trim().toLowerCase()
}

/** A name of a column in a sentence. */
export function shortenName(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name
}
