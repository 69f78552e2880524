import { otherReferrers } from '../../../contract/service/link/visits.ts'
import { listColumns } from '../schema/sql.ts'
import * as visit from '../visits/visitStore.ts'
import { countNames, maxHostsPerDay, spans } from '../visits/visits.ts'

const insertVisits = `INSERT INTO visits (${listColumns(visit.visitColumns)})`
const onVisitsConflict = `ON CONFLICT (${listColumns(visit.visitKey)}) DO UPDATE SET`
const insertReferrers = `INSERT INTO visit_referrers (${listColumns(visit.referrerColumns)})`
const onReferrersConflict = `ON CONFLICT (${listColumns(visit.referrerKey)}) DO UPDATE SET`
const sameDayCondition = 'known.link_id = named.link_id AND known.start = ?5'

/** Returns parallel arrays as rows, from parameter `firstIndex` on. */
function unnestRows(
  names: readonly string[],
  firstIndex: number,
  types: Record<string, string> = {},
): string {
  return names
    .map((name, index) => `unnest(?${firstIndex + index}::${types[name] ?? 'BIGINT'}[]) AS ${name}`)
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
  counted AS (SELECT ${unnestRows(['link_id', ...countNames], countParams)}),
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
      FROM (SELECT ${unnestRows(['link_id', 'host', 'visits'], referrerParams, { host: 'TEXT' })}) AS named
    ) AS named
  ) AS referred
  WHERE EXISTS (SELECT 1 FROM taken) GROUP BY link_id, shown ORDER BY link_id, shown
  ${onReferrersConflict} ${visit.addReferrals}`

export const visitWriteStatements = {
  addVisits,
  putVisits: `${insertVisits} SELECT ${unnestRows(visit.visitColumns, 1)} ${onVisitsConflict} ${visit.overwriteSmaller}`,
  putReferrers: `${insertReferrers} SELECT ${unnestRows(visit.referrerColumns, 1, { host: 'TEXT' })}
    ${onReferrersConflict} ${visit.overwriteSmallerReferrals}`,
} as const
