import type { SQLInputValue } from 'node:sqlite'
import { namesOf } from '../../../contract/service/link/fields.ts'
import { otherReferrers } from '../../../contract/service/link/visits.ts'
import { auditSelection } from '../auditRows.ts'
import { applyParts, assignParts, changeStatements, unlessErased } from '../changeStore.ts'
import { keyColumns, linkColumns, projectColumns } from '../columns.ts'
import { sqliteInvitationStatements } from '../invitationStore.ts'
import { insertOwnPath, ownPathStatements } from '../ownPaths.ts'
import { projectFieldNames, selections } from '../rows.ts'
import { ruleStatements } from '../ruleStore.ts'
import type { Row } from '../selection.ts'
import { listColumns, overwriteColumns } from '../sql.ts'
import { countNames, maxHostsPerDay, spans } from '../visits.ts'
import * as visit from '../visitRows.ts'

/**
 * All statements of this engine, in SQL that PostgreSQL also reads except for the placeholders. Each write is
 * a single statement.
 */

const linkNames = namesOf(linkColumns)
const insertLink = insertInto('links', linkNames)
const insertProject = insertInto('projects', namesOf(projectColumns))
const insertKey = insertInto('project_keys', namesOf(keyColumns))
const insertVisits = `${insertInto('visits', visit.visitColumns)} ON CONFLICT (${listColumns(visit.visitKey)}) DO UPDATE SET`
/**
 * A link's rows for an hour and its day: ?1 is the link, ?2 the hour, ?3 the day; the remaining parameters are the
 * counts of both.
 */
const pairCounts = countNames.map((_, column) => `?${column + 4}`).join(', ')
const visitPair = `(?1, ${spans.hour}, ?2, ${pairCounts}), (?1, ${spans.day}, ?3, ${pairCounts})`
const insertReferrers = `INSERT INTO visit_referrers (${listColumns(visit.referrerColumns)})`
const whereReferrer = `ON CONFLICT (${listColumns(visit.referrerKey)}) DO UPDATE SET`

function insertInto(table: string, names: readonly string[]): string {
  return `INSERT INTO ${table} (${listColumns(names)}) VALUES (${names.map(() => '?').join(', ')})`
}

const [entry, content] = [applyParts((index) => `?${index}`), assignParts((index) => `?${index}`)]

