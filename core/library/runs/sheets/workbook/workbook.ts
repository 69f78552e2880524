import { SheetFault } from '../fault.ts'
import { openArchive } from './archive.ts'
import type { Workbook } from './book.ts'
import { odsOf } from './ods.ts'
import { xlsxOf } from './xlsx.ts'

/** Opens a workbook, whatever its name is. Throws `SheetFault` for what cannot be read. */
export async function openWorkbook(file: string): Promise<Workbook> {
  const archive = await openArchive(file)
  try {
    const workbook = (await xlsxOf(archive)) ?? (await odsOf(archive))
    if (!workbook) throw new SheetFault('sheet_unknown')
    return workbook
  } catch (error) {
    archive.close()
    throw error
  }
}
