import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { codeSpans, findSection, readDocument, tableRows } from './markdown.ts'

const units: Record<string, string> = { MB: '_000_000', GB: '_000_000_000', MiB: ' * 1_024 * 1_024' }

/** Returns the numbers of a cell such as `50,000; a file of 50 MB` as the code spells them. */
function findSpellings(cell: string): string[] {
  return [...cell.matchAll(/(\d[\d,]*\d|\d)(?: (MB|GB|MiB))?/g)].map(([, number = '', unit = '']) => {
    const spelling = number.replaceAll(',', '_') + (units[unit] ?? '')
    return spelling === '1 * 1_024 * 1_024' ? '1_024 * 1_024' : spelling
  })
}

it.each(tableRows(findSection(readDocument('docs/limits.md'), '## The app')))(
  'the limit of %s in docs/limits.md is the one of its file: %s',
  (_, cell = '', definedIn = '') => {
    const spellings = findSpellings(cell)
    expect(spellings).not.toEqual([])
    const [file = ''] = codeSpans(definedIn)
    const code = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    expect(
      spellings.filter(
        (spelling) => !new RegExp(`(?<![\\w_])${spelling.replaceAll('*', '\\*')}(?![\\w_])`).test(code),
      ),
    ).toEqual([])
  },
)
