import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '../../contract/app/calls/calls.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import type { Handlers } from '../dispatch.ts'
import { CodedError } from '../folder/codedError.ts'
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
    'runs.preview': async ({ id, mapping, rows }) =>
      ok({ rows: await runRows.preview(id, mapping, rows, await rowChecks.standards(id)) }),
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
    'runs.countMatching': async ({ id, ...which }) =>
      ok({ cells: await forEachBatch((after) => runRows.countMatching(id, which, after)) }),
    'runs.causes': async ({ id }) => ok(await runRows.causes(id, await rowChecks.standards(id))),
    ...changesOfMany(parts),
    'runs.paths': async ({ id }) => ok(await pathChecks.count(id)),
    'runs.checkPaths': async ({ id }) => ok(await pathChecks.again(id)),
    'runs.skip': async ({ id, ...skipping }) => ok(await skipRows(parts, id, skipping)),
  } satisfies Partial<Handlers>
}

async function skipRows(
  { runRows, planRows, rowChecks, pathChecks }: RunServices,
  id: string,
  { which, skip }: Omit<ParsedInput<'runs.skip'>, 'id'>,
): Promise<Run> {
  if ((await runRows.run(id)).change) {
    if (!Array.isArray(which)) throw new CodedError('run_not_now')
    await planRows.skip(id, which, skip)
    return await runRows.run(id)
  }
  const standards = await rowChecks.standards(id)
  const isOfAll = 'change' in which && (!('all' in which) || which.all === 'conflicts')
  for (const part of isOfAll ? await pathChecks.partsOf(id) : [id])
    await forEachBatch((after) => runRows.skip(part, { which, skip }, after, standards))
  return await runRows.run(id)
}

/** Bulk changes of cells, which can be undone. */
function changesOfMany({ runRows, rowChecks, pathChecks }: RunServices) {
  /** Changes cells in batches, and then checks all rows. */
  const changeCells = async (id: string, changeBatch: (after: number) => Promise<ChangedRows>) => {
    const changed = await forEachBatch(changeBatch)
    if (changed > 0) await rowChecks.checkAll(id)
    return { run: await runRows.run(id), changed }
  }
  return {
    'runs.replace': async ({ id, ...replacement }) => {
      const change = randomUUID()
      const replaceBatch = (after: number) => runRows.replace(id, change, replacement, after)
      return ok({ ...(await changeCells(id, replaceBatch)), change })
    },
    'runs.fix': async ({ id, what, ...which }) => {
      if (what === 'paths') return await pathChecks.addSuffixes(id)
      const change = randomUUID()
      const fixBatch = (after: number) => runRows.fix(id, change, { what, ...which }, after)
      return ok({ ...(await changeCells(id, fixBatch)), change })
    },
    'runs.restore': async ({ id, change }) => {
      let changed = 0
      for (const part of await pathChecks.partsOf(id))
        changed += (await changeCells(part, (after) => runRows.restore(part, change, after))).changed
      return ok({ run: await runRows.run(id), changed })
    },
  } satisfies Partial<Handlers>
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
