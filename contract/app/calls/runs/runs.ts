import { z } from 'zod'
import { call } from '../call.ts'
import { confirmSender } from '../links/changes.ts'
import { requestShape } from '../../../service/link/generate.ts'
import { environment } from '../../../service/api/environment.ts'
import { maxCellLength, mapping, maxColumns } from '../../runs/mapping/mapping.ts'
import { fileDelimiters } from '../../tables/spreadsheet.ts'
import { pathCounts, rowWarning, rowState, run, runThroughput, runRow } from '../../runs/run.ts'
import { addressColumns, wantedChange } from '../../runs/changePlan.ts'
import { runSource } from '../../runs/sources.ts'

const idInput = z.strictObject({ id: z.uuid() })
const column = z.int().min(0).max(maxColumns)
const cell = z.string().max(maxCellLength)
const runName = z.string().trim().min(1).max(200)

/** The format of a table file. `delimiter` is for CSV. A run imported from a CSV file keeps that file's delimiter. */
const tableFileFormat = { format: z.enum(['csv', 'xlsx']), delimiter: z.enum(fileDelimiters).optional() }

/** What can be done with all rows that have a problem: fixes, by what is wrong, or leaving them out. */
const fixTarget = z
  .enum([
    ...(['addresses', 'wrappers', 'values', 'misfits', 'channels', 'rules'] as const),
    ...(['suggestions', 'choice', 'paths', 'replace', 'leaveOut'] as const),
  ])
  .default('addresses')
export type FixTarget = z.infer<typeof fixTarget>

/** Begins a filter for the rows with one cause, whose key follows. */
export const causeFilter = 'cause '
const cause = z.string().min(1).max(300)
const causeRows = z.templateLiteral([causeFilter, cause])

/** The request of a row, or its errors. */
const compiled = z.object({
  number: z.int(),
  request: requestShape.nullable(),
  errors: z.array(rowWarning),
})

/** Events that a user causes. `reopen` and `retry` are for runs that create links; `runs.plan` does both for changes. */
const moveEvent = z.enum([
  /** Sends the remaining rows: after the first link was reviewed, after a pause, or after `retry`. */
  'resume',
  /** Pauses the run. Waits for requests already sent. */
  'pause',
  /** Cancels the remaining rows. Created links are kept. */
  'cancel',
  /** Reopens a run that isn't being sent, so that unsent rows can be changed. */
  'reopen',
  /** Marks failed rows as ready again, and nothing else. */
  'retry',
  /** Ends the wait of a running run for its service, unless the service asked for it. */
  'tryNow',
])

/**
 * Runs that create links from a table, or change links at services that support changes. A run is prepared, its rows are
 * checked or looked up, and it is sent in the background; the first link that a run creates is reviewed before the rest.
 * Every row is saved as *pending* before it is sent, and none is sent twice. All links of a change run have the same
 * profile and environment.
 */
