import { z } from 'zod'
import { requestShape } from '../generate.ts'
import { environment } from '../headers.ts'
import { selectedLinks } from '../library/view.ts'
import { maxCellLength, mapping, maxColumns } from '../runs/mapping.ts'
import { rowWarning, rowState, run, runThroughput, runRow } from '../runs/run.ts'

const idInput = z.strictObject({ id: z.uuid() })
const column = z.int().min(0).max(maxColumns)
const cell = z.string().max(maxCellLength)

/** The most rows of one run. */
export const maxRows = 200_000

/** Whether the first row names the columns; without it, that is found out. */
const hasHeader = z.boolean().optional()

/** Where the rows of a run come from. */
export const runSource = z.discriminatedUnion('kind', [
  /**
   * A file that `import.begin` and `import.append` have taken in, and `import.discard` forgets. `sheet` is one of several in a
   * workbook, from 0; without it, the first that is not empty.
   */
  z.strictObject({
    kind: z.literal('file'),
    file: z.uuid(),
    name: z.string().max(500),
    sheet: z.int().min(0).optional(),
    header: hasHeader,
  }),
  /** What a spreadsheet has put on the clipboard: as text, and as HTML where there is some. */
  z.strictObject({
    kind: z.literal('pasted'),
    text: z.string().max(20_000_000),
    html: z.string().max(40_000_000).default(''),
    header: hasHeader,
  }),
  /** Every combination of the values of some lists. */
  z.strictObject({
    kind: z.literal('lists'),
    lists: z
      .array(z.strictObject({ name: z.string().max(200), values: z.array(cell).min(1).max(5_000) }))
      .min(1)
      .max(6),
  }),
  /** Links of the library, to make more like them. */
  z.strictObject({ kind: z.literal('links'), which: selectedLinks }),
])
export type RunSource = z.output<typeof runSource>

/** What a row would send, or why it cannot. */
const compiled = z.object({
  number: z.int(),
  request: requestShape.nullable(),
  faults: z.array(rowWarning),
})

/**
 * Many links from a table. A run is prepared, checked, tried with its first row and then run; it goes on behind every screen and is
 * kept. Every row is written down as *pending* before it is sent, and none is sent twice.
 */
