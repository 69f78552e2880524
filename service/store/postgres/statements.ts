import { namesOf } from '../../../contract/service/link/fields.ts'
import { auditSelection } from '../auditRows.ts'
import { applyParts, changeStatements, unlessErased } from '../changeStore.ts'
import type { ColumnKind } from '../columns.ts'
import { keyColumns, linkColumns, projectColumns, sqlTypes } from '../columns.ts'
import { postgresInvitationStatements } from '../invitationStore.ts'
import { insertOwnPath, ownPathStatements } from '../ownPaths.ts'
import { projectFieldNames, selections } from '../rows.ts'
import { ruleStatements } from '../ruleStore.ts'
import { listColumns, overwriteColumns } from '../sql.ts'
import { visitStatements } from './visitStatements.ts'

/**
 * All statements of this engine. Each write is a single statement, and none exceeds what distributed engines
 * support.
 */

const linkNames = namesOf(linkColumns)
// One `unnest` per column, in step. A single one for all columns, in FROM, buffers the rows first, which
// costs the server a third more.
const elements = Object.values(linkColumns).map(
  ({ kind }, index) => `unnest($${index + 1}::${sqlTypes[kind]}[])`,
)
const insertLinks = `INSERT INTO links (${listColumns(linkNames)}) SELECT ${elements.join(', ')}`

// Fails as a whole if the link conflicts with another one.
const linkParam = (name: (typeof linkNames)[number]) =>
  `$${linkNames.indexOf(name) + 1}::${sqlTypes[linkColumns[name].kind]}`
const insertOwnLink = `WITH own AS (${insertOwnPath}
    VALUES (${linkParam('project_id')}, ${linkParam('environment')}, $${linkNames.length + 1}::TEXT, ${linkParam('path')},
      $${linkNames.length + 2}::TEXT)
    ON CONFLICT DO NOTHING RETURNING link_path)
  INSERT INTO links (${listColumns(linkNames)}) SELECT ${linkNames.map(linkParam).join(', ')} FROM own`

const insertProject = insertInto('projects', namesOf(projectColumns))
const insertKey = insertInto('project_keys', namesOf(keyColumns))

function insertInto(table: string, names: readonly string[]): string {
  return `INSERT INTO ${table} (${listColumns(names)}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`
}

const typedParam = (index: number, kind: ColumnKind) => `$${index}::${sqlTypes[kind]}`
const change = applyParts(typedParam)

