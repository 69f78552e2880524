import { z } from 'zod'
import { csvColumnNames } from '../library/csvColumns.ts'
import { libraryView } from '../library/view.ts'
import { fileDelimiters } from '../spreadsheet.ts'

/** Single links are as many at most. Whoever wants more means all that a view shows. */
export const maxSelectedLinks = 10_000

/** Which links go into a file: some, in this order; all that a view shows, in its order; or the whole library. */
export const exportedLinks = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(maxSelectedLinks) }),
  z.strictObject({ view: libraryView }),
  z.strictObject({ everything: z.literal(true) }),
])
export type ExportedLinks = z.output<typeof exportedLinks>

const columns = z.array(z.enum(csvColumnNames)).min(1).max(100).readonly()

/** What kind of file, and what is in it. */
export const exportForm = z.discriminatedUnion('kind', [
  /** A table for spreadsheets, with these columns. Some read semicolons between the cells and no commas. */
  z.strictObject({ kind: z.literal('csv'), columns, delimiter: z.enum(fileDelimiters).optional() }),
  /** The same as a workbook, whose cells are texts and never formulas. */
  z.strictObject({ kind: z.literal('xlsx'), columns }),
  /** Everything that the library keeps of the links (`contract/library/linkFile.ts`); of the whole library the presets and saved views too. */
  z.strictObject({ kind: z.literal('json') }),
  /** A ZIP of QR codes, an SVG for each link that has an address, in the look of its profile, with a table of what each is for. */
  z.strictObject({ kind: z.literal('qr') }),
])
export type ExportForm = z.output<typeof exportForm>

/** Where the files are fetched from, each by the id of the job that wrote it. */
export const exportPath = '/export/'

/** A file made of links, which the window then fetches from `exportPath`. */
export const exportCalls = {
  /** The columns of the table that was exported last. */
  'exports.columns': { input: z.strictObject({}), output: z.array(z.enum(csvColumnNames)) },
  /** Starts writing the file, and answers the job that does it. The file is there until that job is dismissed. */
  'links.export': {
    input: z.strictObject({ which: exportedLinks, form: exportForm }),
    output: z.object({ job: z.uuid() }),
  },
}
