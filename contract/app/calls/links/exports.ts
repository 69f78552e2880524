import { z } from 'zod'
import { call } from '../call.ts'
import { csvColumn } from '../../library/columns/csvColumns.ts'
import { qrWidths } from '../../qr/qrStyle.ts'
import { libraryView } from '../../library/view.ts'
import { fileDelimiters } from '../../tables/spreadsheet.ts'

/** Maximum number of individually selected links. Larger selections use a view. */
export const maxSelectedLinks = 10_000

/** The links to export: selected links in this order, all links of a view in its order, or the whole library. */
const exportedLinks = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(maxSelectedLinks) }),
  z.strictObject({ view: libraryView }),
  z.strictObject({ everything: z.literal(true) }),
])
export type ExportedLinks = z.output<typeof exportedLinks>

const columns = z.array(csvColumn).min(1).max(100).readonly()

const delimiter = z.enum(fileDelimiters).optional()

/** The kind of file and its contents. */
const exportFormat = z.discriminatedUnion('kind', [
  /** A table for spreadsheets with these columns. Some spreadsheets expect semicolons as delimiters. */
  z.strictObject({ kind: z.literal('csv'), columns, delimiter }),
  /** The same table as a workbook. All cells are text, never formulas. */
  z.strictObject({ kind: z.literal('xlsx'), columns }),
  /**
   * All data of the links (`contract/app/library/linkFile.ts`), oldest first; for the whole library also presets and saved
   * views.
   */
  z.strictObject({ kind: z.literal('json') }),
  /**
   * A ZIP with a QR code for each link that has an address, in its profile's style, and an index table. `image` defaults to
   * SVG, which codes with a logo always are. `centimetres`: the printed width, by default that of the profile.
   */
  z.strictObject({
    kind: z.literal('qr'),
    delimiter,
    image: z.enum(['svg', 'png']).optional(),
    centimetres: z.number().min(qrWidths.min).max(qrWidths.max).optional(),
  }),
])
export type ExportFormat = z.output<typeof exportFormat>

/** Exports links to a file, which the window then downloads from `exportPath`. */
export const exportCalls = {
  /** Returns the columns of the last exported table. */
  'exports.columns': call({}, z.array(csvColumn)),
  /** Starts writing the file and returns the job's id. The file is available until the job is dismissed. */
  'exports.links': call({ which: exportedLinks, format: exportFormat }, z.object({ job: z.uuid() })),
}
