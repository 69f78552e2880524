import { byName, namesOf } from '../../../contract/service/link/fields.ts'
import {
  assignContent,
  changePartParams,
  changeParts,
  eraseStatement,
  unlessErased,
} from '../links/changeStore.ts'
import { linkColumns, sqlTypes } from '../schema/columns.ts'
import { postgresRedemption } from '../projects/invitationStore.ts'
import { insertOwnPath } from '../links/ownPaths.ts'
import { projectFieldNames, selections } from '../schema/rows.ts'
import { listColumns, overwriteColumns, typedParam, type Dialect } from '../schema/sql.ts'
import { sharedStatements } from '../statements.ts'
import { clock } from './server/clock.ts'
import { visitWriteStatements } from './visitStatements.ts'

const dialect: Dialect = {
  array: (index, type) => `?${index}::${type}[]`,
  among: (index, type) => `= ANY (?${index}::${type}[])`,
  byCodeUnit: 'COLLATE "C"',
}

const linkNames = namesOf(linkColumns)
// One `unnest` per column, in step. A single one for all columns, in FROM, buffers the rows first, which
// costs the server a third more.
const elements = Object.values(linkColumns).map(
  ({ kind }, index) => `unnest(?${index + 1}::${sqlTypes[kind]}[])`,
)
const insertLinks = `INSERT INTO links (${listColumns(linkNames)}) SELECT ${elements.join(', ')}`

// Fails as a whole if the link conflicts with another one.
const linkParam = (name: (typeof linkNames)[number]) =>
  typedParam(linkNames.indexOf(name) + 1, linkColumns[name].kind)
const insertOwnLink = `WITH own AS (${insertOwnPath}
    VALUES (${linkParam('project_id')}, ${linkParam('environment')}, ${typedParam(linkNames.length + 1, 'text')}, ${linkParam('path')},
      ${typedParam(linkNames.length + 2, 'text')})
    ON CONFLICT DO NOTHING RETURNING link_path)
  INSERT INTO links (${listColumns(linkNames)}) SELECT ${linkNames.map(linkParam).join(', ')} FROM own`

/**
 * The list ends ten seconds ago: a statement that takes longer than five is refused. A commit has no such limit, so the list also ends
 * where the oldest transaction began that may still commit. One without a transaction id that has been open for a minute only reads. Stamps
 * are later than the begin of their transaction.
 */
const findListEnd = `SELECT FLOOR(EXTRACT(EPOCH FROM LEAST(clock_timestamp() - INTERVAL '10 seconds', MIN(xact_start))) * 1000)::BIGINT, ${clock}
  FROM pg_catalog.pg_stat_activity
  WHERE pid <> pg_backend_pid() AND (backend_xid IS NOT NULL OR xact_start > clock_timestamp() - INTERVAL '1 minute')`

const texts = {
  ...sharedStatements(dialect),
  insertLinks: `${insertLinks} ON CONFLICT DO NOTHING`,
  insertOwnLink,
  putLinks: `${insertLinks} ON CONFLICT (id) DO UPDATE SET ${overwriteColumns([...linkNames, 'stamp'], 'id')} ${unlessErased}`,
  findLinks: `SELECT ${listColumns(selections.link.names)} FROM links WHERE path = ANY (?1::TEXT[])`,
  findLinkStates: `SELECT ${listColumns(selections.linkState.names)} FROM links WHERE path = ANY (?1::TEXT[])`,
  findIds: `SELECT ${listColumns(selections.linkId.names)} FROM links WHERE path = ANY (?1::TEXT[])`,

  findKeys: `SELECT ${listColumns(selections.key.names, 'k')}, ${listColumns(projectFieldNames, 'p')} FROM project_keys k JOIN projects p ON p.id = k.project_id
    WHERE k.hash = ANY (?1::TEXT[])`,

  ...visitWriteStatements,

  ...postgresRedemption,

  findListEnd,
  eraseLinks: eraseStatement(dialect, clock),
  // Because of the lock, a concurrent change waits and then sees this one, before either writes anything.
  changeLink: `WITH found AS (SELECT id FROM links WHERE ${changeParts.condition} FOR UPDATE),
    noted AS (INSERT INTO link_changes (${changeParts.columns}) SELECT ${changeParts.values} FROM found
      ON CONFLICT DO NOTHING RETURNING link_id)
    UPDATE links SET ${assignContent(changePartParams).assignments}, stamp = ${clock} FROM noted WHERE links.id = noted.link_id`,
} as const

export type StatementName = keyof typeof texts

/** All statements of this engine. Each write is a single one, and none exceeds what distributed engines support. */
export const statements = byName(namesOf(texts), (name) => texts[name].replaceAll(/\?(\d+)/g, '$$$1'))

/** Statements followed by rows in binary format. */
export const copies = {
  copyLinks: `COPY links (${listColumns(linkNames)}) FROM STDIN BINARY`,
} as const

export type CopyName = keyof typeof copies

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
