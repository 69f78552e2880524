import { expect, it } from 'vitest'
import { createWorkbook } from '../../../../renderer/ui/saveTable/workbook.ts'
import { removeFolder, temporaryFolder } from '../../../core/harness/app.ts'
import { testLibrary } from '../../../core/harness/library.ts'
import { readXlsx } from '../../../core/harness/readXlsx.ts'
import { cellTexts, createSheetReader } from '../../../core/harness/sheets.ts'

const rows = [
  ['Link', 'State', 'Größe'],
  ['=HYPERLINK("https://evil.example")', '<&>"_x000D_', ' é😀\t'],
  ['', 'a\r\nb;=1', ''],
]

it('a workbook created by the window can be opened, and every cell has its text without a guard', async () => {
  const bytes = Buffer.from(await createWorkbook(rows).arrayBuffer())
  const { Links } = await readXlsx(bytes)
  expect(Links?.map((cells) => rows[0]?.map((_, index) => cells[index] ?? ''))).toEqual(rows)
  const folder = await temporaryFolder()
  const library = testLibrary(folder)
  try {
    const run = await createSheetReader(library.database, folder).file(bytes, { choice: { headerRow: 1 } })
    expect(cellTexts(run)[0]).toEqual(rows[1])
  } finally {
    library.database.sql.close()
    await removeFolder(folder)
  }
})