export const runCalls = {
  /** The runs, newest first. `before` is the last page's `next`. */
  'runs.list': {
    input: z.strictObject({
      search: z.string().max(1_000).default(''),
      before: z.string().max(200).optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({ runs: z.array(run), next: z.string().nullable() }),
  },
  /** `isBehind`: a queued run waits for another run at the same service. */
  'runs.get': {
    input: idInput,
    output: z.object({ run, pulse: runThroughput.nullable(), isBehind: z.boolean() }),
  },
  /** Takes in the rows of a source, and guesses what its columns are for. The window makes the id. `job` shows how far it is. */
  'runs.prepare': {
    input: idInput.extend({ profileId: z.string().max(1_000), environment, source: runSource }),
    output: run,
  },
  /** The sheets of a workbook that was taken in, in their order; none of any other file. */
  'runs.sheets': {
    input: z.strictObject({ file: z.uuid() }),
    output: z.object({ sheets: z.array(z.string()) }),
  },
  /**
   * A page of rows: all, or those of a state, or those with remarks. `after` is the last number of the page before. Rows that are
   * huge make a page shorter; `next` is the `after` of the one that follows.
   */
  'runs.rows': {
    input: idInput.extend({
      show: z.union([z.literal('all'), z.literal('remarked'), rowState]).default('all'),
      after: z.int().min(0).default(0),
      limit: z.int().min(1).max(500).default(100),
    }),
    output: z.object({ rows: z.array(runRow), next: z.int().nullable() }),
  },
  /** Renames a run. Before anything was sent, also changes where its links go and whether existing links are created again. */
  'runs.change': {
    input: idInput.extend({
      name: z.string().trim().min(1).max(200).optional(),
      profileId: z.string().max(1_000).optional(),
      environment: environment.optional(),
      createExisting: z.boolean().optional(),
    }),
    output: run,
  },
  /** What the first rows would send with a mapping that is not kept. */
  'runs.preview': {
    input: idInput.extend({ mapping, rows: z.int().min(1).max(10).default(3) }),
    output: z.object({ rows: z.array(compiled) }),
  },
  /** Keeps a mapping, and checks every row by it. Answers when that is done or was cancelled, which `checked` tells. */
  'runs.map': { input: idInput.extend({ mapping }), output: run },
  /** Writes cells anew and checks their rows. */
  'runs.edit': {
    input: idInput.extend({
      cells: z
        .array(z.strictObject({ number: z.int().min(1), column, text: cell }))
        .min(1)
        .max(1_000),
    }),
    output: z.object({ run, rows: z.array(runRow) }),
  },
  /** How many cells of a column have this text and can be written anew. */
  'runs.alike': {
    input: idInput.extend({ column, text: cell }),
    output: z.object({ cells: z.int() }),
  },
  /** Writes every cell of a column that has this text anew, and answers how many there were. */
  'runs.replace': {
    input: idInput.extend({ column, text: cell, by: cell }),
    output: z.object({ run, changed: z.int() }),
  },
  /** How many address cells `runs.mend` would change, and how many of them only lack `https://`. */
  'runs.mendable': { input: idInput, output: z.object({ cells: z.int(), missingScheme: z.int() }) },
  /** Mends the addresses of every row: adds `https://`, and corrects where it was mistyped. Returns how many it changed. */
  'runs.mend': { input: idInput, output: z.object({ run, changed: z.int() }) },
  /** Leaves rows out, or takes them in again: some, or all that are faulty or remarked. */
  'runs.skip': {
    input: idInput.extend({
      which: z.union([z.array(z.int().min(1)).min(1).max(1_000), z.enum(['faulty', 'remarked'])]),
      skip: z.boolean(),
    }),
    output: run,
  },
  /** Sends the first row, and the rest when `goOn` is asked for. `count` is how many links the person expects to be made. */
  'runs.start': { input: idInput.extend({ count: z.int().min(1) }), output: run },
  /** Sends what is left: after the first link was looked at, after a pause, or after `retry`. */
  'runs.goOn': { input: idInput, output: run },
  /** Sends nothing more until it goes on. What is on its way is waited for. */
  'runs.pause': { input: idInput, output: run },
  /** Sends nothing more at all. The links that were made stay. */
  'runs.cancel': { input: idInput, output: run },
  /** Goes back to the rows of a run that is not under way, to change those that were not sent. */
  'runs.reopen': { input: idInput, output: run },
  /** Makes ready what has failed, and nothing else. */
  'runs.retry': { input: idInput, output: run },
  /** Asks once more for what is unknown, where the service makes sure that this makes no second link. */
  'runs.settle': { input: idInput, output: z.object({ run, settled: z.int() }) },
  /** A new run of the same rows, to be made once more. Nothing is sent. */
  'runs.repeat': { input: idInput.extend({ as: z.uuid() }), output: run },
  /** Takes a run that is not under way out of the list; its links stay in the library. */
  'runs.remove': { input: idInput, output: z.null() },
  /** Puts back the run that was taken out. */
  'runs.unremove': { input: idInput, output: run },
  /** Starts writing a file: the rows with what became of them, or what is wrong with them. It is fetched like any exported file. */
  'runs.export': {
    input: idInput.extend({ what: z.enum(['results', 'faults']), form: z.enum(['csv', 'xlsx']) }),
    output: z.object({ job: z.uuid() }),
  },
  /** Starts writing an empty table to be filled in, with an example and what the columns mean. */
  'runs.template': {
    input: z.strictObject({ form: z.enum(['csv', 'xlsx']) }),
    output: z.object({ job: z.uuid() }),
  },
}
