import { namesOf, pick } from '../../../contract/service/link/fields.ts'
import { otherReferrers } from '../../../contract/service/link/visits.ts'
import { sqlTypes, type ColumnKind } from '../schema/columns.ts'
import { listColumns } from '../schema/sql.ts'
import * as visit from '../visits/visitStore.ts'
import { countNames, maxHostsPerDay, spans } from '../visits/visits.ts'

const insertVisits = `INSERT INTO visits (${listColumns(namesOf(visit.visitColumns))})`
const onVisitsConflict = `ON CONFLICT (${listColumns(visit.visitKey)}) DO UPDATE SET`
const insertReferrers = `INSERT INTO visit_referrers (${listColumns(namesOf(visit.referrerColumns))})`
const onReferrersConflict = `ON CONFLICT (${listColumns(visit.referrerKey)}) DO UPDATE SET`
const sameDayCondition = 'known.link_id = named.link_id AND known.start = ?5'

/** Returns parallel arrays as rows, from parameter `firstIndex` on. */
function unnestRows(columns: Readonly<Record<string, { kind: ColumnKind }>>, firstIndex: number): string {
  return Object.entries(columns)
    .map(([name, { kind }], index) => `unnest(?${firstIndex + index}::${sqlTypes[kind]}[]) AS ${name}`)
    .join(', ')
}

const countParams = 6
const referrerParams = countParams + 1 + countNames.length

/**
 * Adds a batch in one transaction; `taken` is empty for a batch that was added before. Rows are added in key order, so that
 * two processes never deadlock. New hosts of a link are numbered, because the batch itself can exceed their maximum.
 */
const addVisits = `WITH
  taken AS (INSERT INTO visit_writers (writer, batch, written_at) VALUES (?1, ?2, ?3)
    ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, written_at = excluded.written_at
    WHERE visit_writers.batch < excluded.batch RETURNING 1),
  counted AS (SELECT ${unnestRows(pick(visit.visitColumns, ['link_id', ...countNames]), countParams)}),
  added AS (${insertVisits}
    SELECT link_id, period.span, period.start, ${listColumns(countNames)} FROM counted
    CROSS JOIN (VALUES (${spans.hour}::BIGINT, ?4::BIGINT), (${spans.day}, ?5)) AS period (span, start)
    WHERE EXISTS (SELECT 1 FROM taken) ORDER BY link_id, period.span
    ${onVisitsConflict} ${visit.addCounts})
  ${insertReferrers}
  SELECT link_id, ?5, shown, SUM(visits) FROM (
    SELECT link_id, visits, CASE
      WHEN is_known OR (SELECT COUNT(*) FROM visit_referrers known WHERE ${sameDayCondition})
        + ROW_NUMBER() OVER (PARTITION BY link_id, is_known) <= ${maxHostsPerDay}
      THEN host ELSE '${otherReferrers}' END AS shown
    FROM (
      SELECT link_id, host, visits,
        EXISTS (SELECT 1 FROM visit_referrers known WHERE ${sameDayCondition} AND known.host = named.host) AS is_known
      FROM (SELECT ${unnestRows(pick(visit.referrerColumns, ['link_id', 'host', 'visits']), referrerParams)}) AS named
    ) AS named
  ) AS referred
  WHERE EXISTS (SELECT 1 FROM taken) GROUP BY link_id, shown ORDER BY link_id, shown
  ${onReferrersConflict} ${visit.addReferrals}`

export const visitWriteStatements = {
  addVisits,
  putVisits: `${insertVisits} SELECT ${unnestRows(visit.visitColumns, 1)} ${onVisitsConflict} ${visit.overwriteSmaller}`,
  putReferrers: `${insertReferrers} SELECT ${unnestRows(visit.referrerColumns, 1)}
    ${onReferrersConflict} ${visit.overwriteSmallerReferrals}`,
} as const
