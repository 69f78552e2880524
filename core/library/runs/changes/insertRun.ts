import type { DatabaseSync } from 'node:sqlite'
import type { ChangePlan } from '../../../../contract/app/runs/changePlan.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'

/** A change run to create from collected rows. */
export type NewChangeRun = Pick<Run, 'id' | 'name' | 'profileId' | 'profileName' | 'environment'> & {
  change: ChangePlan
}

/** Adds a run of changes without rows. */
export function insertRun(sql: DatabaseSync, run: NewChangeRun): void {
  const { id, name, profileId, profileName, environment, change } = run
  const source = JSON.stringify({ kind: 'links', name })
  const mapping = JSON.stringify({ columns: [], template: {} })
  sql
    .prepare(
      `INSERT INTO runs (id, name, state, profile_id, profile_name, environment, source, header, mapping, change, created_at)
       VALUES (?, ?, 'preparing', ?, ?, ?, ?, '[]', ?, ?, ?)`,
    )
    .run(
      ...[id, name, profileId, profileName, environment, source, mapping],
      ...[JSON.stringify(change), new Date().toISOString()],
    )
}
