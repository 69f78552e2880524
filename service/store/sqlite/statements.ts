import { namesOf } from '../../../contract/service/link/fields.ts'
import { otherReferrers } from '../../../contract/service/link/visits.ts'
import { assignContent, changeParts, eraseStatement, unlessErased } from '../links/changeStore.ts'
import { linkColumns } from '../schema/columns.ts'
import { sqliteRedemption } from '../projects/invitationStore.ts'
import { insertOwnPath } from '../links/ownPaths.ts'
import { projectFieldNames, selections } from '../schema/rows.ts'
import { insertInto, listColumns, overwriteColumns, type Dialect } from '../schema/sql.ts'
import { sharedStatements } from '../statements.ts'
import { countNames, maxHostsPerDay, spans } from '../visits/visits.ts'
import * as visit from '../visits/visitStore.ts'

/** An array is sent as JSON. */
const dialect: Dialect = {
  array: (index) => `?${index}`,
  among: (index) => `IN (SELECT value FROM json_each(?${index}))`,
  byCodeUnit: 'COLLATE BINARY',
}

const linkNames = namesOf(linkColumns)
/**
 * The stamp of a written link: the time, but later than every other of its project and environment. Because there is one writer at a
 * time, no link with an earlier stamp appears later.
 */
const nextStamp = (project: string, environment: string) =>
  `MAX(CAST(unixepoch('subsec') * 1000 AS INTEGER), 1 + COALESCE((SELECT MAX(s.stamp) FROM links s
    WHERE s.project_id = ${project} AND s.environment = ${environment}), 0))`
const stampOfLink = nextStamp('links.project_id', 'links.environment')
const linkParam = (name: (typeof linkNames)[number]) => `?${linkNames.indexOf(name) + 1}`
const insertLink = `INSERT INTO links (${listColumns(linkNames)}, stamp) VALUES (${linkNames.map(linkParam).join(', ')},
  ${nextStamp(linkParam('project_id'), linkParam('environment'))})`
const insertVisits = `${insertInto('visits', namesOf(visit.visitColumns))} ON CONFLICT (${listColumns(visit.visitKey)}) DO UPDATE SET`
/**
 * A link's rows for an hour and its day: ?1 is the link, ?2 the hour, ?3 the day; the remaining parameters are the
 * counts of both.
 */
const pairCounts = countNames.map((_, column) => `?${column + 4}`).join(', ')
const visitPair = `(?1, ${spans.hour}, ?2, ${pairCounts}), (?1, ${spans.day}, ?3, ${pairCounts})`
const insertReferrers = `INSERT INTO visit_referrers (${listColumns(namesOf(visit.referrerColumns))})`
const whereReferrer = `ON CONFLICT (${listColumns(visit.referrerKey)}) DO UPDATE SET`

const content = assignContent(0)

/** All statements of this engine. Each write is a single one. */
export const statements = {
  ...sharedStatements(dialect),
  insertLink: `${insertLink} ON CONFLICT DO NOTHING`,
  putLinks: `${insertLink} ON CONFLICT (id) DO UPDATE SET ${overwriteColumns([...linkNames, 'stamp'], 'id')} ${unlessErased}`,
  // Adds a row only if the link can follow in the same transaction.
  insertOwnPath: `${insertOwnPath} SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 FROM links WHERE id = ?6)
    AND NOT EXISTS (SELECT 1 FROM links WHERE path = ?4)
    AND NOT EXISTS (SELECT 1 FROM links WHERE project_id = ?1 AND environment = ?2 AND idempotency_key = ?7)
    ON CONFLICT DO NOTHING`,
  findLink: `SELECT ${listColumns(selections.link.names)} FROM links WHERE path = ?`,
  findLinkState: `SELECT ${listColumns(selections.linkState.names)} FROM links WHERE path = ?`,

  findKey: `SELECT ${listColumns(selections.key.names, 'k')}, ${listColumns(projectFieldNames, 'p')} FROM project_keys k JOIN projects p ON p.id = k.project_id
    WHERE k.hash = ?`,

  takeBatch: `INSERT INTO visit_writers (writer, batch, written_at) VALUES (?, ?, ?)
    ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, written_at = excluded.written_at
    WHERE visit_writers.batch < excluded.batch`,
  addVisits: `INSERT INTO visits (${listColumns(namesOf(visit.visitColumns))}) VALUES ${visitPair}
    ON CONFLICT (${listColumns(visit.visitKey)}) DO UPDATE SET ${visit.addCounts}`,
  addToReferrals:
    'UPDATE visit_referrers SET visits = visits + ?4 WHERE link_id = ?1 AND start = ?2 AND host = ?3',
  addReferrals: `${insertReferrers} SELECT ?1, ?2, CASE
      WHEN (SELECT COUNT(*) FROM visit_referrers WHERE link_id = ?1 AND start = ?2) < ${maxHostsPerDay}
      THEN ?3 ELSE '${otherReferrers}' END, ?4
    WHERE TRUE ${whereReferrer} ${visit.addReferrals}`,
  putVisits: `${insertVisits} ${visit.overwriteSmaller}`,
  putReferrers: `${insertReferrers} VALUES (?, ?, ?, ?) ${whereReferrer} ${visit.overwriteSmallerReferrals}`,

  ...sqliteRedemption,

  addChange: `INSERT INTO link_changes (${changeParts.columns}) SELECT ${changeParts.values} FROM links WHERE ${changeParts.condition}`,
  eraseLinks: eraseStatement(dialect, stampOfLink),
  changeLink: `UPDATE links SET ${content.assignments}, stamp = ${stampOfLink} WHERE path = ?${content.next}`,
} as const

export type StatementName = keyof typeof statements
