import type { DatabaseSync } from 'node:sqlite'
import { rowState, type Run, type RowCounts } from '../../../contract/app/runs/run.ts'
import { pick } from '../../../contract/service/link/fields.ts'
import { toJson } from '../linkRow.ts'
import { getRequestHashes } from '../requestHashes.ts'
import { countRows } from '../tableRows.ts'
import { insertRow } from '../writing.ts'
import { findRun } from './preparedRun.ts'
import { rowsWithWarnings } from './rowCauses.ts'
import { CodedError } from '../../folder/codedError.ts'

/** Returns a stored run, or `null`. */
export function readStoredRun(sql: DatabaseSync, id: string): Run | null {
  const run = findRun(sql, id)
  if (!run) return null
  const counts = Object.fromEntries(rowState.options.map((state) => [state, 0])) as RowCounts
  const stateCounts = sql
    .prepare('SELECT state, count(*) AS rows FROM run_rows WHERE run = ? GROUP BY state')
    .all(id)
  for (const { state, rows } of stateCounts) counts[state as keyof RowCounts] = Number(rows)
  return {
    ...run,
    comparing: run.change === null && !getRequestHashes(sql).isDone(),
    counts,
    conflicts: run.change ? countRows(sql, `FROM link_changes WHERE run = ? AND state = 'conflict'`, id) : 0,
    // Rows whose link is in the library have no warnings.
    repeated: run.change
      ? 0
      : countRows(sql, `FROM run_rows WHERE run = ? AND state = 'existing' AND warnings <> '[]'`, id),
    withWarnings: countRows(sql, `FROM run_rows WHERE run = ? AND ${rowsWithWarnings}`, id),
    pathsToCheck: countUncheckedPaths(sql, id),
  }
}

/** Returns a stored run. Throws `run_not_found`. */
export function getStoredRun(sql: DatabaseSync, id: string): Run {
  const run = readStoredRun(sql, id)
  if (!run) throw new CodedError('run_not_found')
  return run
}

/** A run to add, in state `preparing`. */
export type NewRun = Pick<
  Run,
  'id' | 'name' | 'profileId' | 'profileName' | 'environment' | 'source' | 'header' | 'mapping' | 'change'
> &
  Partial<Pick<Run, 'createdAt'>>

export function insertRun(sql: DatabaseSync, run: NewRun): void {
  const { profileId, profileName, environment, change, createdAt = new Date().toISOString() } = run
  insertRow(sql, 'runs', {
    ...pick(run, ['id', 'name']),
    state: 'preparing',
    profile_id: profileId,
    profile_name: profileName,
    environment,
    source: JSON.stringify(run.source),
    header: JSON.stringify(run.header),
    mapping: JSON.stringify(run.mapping),
    change: toJson(change),
    created_at: createdAt,
  })
}

/** SQL for the rows whose own path the service is to be asked about: that of their index, which has no others. */
export const uncheckedCondition = `own_path IS NOT NULL AND path_check IS NULL AND state = 'ready'`

export function countUncheckedPaths(sql: DatabaseSync, id: string): number {
  return countRows(sql, `FROM run_rows WHERE run = ? AND ${uncheckedCondition}`, id)
}
