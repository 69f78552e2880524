import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDocument, tableRows } from './markdown.ts'

const root = join(import.meta.dirname, '../..')
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: root })

/** Longer cells make a table unreadable, on the screen and in the source. */
const maxCellLength = 120

/** Returns a document without its examples. */
const readProse = (file: string) => readDocument(file.replaceAll('\\', '/')).replaceAll(/^```.*?^```$/gms, '')

describe('the tables of', () => {
  it.each(documents)('%s have no cell that is too long', (file) => {
    const cells = tableRows(readProse(file)).flat()
    expect(cells.filter((cell) => cell.length > maxCellLength)).toEqual([])
  })

  it('the tables of documents are found', () =>
    expect(tableRows(readProse('README.md')).length).toBeGreaterThan(5))
})