export const statements = {
  insertLinks: `${insertLinks} ON CONFLICT DO NOTHING`,
  insertOwnLink,
  ...ownPathStatements(typedParam),
  putLinks: `${insertLinks} ON CONFLICT (id) DO UPDATE SET ${overwriteColumns(linkNames, 'id')} ${unlessErased}`,
  findLinks: `SELECT ${listColumns(selections.link.names)} FROM links WHERE path = ANY ($1::TEXT[])`,
  findLinkStates: `SELECT ${listColumns(selections.linkState.names)} FROM links WHERE path = ANY ($1::TEXT[])`,
  findIds: `SELECT ${listColumns(selections.linkId.names)} FROM links WHERE path = ANY ($1::TEXT[])`,
  findIdempotencyUse: `SELECT ${listColumns(selections.idempotencyUse.names)} FROM links
    WHERE project_id = $1 AND environment = $2 AND idempotency_key = $3`,
  releaseIdempotencyKey: `UPDATE links SET idempotency_key = NULL, request_hash = NULL
    WHERE project_id = $1 AND environment = $2 AND idempotency_key = $3 AND created_at < $4`,
  scanLinks: `SELECT ${listColumns(selections.linkRow.names)} FROM links WHERE id > $1 ORDER BY id LIMIT $2`,

  insertProject,
  putProject: `${insertProject} ON CONFLICT (id) DO UPDATE SET ${overwriteColumns(namesOf(projectColumns), 'id')}`,
  listProjects: `SELECT ${listColumns(selections.project.names)} FROM projects ORDER BY created_at, id`,
  findProject: `SELECT ${listColumns(selections.project.names)} FROM projects WHERE id = $1`,
  setProjectActive: 'UPDATE projects SET active = $1 WHERE id = $2',
  setProjectChanges: 'UPDATE projects SET changes_off = $1 WHERE id = $2',
  setProjectTerms: `UPDATE projects SET rate_per_minute = $1, links_per_day = $2, changes_per_day = $3, link_origin = $4, link_origins = $5,
      link_domains = $6, link_apps = $7, query_off = $8, terms_set_at = $9 WHERE id = $10 AND terms_set_at IS NOT DISTINCT FROM $11::BIGINT`,
  listDomains: `SELECT ${listColumns(selections.projectDomains.names)} FROM projects
    WHERE link_origins IS NOT NULL OR link_domains IS NOT NULL OR link_apps IS NOT NULL OR query_off IS NOT NULL ORDER BY id`,
  addLinksOfDay: addToDay('counted_day', 'counted_links'),
  findLinksOfDay: findOfDay('counted_day', 'counted_links'),
  addChangesOfDay: addToDay('changes_day', 'counted_changes'),
  findChangesOfDay: findOfDay('changes_day', 'counted_changes'),

  insertKey,
  putKey: `${insertKey} ON CONFLICT (hash) DO UPDATE SET ${overwriteColumns(namesOf(keyColumns), 'hash')}`,
  findKeys: `SELECT ${listColumns(selections.key.names, 'k')}, ${listColumns(projectFieldNames, 'p')} FROM project_keys k JOIN projects p ON p.id = k.project_id
    WHERE k.hash = ANY ($1::TEXT[])`,
  listKeys: `SELECT ${listColumns(selections.key.names, 'k')} FROM project_keys k WHERE k.project_id = $1 ORDER BY k.created_at, k.hash`,
  expireKeys: `UPDATE project_keys SET expires_at = $1
    WHERE project_id = $2 AND (expires_at IS NULL OR expires_at > $1)
      AND ($3::TEXT[] IS NULL OR hash = ANY ($3)) AND ($4::TEXT IS NULL OR name = $4)`,
  touchKey: `UPDATE project_keys SET last_used_at = $1
    WHERE hash = $2 AND (last_used_at IS NULL OR last_used_at <= $3 OR last_used_at >= $4)`,

  ...visitStatements,

  ...postgresInvitationStatements(),

  ...changeStatements(typedParam),
  // Because of the lock, a concurrent change waits and then sees this one, before either writes anything.
  changeLink: `WITH found AS (SELECT id FROM links WHERE ${change.condition} FOR UPDATE),
    noted AS (INSERT INTO link_changes (${change.columns}) SELECT ${change.values} FROM found
      ON CONFLICT DO NOTHING RETURNING link_id)
    UPDATE links SET ${change.assignments} FROM noted WHERE links.id = noted.link_id`,

  ...ruleStatements(typedParam),

  addAuditEntry: `${insertInto('operator_acts', auditSelection.names)} ON CONFLICT DO NOTHING`,
  findLastAuditEntry: `SELECT ${listColumns(auditSelection.names)} FROM operator_acts WHERE act = $1 ORDER BY id DESC LIMIT 1`,
  scanAuditEntries: `SELECT ${listColumns(auditSelection.names)} FROM operator_acts WHERE id > $1 ORDER BY id LIMIT $2`,

  check: 'SELECT 1 FROM projects LIMIT 1',
} as const

/** Statements followed by rows in binary format. */
export const copies = {
  copyLinks: `COPY links (${listColumns(linkNames)}) FROM STDIN BINARY`,
} as const

export type CopyName = keyof typeof copies
export type StatementName = keyof typeof statements

/**
 * Not prepared by name: PostgreSQL would keep the first plan, and for a small table that is a full scan.
 * Planning costs less than one link's share of the statement.
 */
export const unpreparedStatements: ReadonlySet<StatementName> = new Set<StatementName>([
  'findLinks',
  'findLinkStates',
  'findIds',
  'findKeys',
])

/** Adds to a count of a project's latest counted day. A day far in the future is replaced, because it is from a wrong clock. */
function addToDay(day: string, count: string): string {
  return `UPDATE projects SET ${day} = $1::BIGINT, ${count} = CASE WHEN ${day} = $1 THEN ${count} + $2 ELSE $2 END
    WHERE id = $3 AND (${day} IS NULL OR ${day} <= $1 OR ${day} > $1 + 1)`
}

function findOfDay(day: string, count: string): string {
  return `SELECT ${count} FROM projects WHERE id = $1 AND ${day} = $2`
}
