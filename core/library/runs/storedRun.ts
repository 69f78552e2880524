import type { DatabaseSync } from 'node:sqlite'
import { changePlan, type ChangePlan } from '../../../contract/app/runs/changePlan.ts'
import { mapping } from '../../../contract/app/runs/mapping/mapping.ts'
import { rowState, type Run, type RowCounts } from '../../../contract/app/runs/run.ts'
import { pick } from '../../../contract/service/link/fields.ts'
import { parseJson, toJson } from '../linkRow.ts'
import { getRequestHashes } from '../requestHashes.ts'
import { countRows, selectRows, tableColumns } from '../tableRows.ts'
import { parseTexts } from '../tags.ts'
import { insertRow } from '../writing.ts'
import { rowsWithWarnings } from './rowCauses.ts'
import { CodedError } from '../../folder/codedError.ts'

/** Returns a stored run, or `null`. */
export function readStoredRun(sql: DatabaseSync, id: string): Run | null {
  const row = selectRows(sql, tableColumns.runs, 'FROM runs WHERE id = ? AND removed_at IS NULL').get(id)
  if (!row) return null
  const counts = Object.fromEntries(rowState.options.map((state) => [state, 0])) as RowCounts
  const stateCounts = sql
    .prepare('SELECT state, count(*) AS rows FROM run_rows WHERE run = ? GROUP BY state')
    .all(id)
  for (const { state, rows } of stateCounts) counts[state as keyof RowCounts] = Number(rows)
  return {
    id,
    name: row.name,
    state: row.state,
    profileId: row.profile_id,
    profileName: row.profile_name,
    environment: row.environment,
    source: parseJson(row.source) as Run['source'],
    header: parseTexts(row.header),
    mapping: mapping.parse(parseJson(row.mapping)),
    checked: row.checked === 1,
    createExisting: row.create_existing === 1,
    comparing: row.change === null && !getRequestHashes(sql).isDone(),
    change: toChangePlan(row.change),
    counts,
    conflicts:
      row.change === null ? 0 : countRows(sql, `FROM link_changes WHERE run = ? AND state = 'conflict'`, id),
    // Rows whose link is in the library have no warnings.
    repeated:
      row.change === null
        ? countRows(sql, `FROM run_rows WHERE run = ? AND state = 'existing' AND remarks <> '[]'`, id)
        : 0,
    withWarnings: countRows(sql, `FROM run_rows WHERE run = ? AND ${rowsWithWarnings}`, id),
    pathsToCheck: countUncheckedPaths(sql, id),
    problem: parseJson(row.problem) as Run['problem'],
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
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

function toChangePlan(text: string | null): ChangePlan | null {
  return text === null ? null : changePlan.parse(parseJson(text))
}

/** SQL for the rows whose own path the service is to be asked about: that of their index, which has no others. */
export const uncheckedCondition = `own_path IS NOT NULL AND path_check IS NULL AND state = 'ready'`

export function countUncheckedPaths(sql: DatabaseSync, id: string): number {
  return countRows(sql, `FROM run_rows WHERE run = ? AND ${uncheckedCondition}`, id)
}
