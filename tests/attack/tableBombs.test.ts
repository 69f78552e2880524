import { afterEach, beforeEach, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { maxCellLength } from '../../contract/app/runs/mapping/mapping.ts'
import { createStagedFiles } from '../../core/library/imports/stagedFiles.ts'
import { createImports } from '../../core/library/imports/imports.ts'
import { removeFolder, temporaryFolder } from '../core/harness/app.ts'
import { testLibrary } from '../core/harness/library.ts'
import type { TestLibrary } from '../core/harness/library.ts'
import { createSheetReader } from '../core/harness/sheets.ts'
import { createOds, createXlsx } from '../core/harness/workbooks.ts'

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

const long = 'x'.repeat(maxCellLength)
const cell = `<table:table-cell office:value-type="string" table:number-columns-repeated="400"><text:p>${long}</text:p></table:table-cell>`
const repeatedText = (rows: number) =>
  createOds(
    `<table:table table:name="One"><table:table-row table:number-rows-repeated="${rows}">${cell}</table:table-row></table:table>`,
  )
const bombs: [string, () => Promise<Buffer>][] = [
  ['a workbook of LibreOffice that repeats one text 20 million times', () => repeatedText(50_000)],
  [
    'a workbook of Excel that refers to one text 400,000 times',
    () =>
      createXlsx({
        sheets: [{ name: 'One', rows: `<row>${'<c t="s"><v>0</v></c>'.repeat(400)}</row>`.repeat(1_000) }],
        strings: `<si><t>${long}</t></si>`,
      }),
  ],
]

test.each(bombs)(
  '%s is rejected at 200 MB, and its disk space is freed',
  async (_, make) => {
    const reader = createSheetReader(library.database, folder)
    const content = await make()
    await expect(reader.file(content, { choice: { headerRow: 0 } })).rejects.toThrow('sheet_too_large')
    await library.database.reclaim.idle()
    const { size } = statSync(join(folder, 'library.db'))
    console.log(`${content.length} bytes in, ${size} bytes left`)
    expect(size).toBeLessThan(6_000_000)
  },
  600_000,
)

test('Import rejects a workbook that repeats one text 19.6 million times, and keeps the rest of the app running', async () => {
  const staged = createStagedFiles(folder)
  const id = randomUUID()
  staged.begin(id)
  staged.append(id, (await repeatedText(49_000)).toString('base64'))
  const imports = createImports(library.database, staged)
  const target = { profiles: [], profileId: 'p', environment: 'production' } as const
  const read = async () => {
    await imports.open(id, target)
    while (!(await imports.next(id, false)).isLast);
  }
  await expect(read()).rejects.toThrow('sheet_too_large')
})
