import * as library from '@e965/xlsx'
import { CFB, read, type ParsingOptions, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { CodedError } from '../../folder/codedError.ts'

/** Functions of the library that its types omit. */
const untyped = library as unknown as {
  parse_zip: (zip: unknown, options: ParsingOptions) => WorkBook
  SSF: { format: (format: string, value: number, options: object) => string }
}

/** Texts are formatted later, only for the cells that need it. */
const options: ParsingOptions = {
  dense: true,
  cellFormula: true,
  cellHTML: false,
  cellNF: true,
  cellText: false,
}

/** Parses the parts of a workbook. */
export function parseParts(
  parts: Readonly<Record<string, string | Buffer>>,
  more: ParsingOptions = {},
): WorkBook {
  const { utils } = CFB as { utils: Record<'cfb_new' | 'cfb_add', (...input: unknown[]) => unknown> }
  const zip = utils.cfb_new()
  for (const [path, content] of Object.entries(parts))
    utils.cfb_add(zip, path, Buffer.from(content as string), { unsafe: true })
  return withLibraryErrors(() => untyped.parse_zip(zip, { ...options, ...more }))
}

/** Parses a workbook that isn't a ZIP: XLS, or XML of Excel 2003. */
export function parseFile(content: Buffer | string): WorkBook {
  const type = typeof content === 'string' ? 'string' : 'buffer'
  return withLibraryErrors(() => read(content, { ...options, type, cellStyles: true }))
}

/** The library throws texts and errors of any class for a damaged file. */
function withLibraryErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof CodedError) throw error
    throw new CodedError(/password/i.test(String(error)) ? 'sheet_locked' : 'sheet_broken')
  }
}

/** Ranges of hidden rows: their first and last index, in order. */
export type HiddenRows = readonly (readonly [first: number, last: number])[]

/** Marks the hidden rows of a sheet, which the library reads only together with all colors. */
export function markHiddenRows(sheet: WorkSheet, hiddenRows: HiddenRows): WorkSheet {
  const rows: { hidden: boolean }[] = []
  let range = 0
  for (const index of Object.keys(sheet['!data'] ?? []).map(Number)) {
    while ((hiddenRows[range]?.[1] ?? Infinity) < index) range++
    if ((hiddenRows[range]?.[0] ?? Infinity) <= index) rows[index] = { hidden: true }
  }
  return { ...sheet, '!rows': rows }
}

/** Returns a number as a cell with this format shows it. */
export function formatLike(format: string, value: number, is1904: boolean): string {
  try {
    return untyped.SSF.format(format, value, { date1904: is1904 })
  } catch {
    return String(value)
  }
}

export interface Workbook {
  kind: 'xlsx' | 'ods'
  sheets: readonly { name: string; isHidden: boolean }[]
  /** Whether days are counted from 1904. */
  is1904: boolean
  /** Returns a sheet; `null` if there is none with this index. */
  read: (index: number) => Promise<WorkSheet | null>
}
