import { namesOf } from '../../contract/service/link/fields.ts'
import { auditNames } from './projects/auditLog.ts'
import { changeStatements } from './links/changeStore.ts'
import { keyColumns, projectColumns, termColumns } from './schema/columns.ts'
import { invitationStatements } from './projects/invitationStore.ts'
import { linkListStatements } from './links/linkList.ts'
import { ownPathStatements } from './links/ownPaths.ts'
import { selections } from './schema/rows.ts'
import { ruleStatements } from './projects/rules.ts'
import {
  assignColumns,
  insertInto,
  listColumns,
  overwriteColumns,
  typedParam,
  type Dialect,
} from './schema/sql.ts'
import { visitStatements } from './visits/visitStore.ts'

const byIdempotencyKey = 'WHERE project_id = ?1 AND environment = ?2 AND idempotency_key = ?3'

/** The statements that both engines have. Each write is a single one. */
export const sharedStatements = (dialect: Dialect) =>
  ({
    findIdempotencyUse: `SELECT ${listColumns(selections.idempotencyUse.names)} FROM links ${byIdempotencyKey}`,
    releaseIdempotencyKey: `UPDATE links SET idempotency_key = NULL, request_hash = NULL ${byIdempotencyKey} AND created_at < ?4`,
    scanLinks: `SELECT ${listColumns(selections.linkRow.names)} FROM links WHERE id > ?1 ORDER BY id LIMIT ?2`,
    ...ownPathStatements,
    ...linkListStatements,

    putProject: `${insertInto('projects', namesOf(projectColumns))} ON CONFLICT (id) DO UPDATE SET ${overwriteColumns(namesOf(projectColumns), 'id')}`,
    listProjects: `SELECT ${listColumns(selections.project.names)} FROM projects ORDER BY created_at, id`,
    findProject: `SELECT ${listColumns(selections.project.names)} FROM projects WHERE id = ?1`,
    setProjectActive: 'UPDATE projects SET active = ?1 WHERE id = ?2',
    setProjectChanges: 'UPDATE projects SET changes_off = ?1 WHERE id = ?2',
    setProjectTerms: `UPDATE projects SET ${assignColumns(namesOf(termColumns), 3)} WHERE id = ?1 AND terms_set_at IS NOT DISTINCT FROM CAST(?2 AS BIGINT)`,
    listDomains: `SELECT ${listColumns(selections.projectDomains.names)} FROM projects
    WHERE link_origins IS NOT NULL OR link_domains IS NOT NULL OR link_apps IS NOT NULL OR link_pages IS NOT NULL OR query_off IS NOT NULL ORDER BY id`,
    addLinksOfDay: addToDay('counted_day', 'counted_links'),
    findLinksOfDay: findOfDay('counted_day', 'counted_links'),
    addChangesOfDay: addToDay('changes_day', 'counted_changes'),
    findChangesOfDay: findOfDay('changes_day', 'counted_changes'),

    putKey: `${insertInto('project_keys', namesOf(keyColumns))} ON CONFLICT (hash) DO UPDATE SET ${overwriteColumns(namesOf(keyColumns), 'hash')}`,
    listKeys: `SELECT ${listColumns(selections.key.names, 'k')} FROM project_keys k WHERE k.project_id = ?1 ORDER BY k.created_at, k.hash`,
    allowKeys: `UPDATE project_keys SET may_list = COALESCE(${typedParam(1, 'flag')}, may_list), may_invite = COALESCE(${typedParam(2, 'flag')}, may_invite)
    WHERE project_id = ?3 AND name = ?4 AND (expires_at IS NULL OR expires_at > ?5)`,
    touchKey: `UPDATE project_keys SET last_used_at = ?1
    WHERE hash = ?2 AND (last_used_at IS NULL OR last_used_at <= ?3 OR last_used_at >= ?4)`,

    expireKeys: `UPDATE project_keys SET expires_at = ?1
    WHERE project_id = ?2 AND (expires_at IS NULL OR expires_at > ?1)
      AND (${dialect.array(3, 'TEXT')} IS NULL OR hash ${dialect.among(3, 'TEXT')})
      AND (${typedParam(4, 'text')} IS NULL OR name = ${typedParam(4, 'text')})`,

    ...visitStatements(dialect),
    ...invitationStatements,
    ...changeStatements(dialect),
    ...ruleStatements,

    addAuditEntry: `${insertInto('operator_acts', auditNames)} ON CONFLICT DO NOTHING`,
    findLastAuditEntry: `SELECT ${listColumns(auditNames)} FROM operator_acts WHERE act = ?1 ORDER BY id DESC LIMIT 1`,
    scanAuditEntries: `SELECT ${listColumns(auditNames)} FROM operator_acts WHERE id > ?1 ORDER BY id LIMIT ?2`,

    check: 'SELECT 1 FROM projects LIMIT 1',
  }) as const

export type SharedStatement = keyof ReturnType<typeof sharedStatements>

/**
 * Adds to a count of a project's latest counted day, which is the next one if another process is there already. Starts at 0 on a
 * new day, or after one that is far in the future, because that is from a wrong clock.
 */
function addToDay(day: string, count: string): string {
  const [today, added] = [typedParam(1, 'integer'), typedParam(2, 'integer')]
  const sum = `CASE WHEN ${day} IN (${today}, ${today} + 1) THEN ${count} ELSE 0 END + ${added}`
  return `UPDATE projects SET ${day} = CASE WHEN ${day} = ${today} + 1 THEN ${day} ELSE ${today} END, ${count} = ${sum}
    WHERE id = ?3 AND ${sum} <= ${typedParam(4, 'integer')}`
}

function findOfDay(day: string, count: string): string {
  return `SELECT ${count} FROM projects WHERE id = ?1 AND ${day} = ?2`
}
