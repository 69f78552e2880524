import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import { runFaultOf } from '../library/runs/fault.ts'
import type { RowsChanged } from '../library/runs/rowsChanged.ts'
import type { RunRows } from '../library/runs/rows.ts'
import type { Remote } from '../library/thread/messages.ts'
import type { RowChecks } from './rowChecks.ts'

interface Parts {
  runRows: Remote<RunRows>
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
  | 'runs.alike'
  | 'runs.replace'
  | 'runs.mendable'
  | 'runs.mend'
  | 'runs.skip'
> {
  return {
    'runs.rows': ({ id, ...page }) => answered(() => runRows.page(id, page)),
    'runs.preview': ({ id, mapping, rows }) =>
      answered(async () => ({
        rows: await runRows.preview(id, mapping, rows, await rowChecks.standards(id)),
      })),
    'runs.map': ({ id, mapping }) =>
      answered(async () => {
        await runRows.keepMapping(id, mapping)
        await rowChecks.checkAll(id)
        return await runRows.run(id)
      }),
    'runs.edit': ({ id, cells }) =>
      answered(async () => {
        const rows = await runRows.edit(id, cells, await rowChecks.standards(id))
        return { run: await runRows.run(id), rows }
      }),
    'runs.alike': ({ id, ...which }) =>
      answered(async () => ({ cells: await inPortions((after) => runRows.countAlike(id, which, after)) })),
    'runs.replace': ({ id, ...replacement }) =>
      answered(async () => {
        const changed = await inPortions((after) => runRows.replace(id, replacement, after))
        if (changed > 0) await rowChecks.checkAll(id)
        return { run: await runRows.run(id), changed }
      }),
    'runs.mendable': ({ id }) =>
      answered(async () => {
        let missingScheme = 0
        const cells = await inPortions(async (after) => {
          const portion = await runRows.countMendable(id, after)
          missingScheme += portion.missingScheme
          return portion
        })
        return { cells, missingScheme }
      }),
    'runs.mend': ({ id }) =>
      answered(async () => {
        const changed = await inPortions((after) => runRows.mend(id, after))
        if (changed > 0) await rowChecks.checkAll(id)
        return { run: await runRows.run(id), changed }
      }),
    'runs.skip': ({ id, ...skipping }) =>
      answered(async () => {
        const standards = await rowChecks.standards(id)
        await inPortions((after) => runRows.skip(id, skipping, after, standards))
        return await runRows.run(id)
      }),
  }
}

/** Does a portion of rows after the other. Gives how many there were. */
async function inPortions(portion: (after: number) => Promise<RowsChanged>): Promise<number> {
  let rows = 0
  for (let after: number | null = 0; after !== null;) {
    const done: RowsChanged = await portion(after)
    rows += done.rows
    after = done.next
  }
  return rows
}

/** What a run does not allow is a problem and no bug. */
async function answered<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work())
  } catch (error) {
    const code = runFaultOf(error)
    if (code) return fail({ code })
    throw error
  }
}
