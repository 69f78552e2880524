import { z } from 'zod'
import { linkHost } from '../library/imports.ts'
import { selectedLinks } from '../library/view.ts'
import { wantedChange } from './changePlan.ts'
import { maxCellLength, mapping } from './mapping/mapping.ts'
import { readingChoice } from '../tables/reading.ts'

/** Maximum number of rows of a new run. Runs of earlier versions can have more (decision 34). */
export const maxRows = 50_000
/** Maximum size of a table's file, and of its text when it is stored, in bytes. */
export const [maxTableBytes, maxTableTextBytes] = [50_000_000, 200_000_000]

/**
 * A file uploaded by `imports.begin` and `imports.append`.
 */
const fileSource = z.strictObject({
  kind: z.literal('file'),
  file: z.uuid(),
  name: z.string().max(500),
  /** Whether the file is a paste that is too large for one call: JSON of `pastedCells`. */
  isPasted: z.boolean().optional(),
  choice: readingChoice.optional(),
  /**
   * Moves links here: those on a link domain of the profile keep their paths. `host` is that of rows without one. More links
   * than a run can have become several runs.
   */
  move: z.strictObject({ host: linkHost.optional() }).optional(),
})

/** Maximum lengths of pasted text and HTML, in UTF-16 units. */
export const [maxPastedText, maxPastedHtml] = [20_000_000, 40_000_000]

/** Cells copied from a spreadsheet: as text, and as HTML if available. */
export const pastedCells = z.strictObject({
  text: z.string().max(maxPastedText),
  html: z.string().max(maxPastedHtml).default(''),
})
export type PastedCells = z.output<typeof pastedCells>

const pastedSource = pastedCells.extend({ kind: z.literal('pasted'), choice: readingChoice.optional() })

/** An uploaded or pasted table. */
const tableSource = z.discriminatedUnion('kind', [fileSource, pastedSource])

/** The source of the rows of a run that creates links. */
export const createSource = z.discriminatedUnion('kind', [
  fileSource,
  pastedSource,
  /** Every combination of the values of several lists. */
  z.strictObject({
    kind: z.literal('lists'),
    lists: z
      .array(
        z.strictObject({
          name: z.string().max(200),
          values: z.array(z.string().max(maxCellLength)).min(1).max(5_000),
        }),
      )
      .min(1)
      .max(6),
    /** The template of every link, such as its address. Replaces that of the last run with the same lists. */
    template: mapping.shape.template.optional(),
  }),
  /** Links of the library, to create similar ones. */
  z.strictObject({ kind: z.literal('links'), which: selectedLinks }),
])
export type CreateSource = z.output<typeof createSource>

/** Which links a run changes, and how. */
const changeSource = z.discriminatedUnion('kind', [
  /** The same change for links of the library. */
  z.strictObject({ kind: z.literal('same'), which: selectedLinks, change: wantedChange }),
  /** A table with a link and its new address in each row. */
  z.strictObject({ kind: z.literal('table'), table: tableSource }),
  /** Undoes a change run. Refused with `run_not_now` while that is being sent. */
  z.strictObject({ kind: z.literal('undo'), run: z.uuid() }),
])
export type ChangeSource = z.output<typeof changeSource>

/** The source of a run's rows. */
export const runSource = z.discriminatedUnion('kind', [...createSource.options, ...changeSource.options])
