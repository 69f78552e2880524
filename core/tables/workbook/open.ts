import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { maxCellLength, maxColumns } from '../../../contract/app/tables/limits.ts'
import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx'
import { hiddenRowNote } from '../notes.ts'
import { CodedError } from '../../folder/codedError.ts'
import { isBlankRow } from '../fit.ts'
import type { Note, Table } from '../table.ts'
import { openArchive } from './archive.ts'
import { readCell } from './cell.ts'
import { parseFile, type Workbook } from './library.ts'
import { openOds, readOds } from './ods.ts'
import { openXlsx } from './xlsx.ts'

/** The sheet to read, or only the names of all. */
interface SheetChoice {
  sheet?: number | undefined
  namesOnly?: boolean
}

/** Maximum size of a workbook that isn't a ZIP, in bytes. */
const maxFileBytes = 50_000_000

/** Opens a workbook file. Throws `CodedError` if it isn't one. */
export async function openWorkbookTable(file: string, choice: SheetChoice): Promise<Table> {
  const head = readHead(file)
  if (head.subarray(0, 4).equals(zipSignature)) return await openZip(file, choice)
  if (!head.subarray(0, 8).equals(compoundSignature)) throw new CodedError('sheet_unknown')
  if (statSync(file).size > maxFileBytes) throw new CodedError('sheet_too_large')
  const content = readFileSync(file)
  // Excel encrypts a workbook as a part of a compound file (MS-OFFCRYPTO 2.3.4).
  if (content.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw new CodedError('sheet_locked')
  return await toTable(toWorkbook(parseFile(content)), choice)
}

/** Returns a workbook in the XML of Excel 2003, or in LibreOffice's flat XML, as a table. */
export async function openXmlTable(xml: string, choice: SheetChoice): Promise<Table> {
  if (!/<\/(?:[\w-]{1,20}:)?(?:Workbook|document)>\s*$/.test(xml.slice(-200)))
    throw new CodedError('sheet_broken')
  const workbook = xml.includes('urn:oasis') ? readOds(xml) : toWorkbook(parseFile(xml))
  if (!workbook) throw new CodedError('sheet_unknown')
  return await toTable(workbook, choice)
}

const zipSignature = Buffer.from('PK\x03\x04', 'latin1')
const compoundSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex')

function readHead(file: string): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const head = Buffer.alloc(8)
    readSync(descriptor, head)
    return head
  } finally {
    closeSync(descriptor)
  }
}

async function openZip(file: string, choice: SheetChoice): Promise<Table> {
  const archive = await openArchive(file)
  try {
    const workbook = (await openXlsx(archive)) ?? (await openOds(archive))
    if (!workbook) throw new CodedError('sheet_unknown')
    return await toTable(workbook, choice)
  } finally {
    archive.close()
  }
}

function toWorkbook({ SheetNames: names, Sheets: sheets, Workbook: properties }: WorkBook): Workbook {
  return {
    kind: 'xlsx',
    is1904: properties?.WBProps?.date1904 ?? false,
    sheets: names.map((name, index) => ({
      name,
      isHidden: (properties?.Sheets?.[index]?.Hidden ?? 0) !== 0,
    })),
    read: (index) => Promise.resolve(sheets[names[index] ?? ''] ?? null),
  }
}

/** Returns a sheet as a table, by default the first that is neither empty nor hidden. */
async function toTable(workbook: Workbook, { sheet: chosen, namesOnly }: SheetChoice): Promise<Table> {
  const all = workbook.sheets.map((_, index) => index)
  const visible = all.filter((index) => workbook.sheets[index]?.isHidden === false)
  const candidates = chosen === undefined ? (visible.length > 0 ? visible : all) : [chosen]
  const shared = {
    kind: workbook.kind,
    sheets: workbook.sheets.map(({ name }) => name),
    omitsEmptyCells: true,
  } as const
  for (const index of namesOnly ? [] : candidates) {
    const sheet = await workbook.read(index)
    const rows = sheet ? Object.keys(sheet['!data'] ?? []).length : 0
    if (sheet && rows > 0) return { ...shared, size: rows, ...readRows(sheet, workbook.is1904) }
  }
  return { ...shared, size: 0, ...readRows({}, false) }
}

function readRows(sheet: WorkSheet, is1904: boolean): Pick<Table, 'rows' | 'progress'> {
  const data = (sheet['!data'] ?? []) as (CellObject | undefined)[][]
  let read = 0
  repeatMergedCells(sheet, data)
  return {
    progress: () => read,
    rows: (function* () {
      for (const key of Object.keys(data)) {
        const index = Number(key)
        const row = toRow(data[index] ?? [], is1904)
        read++
        // Cells of read rows are no longer needed.
        data[index] = []
        if (sheet['!rows']?.[index]?.hidden) row.notes.unshift(hiddenRowNote)
        if (isBlankRow(row.cells) && !row.notes.some(({ isError }) => isError)) continue
        yield [{ ...row, row: index + 1 }]
      }
    })(),
  }
}

function toRow(data: readonly (CellObject | undefined)[], is1904: boolean) {
  const row = { cells: [] as string[], notes: [] as Note[], links: {} as Record<number, string> }
  for (const key of Object.keys(data)) {
    const cell = data[Number(key)]
    if (!cell) continue
    // Keeps one cell beyond the last allowed column, to detect that there are more.
    const column = Math.min(Number(key), maxColumns)
    const { text, note, isError = false } = readCell(cell, is1904)
    if (note !== undefined) row.notes.push({ column, text: note, isError })
    const link = cell.l?.Target ?? formulaLink(cell.f)
    if (link !== undefined) row.links[column] = link.slice(0, maxCellLength)
    if (text === '') continue
    while (row.cells.length < column) row.cells.push('')
    row.cells[column] = text.slice(0, maxCellLength + 1)
  }
  return row
}

/** Returns the address of `=HYPERLINK("https://…","text")`. */
function formulaLink(formula: string | undefined): string | undefined {
  return /^\s*HYPERLINK\(\s*"((?:[^"]|"")*)"/i.exec(formula ?? '')?.[1]?.replaceAll('""', '"')
}

/** Maximum number of cells that merged cells repeat. */
const maxRepeats = 1_000_000

/** Gives each row of a merged cell its value, because people merge cells that have the same one. */
function repeatMergedCells(sheet: WorkSheet, data: (CellObject | undefined)[][]): void {
  const used = Object.keys(data).map(Number)
  let repeats = 0
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    const cell = data[start.r]?.[start.c]
    if (!cell || end.r <= start.r) continue
    for (let at = lowerBound(used, start.r + 1); (used[at] ?? Infinity) <= end.r; at++) {
      const row = data[used[at] ?? 0]
      if (row) row[start.c] = cell
      if (++repeats > maxRepeats) throw new CodedError('sheet_too_large')
    }
  }
}

/** Returns the index of the first number that isn't below a minimum. */
function lowerBound(sorted: readonly number[], min: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < min) low = middle + 1
    else high = middle
  }
  return low
}
