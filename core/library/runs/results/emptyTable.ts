import { columnsToFill } from '../../../../contract/runs/columnsToFill.ts'
import { openTableFile } from '../../tables/tableFile.ts'

/** Writes a table to be filled in: the names of the columns and an example, and in a workbook a second sheet that explains them. */
export async function writeEmptyTable(file: string, form: 'csv' | 'xlsx'): Promise<void> {
  const columns = columnsToFill()
  const widths = columns.map(({ name, example }) => Math.max(name.length, example.length) + 3)
  const sheets = [
    { name: 'Links', widths },
    { name: 'Columns', widths: [36, 40, 100] },
  ] as const
  const table = await openTableFile(file, form, sheets)
  try {
    await table.write([columns.map(({ name }) => name), columns.map(({ example }) => example)])
    await table.nextSheet()
    const explained = columns.map(({ name, example, about }) => [name, example, about])
    await table.write([['Column', 'Example', 'What it is for'], ...explained])
    await table.end()
  } catch (error) {
    await table.abandon()
    throw error
  }
}
