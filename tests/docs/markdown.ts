import { readFileSync } from 'node:fs'

/** Returns a document's text, given its path from the root. */
export function readDocument(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}

/** Returns the text below the heading that starts with `heading`, up to the next heading of any level. */
export function findSection(text: string, heading: string): string {
  const [, ...sections] = text.split(`\n${heading}`)
  if (sections.length !== 1) throw new Error(`There are ${sections.length} headings "${heading}".`)
  return sections[0]?.split(/\n#+ /)[0] ?? ''
}

/** Returns the table rows of a text without headers, each as a list of cells. */
export function tableRows(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  const cells = lines.map((line) => line.slice(1, line.lastIndexOf('|')).split(/(?<!\\)\|/))
  const isRule = (row: string[]) => row.every((cell) => /^ *:?-+:? *$/.test(cell))
  return cells
    .filter((row, index) => !isRule(row) && !(cells[index + 1] && isRule(cells[index + 1] ?? [])))
    .map((row) => row.map((cell) => cell.trim()))
}

/** Returns the top-level list items of a text, each with its nested lines. */
export function listItems(text: string): string[] {
  const items = text.split(/^(?=- |\d+\. )/m).slice(1)
  return items.map((item) => item.split(/\n\n(?! )/)[0] ?? '')
}

/** Returns all inline code in a text. */
export function codeSpans(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')
}
