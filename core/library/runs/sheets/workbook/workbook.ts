import { SheetError } from '../sheetError.ts'
import { openArchive } from './archive.ts'
import type { Workbook } from './book.ts'
import { openOds } from './ods.ts'
import { openXlsx } from './xlsx.ts'

/**
 * Opens a workbook of any supported format, regardless of its name. Throws `SheetError` if it can't be read.
 */
export async function openWorkbook(file: string): Promise<Workbook> {
  const archive = await openArchive(file)
  try {
    const workbook = (await openXlsx(archive)) ?? (await openOds(archive))
    if (!workbook) throw new SheetError('sheet_unknown')
    return workbook
  } catch (error) {
    archive.close()
    throw error
  }
}
