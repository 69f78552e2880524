import { readFileSync } from 'node:fs'

/** A document of this repository, by its path from the root. */
export function readDocument(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}

/** The text below the heading that begins like this, up to the next heading of any level. */
export function findSection(text: string, heading: string): string {
  const [, ...rest] = text.split(`\n${heading}`)
  if (rest.length !== 1) throw new Error(`There are ${rest.length} headings "${heading}".`)
  return rest[0]?.split(/\n#+ /)[0] ?? ''
}

/** The rows of the tables in a text, without their heads: each a list of cells. */
export function tableRows(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  const cells = lines.map((line) => line.slice(1, line.lastIndexOf('|')).split(/(?<!\\)\|/))
  const isRule = (row: string[]) => row.every((cell) => /^ *:?-+:? *$/.test(cell))
  return cells
    .filter((row, at) => !isRule(row) && !(cells[at + 1] && isRule(cells[at + 1] ?? [])))
    .map((row) => row.map((cell) => cell.trim()))
}

/** Every piece of code in a text: `like this`. */
export function codeSpans(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')
}
