import { closeSync, openSync, readSync } from 'node:fs'
import type { StagedFile } from '../../imports/stagedFiles.ts'
import { SheetError } from './sheetError.ts'
import { openArchive } from './workbook/archive.ts'
import type { Workbook } from './workbook/book.ts'
import { openOds } from './workbook/ods.ts'
import { openXlsx } from './workbook/xlsx.ts'

/** Opens a workbook file. Throws `SheetError` if it isn't one. */
export async function openBinaryWorkbook({ file }: StagedFile): Promise<Workbook> {
  const descriptor = openSync(file, 'r')
  try {
    const head = Buffer.alloc(64)
    readSync(descriptor, head, 0, head.length, 0)
    if (head.subarray(0, 4).equals(zipSignature)) return await openWorkbook(file)
    throw new SheetError(isEncrypted(descriptor, head) ? 'sheet_locked' : 'sheet_unknown')
  } finally {
    closeSync(descriptor)
  }
}

/** Opens a workbook of any supported format, regardless of its name. */
async function openWorkbook(file: string): Promise<Workbook> {
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

const zipSignature = Buffer.from('PK\x03\x04', 'latin1')
const compoundSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * Excel stores an encrypted workbook in a compound file whose directory names it (MS-OFFCRYPTO 2.3.4, MS-CFB
 * 2.2).
 */
function isEncrypted(descriptor: number, head: Buffer): boolean {
  if (!head.subarray(0, 8).equals(compoundSignature)) return false
  const sectorSize = head.readUInt16LE(30) === 12 ? 4_096 : 512
  const folder = Buffer.alloc(4_096)
  readSync(descriptor, folder, 0, folder.length, (head.readUInt32LE(48) + 1) * sectorSize)
  return folder.includes(Buffer.from('EncryptedPackage', 'utf16le'))
}