export const runCalls = {
  /** Returns the runs of one kind, newest first. `before` is the previous page's `next`. */
  'runs.list': call(
    {
      kind: z.enum(['create', 'change']).default('create'),
      search: z.string().max(1_000).default(''),
      before: z.string().max(200).optional(),
      limit: z.int().min(1).max(200).default(50),
    },
    z.object({ runs: z.array(run), next: z.string().nullable() }),
  ),
  /**
   * `isBehind`: a queued run waits for another run at the same service. `following`: the number of links of the runs of the
   * same file that start after this one.
   */
  'runs.get': call(
    idInput,
    z.object({
      run,
      throughput: runThroughput.nullable(),
      isBehind: z.boolean(),
      following: z.int(),
    }),
  ),
  /**
   * Adds the rows of a source. Guesses the mapping of a table's columns, or looks up what a change run would change: if that
   * fails or is cancelled, the run stays unchecked and has the problem. The window generates the id; an existing run is
   * returned unchanged. `job` reports the progress.
   */
  'runs.prepare': call(
    idInput.extend({
      profileId: z.string().max(1_000),
      environment,
      name: runName.optional(),
      source: runSource,
    }),
    run,
  ),
  /**
   * Looks up again what a change run would change: after a failed dry run, with different columns, or for the rows that
   * failed or weren't sent. Reopens a finished run. Changed and unknown rows stay unchanged. Before anything was sent, can
   * change the run's profile and environment, and a change that is the same for all links.
   */
  'runs.plan': call(
    idInput.extend({
      columns: addressColumns.optional(),
      change: wantedChange.optional(),
      place: z.strictObject({ profileId: z.string().max(1_000), environment }).optional(),
    }),
    run,
  ),
  /** Counts a change run's rows whose link the library has in another profile or environment, by these. */
  'runs.elsewhere': call(
    idInput,
    z.object({
      places: z.array(
        z.object({ profileId: z.string(), profileName: z.string(), environment, rows: z.int() }),
      ),
    }),
  ),
  /** Returns the sheet names of an uploaded workbook, in order; empty for other files. */
  'runs.sheets': call({ file: z.uuid() }, z.object({ sheets: z.array(z.string()) })),
  /**
   * Returns a page of rows, shorter if they are very large. `after` and `next` are the last row numbers (with gaps) of
   * the previous page and this one. `skip` omits that many rows.
   */
  'runs.rows': call(
    idInput.extend({
      /**
       * `conflict`: failed rows whose link someone else had changed since the dry run. `lastSent`: the row that was sent last,
       * if its link is still in the library.
       */
      show: z
        .union([z.enum(['all', 'withWarnings', 'conflict', 'lastSent']), rowState, causeRows])
        .default('all'),
      after: z.int().min(0).default(0),
      skip: z.int().min(0).default(0),
      limit: z.int().min(1).max(500).default(100),
    }),
    z.object({ rows: z.array(runRow), next: z.int().nullable() }),
  ),
  /**
   * Renames a run. Before anything was sent, can also change its profile and environment, and whether existing links
   * are created again.
   */
  'runs.change': call(
    idInput.extend({
      name: runName.optional(),
      profileId: z.string().max(1_000).optional(),
      environment: environment.optional(),
      createExisting: z.boolean().optional(),
    }),
    run,
  ),
  /** Returns what the first three rows would send with a mapping, without saving it. */
  'runs.preview': call(idInput.extend({ mapping }), z.object({ rows: z.array(compiled) })),
  /**
   * Saves a mapping and checks every row. Returns when done or cancelled, as shown by `checked`. Without `check`, only
   * saves it.
   */
  'runs.map': call(idInput.extend({ mapping, check: z.boolean().default(true) }), run),
  /** Changes cells and checks their rows. */
  'runs.edit': call(
    idInput.extend({
      cells: z
        .array(z.strictObject({ number: z.int().min(1), column, text: cell }))
        .min(1)
        .max(1_000),
    }),
    z.object({ run, rows: z.array(runRow) }),
  ),
  /**
   * Counts the rows of a run by what was found about their own paths. For links that move here in several runs, of all of
   * them.
   */
  'runs.paths': call(idInput, pathCounts),
  /** Asks the service about the paths that weren't checked. Returns at once; `runs.get` reports the progress. */
  'runs.checkPaths': call(idInput, run),
  /**
   * Returns the problems of the rows by their cause: errors first, then by their number of rows. `columns` are the cells
   * that it is about; empty for the whole row. `text` is that of the first row, and `isVaried` if
   * others differ from it. `kind` and `field` are those of its messages. `fix` removes it from `rows` rows; up to three of its replacements are `examples`. `more` counts
   * further causes.
   */
  'runs.causes': call(
    idInput,
    z.object({
      causes: z.array(
        z.object({
          key: cause,
          text: z.string(),
          kind: rowWarning.shape.kind,
          field: rowWarning.shape.field,
          isVaried: z.boolean(),
          isError: z.boolean(),
          rows: z.int(),
          columns: z.array(z.int()),
          fix: z
            .object({
              what: fixTarget,
              rows: z.int(),
              examples: z.array(z.object({ before: z.string(), after: z.string() })),
            })
            .nullable(),
        }),
      ),
      more: z.int(),
    }),
  ),
  /**
   * Fixes the cells of all rows, or of the rows with one cause: mistyped or wrapped addresses, values that can't be meant so, mediums
   * without a channel in Google Analytics, values that break the profile's rules, or taken paths, which get the first free
   * `-2`, `-3` and so on. With a cause, also what the form suggests for an address (`suggestions`), or `by` in place of values
   * that the rules don't list (`choice`). `replace` puts `by` into all `cells` of a column with this text. `leaveOut` leaves out
   * the rows with a cause, or else those with taken paths. Returns the number of changed rows. `runs.restore` undoes the
   * `change`.
   */
  'runs.fix': call(
    idInput.extend({
      what: fixTarget,
      cause: cause.optional(),
      cells: z.strictObject({ column, text: cell }).optional(),
      by: cell.optional(),
    }),
    z.object({ run, changed: z.int(), change: z.uuid() }),
  ),
  /**
   * Undoes a change by `runs.fix`, except in cells edited since. Returns the number of restored
   * rows, which is 0 if the change is no longer known because the app was restarted or many changes followed.
   */
  'runs.restore': call(idInput.extend({ change: z.uuid() }), z.object({ run, changed: z.int() })),
  /** Skips rows, or includes them again. */
  'runs.skip': call(
    idInput.extend({ which: z.array(z.int().min(1)).min(1).max(1_000), skip: z.boolean() }),
    run,
  ),
  /**
   * Moves a run to another state. `start` sends the first row, or all rows of a change run, whose dry run was already the
   * review; `count` is the number of links that the user expects, with those of the runs that follow.
   */
  'runs.move': call(
    z.discriminatedUnion('event', [
      idInput.extend({ event: z.literal('start'), count: z.int().min(1) }),
      idInput.extend({ event: moveEvent }),
    ]),
    run,
  ),
  /**
   * Sends unknown rows again if the service guarantees that this has no second effect. If none can be sent, fails as for
   * `links.settle` or `changes.settle`.
   */
  'runs.settle': call(idInput.extend({ confirmSender }), z.object({ run, settled: z.int() })),
  /** Creates a new run from the same rows. Sends nothing. */
  'runs.repeat': call(idInput.extend({ as: z.uuid() }), run),
  /** Removes a run that isn't being sent from the list. Its links are kept in the library. */
  'runs.remove': call(idInput, z.null()),
  /** Restores a removed run. */
  'runs.unremove': call(idInput, run),
  /**
   * Starts writing a file of rows with their results, or with their errors. Downloaded like any exported
   * file.
   */
  'runs.export': call(
    idInput.extend({ what: z.enum(['results', 'errors', 'conflicts']), ...tableFileFormat }),
    z.object({ job: z.uuid() }),
  ),
  /** Starts writing an empty table to fill in, with an example and a description of each column. */
  'runs.template': call(tableFileFormat, z.object({ job: z.uuid() })),
}