export const statements = {
  insertLink: `${insertLink} ON CONFLICT DO NOTHING`,
  putLink: `${insertLink} ON CONFLICT (id) DO UPDATE SET ${overwriteColumns(linkNames, 'id')} ${unlessErased}`,
  // Adds a row only if the link can follow in the same transaction.
  insertOwnPath: `${insertOwnPath} SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 FROM links WHERE id = ?6)
    AND NOT EXISTS (SELECT 1 FROM links WHERE path = ?4)
    AND NOT EXISTS (SELECT 1 FROM links WHERE project_id = ?1 AND environment = ?2 AND idempotency_key = ?7)
    ON CONFLICT DO NOTHING`,
  ...ownPathStatements((index) => `?${index}`),
  findLink: `SELECT ${listColumns(selections.link.names)} FROM links WHERE path = ?`,
  findLinkState: `SELECT ${listColumns(selections.linkState.names)} FROM links WHERE path = ?`,
  findIdempotencyUse: `SELECT ${listColumns(selections.idempotencyUse.names)} FROM links
    WHERE project_id = ? AND environment = ? AND idempotency_key = ?`,
  releaseIdempotencyKey: `UPDATE links SET idempotency_key = NULL, request_hash = NULL
    WHERE project_id = ? AND environment = ? AND idempotency_key = ? AND created_at < ?`,
  scanLinks: `SELECT ${listColumns(selections.linkRow.names)} FROM links WHERE id > ? ORDER BY id LIMIT ?`,

  insertProject,
  putProject: `${insertProject} ON CONFLICT (id) DO UPDATE SET ${overwriteColumns(namesOf(projectColumns), 'id')}`,
  listProjects: `SELECT ${listColumns(selections.project.names)} FROM projects ORDER BY created_at, id`,
  findProject: `SELECT ${listColumns(selections.project.names)} FROM projects WHERE id = ?`,
  setProjectActive: 'UPDATE projects SET active = ? WHERE id = ?',
  setProjectChanges: 'UPDATE projects SET changes_off = ? WHERE id = ?',
  setProjectTerms: `UPDATE projects SET rate_per_minute = ?, links_per_day = ?, changes_per_day = ?, link_origin = ?, link_origins = ?,
      link_domains = ?, link_apps = ?, query_off = ?, terms_set_at = ? WHERE id = ? AND terms_set_at IS NOT DISTINCT FROM ?`,
  listDomains: `SELECT ${listColumns(selections.projectDomains.names)} FROM projects
    WHERE link_origins IS NOT NULL OR link_domains IS NOT NULL OR link_apps IS NOT NULL OR query_off IS NOT NULL ORDER BY id`,
  addLinksOfDay: addToDay('counted_day', 'counted_links'),
  findLinksOfDay: findOfDay('counted_day', 'counted_links'),
  addChangesOfDay: addToDay('changes_day', 'counted_changes'),
  findChangesOfDay: findOfDay('changes_day', 'counted_changes'),

  insertKey,
  putKey: `${insertKey} ON CONFLICT (hash) DO UPDATE SET ${overwriteColumns(namesOf(keyColumns), 'hash')}`,
  findKey: `SELECT ${listColumns(selections.key.names, 'k')}, ${listColumns(projectFieldNames, 'p')} FROM project_keys k JOIN projects p ON p.id = k.project_id
    WHERE k.hash = ?`,
  listKeys: `SELECT ${listColumns(selections.key.names, 'k')} FROM project_keys k WHERE k.project_id = ? ORDER BY k.created_at, k.hash`,
  expireKeys: `UPDATE project_keys SET expires_at = ?1
    WHERE project_id = ?2 AND (expires_at IS NULL OR expires_at > ?1)
      AND (?3 IS NULL OR hash IN (SELECT value FROM json_each(?3))) AND (?4 IS NULL OR name = ?4)`,
  touchKey: `UPDATE project_keys SET last_used_at = ?
    WHERE hash = ? AND (last_used_at IS NULL OR last_used_at <= ? OR last_used_at >= ?)`,

  takeBatch: `INSERT INTO visit_writers (writer, batch, written_at) VALUES (?, ?, ?)
    ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, written_at = excluded.written_at
    WHERE visit_writers.batch < excluded.batch`,
  addVisits: `INSERT INTO visits (${listColumns(visit.visitColumns)}) VALUES ${visitPair}
    ON CONFLICT (${listColumns(visit.visitKey)}) DO UPDATE SET ${visit.addCounts}`,
  addToReferrals:
    'UPDATE visit_referrers SET visits = visits + ?4 WHERE link_id = ?1 AND start = ?2 AND host = ?3',
  addReferrals: `${insertReferrers} SELECT ?1, ?2, CASE
      WHEN (SELECT COUNT(*) FROM visit_referrers WHERE link_id = ?1 AND start = ?2) < ${maxHostsPerDay}
      THEN ?3 ELSE '${otherReferrers}' END, ?4
    WHERE TRUE ${whereReferrer} ${visit.addReferrals}`,
  sumVisits: `SELECT ${visit.sumColumns} FROM visits WHERE link_id = ? AND span = ${spans.day} GROUP BY link_id`,
  findVisits: `SELECT ${listColumns(visit.visitColumns)} FROM visits
    WHERE link_id = ? AND span = ? AND start BETWEEN ? AND ? ORDER BY start`,
  findPeople: `SELECT link_id, start, ${visit.visitorsExpression} FROM visits
    WHERE link_id = ? AND span = ${spans.day} AND start BETWEEN ? AND ?`,
  findReferrers: `SELECT ${listColumns(visit.referrerColumns)} FROM visit_referrers
    WHERE link_id = ? AND start BETWEEN ? AND ? ORDER BY start, visits DESC, host`,
  findLastDay: `SELECT MAX(start) FROM visits WHERE span = ${spans.day} AND start < ?`,
  pruneVisits: `DELETE FROM visits WHERE (${listColumns(visit.visitKey)}) IN
    (SELECT ${listColumns(visit.visitKey)} FROM visits WHERE span = ? AND start < ? LIMIT ?)`,
  pruneReferrers: `DELETE FROM visit_referrers WHERE (${listColumns(visit.referrerKey)}) IN
    (SELECT ${listColumns(visit.referrerKey)} FROM visit_referrers WHERE start < ? LIMIT ?)`,
  forgetVisits: 'DELETE FROM visits WHERE link_id = ?',
  forgetReferrers: 'DELETE FROM visit_referrers WHERE link_id = ?',
  pruneWriters: 'DELETE FROM visit_writers WHERE written_at < ?',
  scanVisits: `SELECT ${listColumns(visit.visitColumns)} FROM visits WHERE (${listColumns(visit.visitKey)}) > (?, ?, ?)
    ORDER BY ${listColumns(visit.visitKey)} LIMIT ?`,
  scanReferrers: `SELECT ${listColumns(visit.referrerColumns)} FROM visit_referrers WHERE (${listColumns(visit.referrerKey)}) > (?, ?, ?)
    ORDER BY ${listColumns(visit.referrerKey)} LIMIT ?`,
  putVisits: `${insertVisits} ${visit.overwriteSmaller}`,
  putReferrers: `${insertReferrers} VALUES (?, ?, ?, ?) ${whereReferrer} ${visit.overwriteSmallerReferrals}`,

  ...sqliteInvitationStatements(),

  ...changeStatements((index) => `?${index}`),
  addChange: `INSERT INTO link_changes (${entry.columns}) SELECT ${entry.values} FROM links WHERE ${entry.condition}`,
  changeLink: `UPDATE links SET ${content.assignments} WHERE path = ${content.path}`,

  ...ruleStatements((index) => `?${index}`),

  addAuditEntry: `${insertInto('operator_acts', auditSelection.names)} ON CONFLICT DO NOTHING`,
  findLastAuditEntry: `SELECT ${listColumns(auditSelection.names)} FROM operator_acts WHERE act = ? ORDER BY id DESC LIMIT 1`,
  scanAuditEntries: `SELECT ${listColumns(auditSelection.names)} FROM operator_acts WHERE id > ? ORDER BY id LIMIT ?`,

  check: 'SELECT 1 FROM projects LIMIT 1',
} as const

export type StatementName = keyof typeof statements

/** Runs statements of the writer's or the reader's connection. */
export interface StatementRunner {
  read: (name: StatementName, params: SQLInputValue[]) => Promise<Row[]>
  /** Resolves to the number of changed rows. */
  write: (name: StatementName, params: SQLInputValue[]) => Promise<number>
}

/** Adds to a count of a project's latest counted day. A day far in the future is replaced, because it is from a wrong clock. */
function addToDay(day: string, count: string): string {
  return `UPDATE projects SET ${day} = ?1, ${count} = CASE WHEN ${day} = ?1 THEN ${count} + ?2 ELSE ?2 END
    WHERE id = ?3 AND (${day} IS NULL OR ${day} <= ?1 OR ${day} > ?1 + 1)`
}

function findOfDay(day: string, count: string): string {
  return `SELECT ${count} FROM projects WHERE id = ? AND ${day} = ?`
}
