import { array, assert, asyncProperty, constantFrom, oneof, string } from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTableFile } from '../../../../core/library/tables/tableFile.ts'
import { removeFolder, temporaryFolder } from '../../harness/app.ts'
import { testLibrary } from '../../harness/library.ts'
import type { TestLibrary } from '../../harness/library.ts'
import { readXlsx } from '../../harness/readXlsx.ts'
import { cellTexts, createSheetReader } from '../../harness/sheets.ts'

let folder: string
let library: TestLibrary
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
})
afterEach(async () => {
  library.database.sql.close()
  await removeFolder(folder)
})

let count = 0
async function writeAndRead(format: 'csv' | 'xlsx', rows: readonly (readonly string[])[]): Promise<Buffer> {
  const file = join(folder, `table-${++count}`)
  const table = await openTableFile(file, format, [{ name: 'One' }])
  for (const row of rows) await table.write([row])
  await table.end()
  return readFileSync(file)
}

/** Generates any text, and texts that spreadsheets and their files misinterpret. */
const cell = oneof(
  string({ unit: 'grapheme', maxLength: 20 }),
  string({
    unit: constantFrom(...Array.from('=+-@\'"\t\r\n,;|_x000D&<>\u0000\u001f\ufffe é😀')),
    maxLength: 12,
  }),
  constantFrom('_x000D_', '__x005F_x41_', '1e5', '01', '2026-03-01', 'TRUE', ']]>', '&amp;', ' ', 'sep=,'),
)

describe.each(['csv', 'xlsx'] as const)('a table that was written as %s', (format) => {
  it('a written table reads back with the same cells, whatever they are', async () => {
    const reader = createSheetReader(library.database, folder)
    await assert(
      asyncProperty(
        array(array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        async (rows) => {
          // The first cell keeps each row from being empty. CSV can't contain NUL, and XML turns CR into LF.
          const table = rows.map((cells, at) => [
            `row ${at}`,
            ...cells.map((one) =>
              format === 'csv' ? one.replaceAll('\0', '') : one.replaceAll(/\r\n?/g, '\n'),
            ),
          ])
          const run = await reader.file(await writeAndRead(format, [['Row', 'A', 'B', 'C'], ...table]), {
            choice: { headerRow: 1 },
          })
          const read = cellTexts(run).map((cells) => table[0]?.map((_, at) => cells[at] ?? ''))
          expect(read).toEqual(table)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a workbook', () => {
  it('a workbook truncates only texts that are too long for Excel', async () => {
    const texts = ['x'.repeat(32_767), 'x'.repeat(32_768), `${'x'.repeat(32_765)}😀😀`]
    const { One } = await readXlsx(await writeAndRead('xlsx', [texts]))
    expect(One?.[0]?.map((text) => [text.length, text.slice(-2)])).toEqual([
      [32_767, 'xx'],
      [32_767, 'x…'],
      [32_767, '\ufffd…'],
    ])
  })

  it('a workbook reports a full disk, and never hangs', async () => {
    await expect(openTableFile('/nowhere/at/all', 'csv', [{ name: 'One' }])).rejects.toThrow('ENOENT')
    const table = await openTableFile('/nowhere/at/all', 'xlsx', [{ name: 'One' }])
    const all = async () => {
      for (let time = 0; time < 100; time++) await table.write([['x'.repeat(30_000)]])
      await table.end()
    }
    await expect(all()).rejects.toThrow('ENOENT')
    await table.abandon()
  })
})
