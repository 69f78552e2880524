import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '../../contract/app/calls/calls.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import type { Handlers } from '../dispatch.ts'
import type { RunServices } from './runRowChecks.ts'

/** The number of changed rows, and the row number after which the next batch begins; `null` at the end. */
interface ChangedRows {
  rows: number
  next: number | null
}

export function runRowHandlers(parts: RunServices) {
  const { runRows, rowChecks, pathChecks } = parts
  return {
    'runs.rows': async ({ id, ...page }) => ok(await runRows.page(id, page)),
    'runs.preview': async ({ id, mapping }) =>
      ok({ rows: await runRows.preview(id, mapping, await rowChecks.standards(id)) }),
    'runs.map': async ({ id, mapping, check }) => {
      await runRows.keepMapping(id, mapping)
      if (check) await rowChecks.checkAll(id)
      const run = await runRows.run(id)
      if (!check && !run.checked) rowChecks.leaveUnchecked(id)
      return ok(run)
    },
    'runs.edit': async ({ id, cells }) => {
      const rows = await runRows.edit(id, cells, await rowChecks.standards(id))
      return ok({ run: await runRows.run(id), rows })
    },
    'runs.causes': async ({ id }) => ok(await runRows.causes(id, await rowChecks.standards(id))),
    ...changesOfMany(parts),
    'runs.paths': async ({ id }) => ok(await pathChecks.count(id)),
    'runs.checkPaths': async ({ id }) => ok(await pathChecks.again(id)),
    'runs.skip': async ({ id, ...skipping }) => ok(await skipRows(parts, id, skipping)),
  } satisfies Partial<Handlers>
}

async function skipRows(
  { runRows, planRows, rowChecks }: RunServices,
  id: string,
  { which, skip }: Omit<ParsedInput<'runs.skip'>, 'id'>,
): Promise<Run> {
  const { change } = await runRows.run(id)
  if (change) await planRows.skip(id, which, skip)
  else await runRows.skip(id, { which, skip }, await rowChecks.standards(id))
  return await runRows.run(id)
}

/** Bulk changes of rows, which can be undone. */
function changesOfMany({ runRows, rowChecks, pathChecks }: RunServices) {
  /** Changes rows of runs in batches, and then checks all their rows. Returns the number of changed rows. */
  const changeRows = async (
    ids: readonly string[],
    changeBatch: (id: string, after: number) => Promise<ChangedRows>,
  ) => {
    let changed = 0
    for (const id of ids) {
      const before = changed
      for (let after: number | null = 0; after !== null;) {
        const batch: ChangedRows = await changeBatch(id, after)
        changed += batch.rows
        after = batch.next
      }
      if (changed > before) await rowChecks.checkAll(id)
    }
    return changed
  }
  return {
    'runs.fix': async ({ id, what, ...which }) => {
      if (what === 'paths') return await pathChecks.addSuffixes(id)
      const change = randomUUID()
      const { cause } = which
      // Taken paths are decided for all runs of a file.
      const isOfFile = what === 'leaveOut' && cause === undefined
      const ids = isOfFile ? await pathChecks.partsOf(id) : [id]
      const changed = await changeRows(ids, (part, after) =>
        what === 'leaveOut'
          ? runRows.leaveOut(part, change, cause, after)
          : runRows.fix(part, change, { what, ...which }, after),
      )
      return ok({ run: await runRows.run(id), changed, change })
    },
    'runs.restore': async ({ id, change }) => {
      const ids = await pathChecks.partsOf(id)
      const changed = await changeRows(ids, (part, after) => runRows.restore(part, change, after))
      return ok({ run: await runRows.run(id), changed })
    },
  } satisfies Partial<Handlers>
}
