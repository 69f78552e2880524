import type { DatabaseSync } from 'node:sqlite'
import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import { selectRows } from '../../tableRows.ts'

/** Counts a run's rows whose link has another profile or environment than the run, by these. */
export function countElsewhere(sql: DatabaseSync, run: string): CallOutput<'runs.elsewhere'>['places'] {
  return selectRows(
    sql,
    { profileId: 'text', profileName: 'text', environment: 'environment', rows: 'integer' },
    `FROM (SELECT links.profile_id AS profileId, links.profile_name AS profileName, links.environment AS environment, count(*) AS rows
       FROM run_rows JOIN runs ON runs.id = run_rows.run JOIN links ON links.id = run_rows.target
       WHERE run_rows.run = ? AND run_rows.state = 'faulty'
         AND (links.profile_id <> runs.profile_id OR links.environment <> runs.environment)
       GROUP BY 1, 3 ORDER BY rows DESC)`,
  ).all(run)
}
