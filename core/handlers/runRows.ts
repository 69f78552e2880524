import { randomUUID } from 'node:crypto'
import { fail, ok } from '../../contract/app/problems/result.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { runErrorCode } from '../library/runs/runError.ts'
import type { ChangedRows } from '../library/runs/rowsChanged.ts'
import type { RowChecks } from './runRowChecks.ts'
import type { AppServices } from '../appServices.ts'

interface Parts extends Pick<AppServices, 'runRows'> {
  rowChecks: RowChecks
}

export function runRowHandlers({
  runRows,
  rowChecks,
}: Parts): Pick<
  Handlers,
  | 'runs.rows'
  | 'runs.preview'
  | 'runs.map'
  | 'runs.edit'
  | 'runs.countMatching'
  | 'runs.replace'
  | 'runs.countFixable'
  | 'runs.fix'
  | 'runs.restore'
  | 'runs.skip'
> {
  return {
    'runs.rows': ({ id, ...page }) => toResult(() => runRows.page(id, page)),
    'runs.preview': ({ id, mapping, rows }) =>
      toResult(async () => ({
        rows: await runRows.preview(id, mapping, rows, await rowChecks.standards(id)),
      })),
    'runs.map': ({ id, mapping, check }) =>
      toResult(async () => {
        await runRows.keepMapping(id, mapping)
        if (check) await rowChecks.checkAll(id)
        return await runRows.run(id)
      }),
    'runs.edit': ({ id, cells }) =>
      toResult(async () => {
        const rows = await runRows.edit(id, cells, await rowChecks.standards(id))
        return { run: await runRows.run(id), rows }
      }),
    'runs.countMatching': ({ id, ...which }) =>
      toResult(async () => ({
        cells: await forEachBatch((after) => runRows.countMatching(id, which, after)),
      })),
    'runs.countFixable': ({ id, what }) =>
      toResult(async () => {
        let missingScheme = 0
        const cells = await forEachBatch(async (after) => {
          const batch = await runRows.countFixable(id, what, after)
          missingScheme += batch.missingScheme
          return batch
        })
        return { cells, missingScheme }
      }),
    ...changesOfMany({ runRows, rowChecks }),
    'runs.skip': ({ id, ...skipping }) =>
      toResult(async () => {
        const standards = await rowChecks.standards(id)
        await forEachBatch((after) => runRows.skip(id, skipping, after, standards))
        return await runRows.run(id)
      }),
  }
}

/** Bulk changes of cells, which can be undone. */
function changesOfMany({
  runRows,
  rowChecks,
}: Parts): Pick<Handlers, 'runs.replace' | 'runs.fix' | 'runs.restore'> {
  /** Changes cells in batches, and then checks all rows. */
  const changeCells = async (id: string, changeBatch: (after: number) => Promise<ChangedRows>) => {
    const changed = await forEachBatch(changeBatch)
    if (changed > 0) await rowChecks.checkAll(id)
    return { run: await runRows.run(id), changed }
  }
  return {
    'runs.replace': ({ id, ...replacement }) =>
      toResult(async () => {
        const change = randomUUID()
        const done = await changeCells(id, (after) => runRows.replace(id, change, replacement, after))
        return { ...done, change }
      }),
    'runs.fix': ({ id, what }) =>
      toResult(async () => {
        const change = randomUUID()
        return { ...(await changeCells(id, (after) => runRows.fix(id, change, what, after))), change }
      }),
    'runs.restore': ({ id, change }) =>
      toResult(() => changeCells(id, (after) => runRows.restore(id, change, after))),
  }
}

/** Processes rows in batches. Returns the number of changed rows. */
async function forEachBatch(changeBatch: (after: number) => Promise<ChangedRows>): Promise<number> {
  let rows = 0
  for (let after: number | null = 0; after !== null;) {
    const done: ChangedRows = await changeBatch(after)
    rows += done.rows
    after = done.next
  }
  return rows
}

/** Converts run errors to problems. Rethrows other errors, which are bugs. */
async function toResult<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work())
  } catch (error) {
    const code = runErrorCode(error)
    if (code) return fail({ code })
    throw error
  }
}
