import type { CsvColumn } from '../../../contract/app/library/columns/csvColumns.ts'
import type { LinkRow } from '../linkRow.ts'
import { openXlsxFile } from '../tables/xlsxFile.ts'
import { csvCells, formatHeader, type VisitTotals } from './csv.ts'
import type { Writing } from './writing.ts'

/** Maximum rows of an Excel sheet, without the header. */
const maxRows = 1_048_575

/** Starts a workbook of links. Continues in further sheets if one isn't enough. */
export async function writeWorkbook(
  file: string,
  batches: Iterator<LinkRow[]>,
  { count, columns, visits }: { count: number; columns: readonly CsvColumn[]; visits: VisitTotals },
): Promise<Writing> {
  const sheets = Math.max(1, Math.ceil(count / maxRows))
  const names = Array.from({ length: sheets }, (_, index) => ({
    name: index === 0 ? 'Links' : `Links ${index + 1}`,
  }))
  const table = await openXlsxFile(file, names)
  let [sheet, rows] = [1, 0]
  await table.write([formatHeader(columns)])
  return {
    step: async () => {
      const batch = batches.next()
      if (batch.done) {
        await table.end()
        return null
      }
      // Links added meanwhile go into the last sheet.
      if (rows + batch.value.length > maxRows && sheet < sheets) {
        await table.nextSheet()
        await table.write([formatHeader(columns)])
        ;[sheet, rows] = [sheet + 1, 0]
      }
      rows += batch.value.length
      await table.write(batch.value.map((row) => csvCells(row, columns, visits)))
      return { links: batch.value.length }
    },
    abandon: table.abandon,
  }
}
