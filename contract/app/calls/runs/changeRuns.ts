import { z } from 'zod'
import { environment } from '../../../service/api/environment.ts'
import { selectedLinks } from '../../library/view.ts'
import { historyEntry } from '../../../service/link/linkChanges.ts'
import { problem } from '../../problems/problem.ts'
import { addressColumns, wantedChange } from '../../runs/changePlan.ts'
import { rowState, rowWarning, run } from '../../runs/run.ts'
import { tableSource } from './runs.ts'

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

/** A row of a change run. */
const changeRow = z.object({
  /** Its number in the table, or among the links, starting at 1. */
  number: z.int(),
  /** The cells of a table's row; empty otherwise. */
  cells: z.array(z.string()),
  state: rowState,
  /** The link in the library; `null` if the row has none. */
  linkId: z.uuid().nullable(),
  /** The link's address, or the table's text in its place. */
  link: z.string(),
  title: z.string().nullable(),
  /** The fields that change or have changed, in the format of the link's history. Empty if none do. */
  fields: historyEntry.shape.fields,
  /** Errors that prevent the change, found before anything is sent. */
  errors: z.array(rowWarning),
  warnings: z.array(rowWarning),
  /** Why the link wasn't changed; `link_changed` if someone else has changed it since the dry run. */
  problem: problem.nullable(),
  /** The change's id for `changes.settle`, once it is pending. */
  changeId: z.uuid().nullable(),
})
export type ChangeRow = z.infer<typeof changeRow>

const idInput = z.strictObject({ id: z.uuid() })

/**
 * Runs that change links, at services that support changes. After its dry run, a run is started, paused, resumed,
 * cancelled, settled and removed with the calls of `runs`. All links of a run have the same profile and environment.
 */
export const changeRunCalls = {
  /**
   * Adds the links and looks up what would change. The window generates the id; an existing run is returned unchanged.
   * If the dry run fails or is cancelled, the run stays unchecked and has the problem, and `changeRuns.plan` tries
   * again.
   */
  'changeRuns.prepare': {
    input: idInput.extend({
      profileId: z.string().max(1_000),
      environment,
      name: z.string().trim().min(1).max(200).optional(),
      source: changeSource,
    }),
    output: run,
  },
  /**
   * Looks up again what would change: after a failed dry run, with different columns, or for the rows that failed or
   * weren't sent. Reopens a finished run. Changed and unknown rows stay unchanged.
   */
  'changeRuns.plan': { input: idInput.extend({ columns: addressColumns.optional() }), output: run },
  /** Returns a page of rows. `after` is the last row number of the previous page, `next` that of this one. `skip` as for `runs.rows`. */
  'changeRuns.rows': {
    input: idInput.extend({
      show: z
        .union([z.literal('all'), z.literal('withWarnings'), z.literal('conflict'), rowState])
        .default('all'),
      after: z.int().min(0).default(0),
      skip: z.int().min(0).default(0),
      limit: z.int().min(1).max(500).default(100),
    }),
    output: z.object({ rows: z.array(changeRow), next: z.int().nullable() }),
  },
  /** Skips rows that weren't sent, or includes them again. */
  'changeRuns.skip': {
    input: idInput.extend({ rows: z.array(z.int().min(1)).min(1).max(1_000), skip: z.boolean() }),
    output: run,
  },
}
