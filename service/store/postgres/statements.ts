import { linkColumns } from './rows.ts'

/** Every statement of this engine. Writes are single statements; nothing here is beyond a distributed engine. */

const names = linkColumns.map(({ name }) => name)
/** What a visit and a lookup need: all but the last three, which are for idempotency and copies. */
const readNames = names.slice(0, -3)
// One `unnest` for each column, all in step. A single one for all columns, in FROM, keeps the rows aside first, which costs
// the server a third more.
const elements = linkColumns.map(({ type }, index) => `unnest($${index + 1}::${type}[])`)
const insertLinks = `INSERT INTO links (${names.join(', ')}) SELECT ${elements.join(', ')}`
const overwritten = names.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`)

const keyColumns = 'k.hash, k.project_id, k.created_at, k.expires_at'
const insertProject = 'INSERT INTO projects (id, name, active, created_at) VALUES ($1, $2, $3, $4)'
const insertKey =
  'INSERT INTO project_keys (hash, project_id, created_at, expires_at) VALUES ($1, $2, $3, $4)'

export const statements = {
  insertLinks: `${insertLinks} ON CONFLICT DO NOTHING`,
  putLinks: `${insertLinks} ON CONFLICT (id) DO UPDATE SET ${overwritten.join(', ')}`,
  findLinks: `SELECT ${readNames.join(', ')} FROM links WHERE path = ANY ($1::TEXT[])`,
  findLinkStates: 'SELECT path, active, updated_at FROM links WHERE path = ANY ($1::TEXT[])',
  findIds: 'SELECT path, id FROM links WHERE path = ANY ($1::TEXT[])',
  findIdempotencyUse: `SELECT path, request_hash, created_at FROM links
    WHERE project_id = $1 AND environment = $2 AND idempotency_key = $3`,
  releaseIdempotencyKey: `UPDATE links SET idempotency_key = NULL, request_hash = NULL
    WHERE project_id = $1 AND environment = $2 AND idempotency_key = $3 AND created_at < $4`,
  setLinkActive: 'UPDATE links SET active = $1, updated_at = $2 WHERE path = $3',
  scanLinks: `SELECT ${names.join(', ')} FROM links WHERE id > $1 ORDER BY id LIMIT $2`,

  insertProject,
  putProject: `${insertProject} ON CONFLICT (id) DO UPDATE
    SET name = excluded.name, active = excluded.active, created_at = excluded.created_at`,
  listProjects: 'SELECT id, name, active, created_at FROM projects ORDER BY created_at, id',
  findProject: 'SELECT id, name, active, created_at FROM projects WHERE id = $1',
  setProjectActive: 'UPDATE projects SET active = $1 WHERE id = $2',

  insertKey,
  putKey: `${insertKey} ON CONFLICT (hash) DO UPDATE
    SET project_id = excluded.project_id, created_at = excluded.created_at, expires_at = excluded.expires_at`,
  findKey: `SELECT ${keyColumns}, p.active FROM project_keys k JOIN projects p ON p.id = k.project_id
    WHERE k.hash = $1`,
  listKeys: `SELECT ${keyColumns} FROM project_keys k WHERE k.project_id = $1 ORDER BY k.created_at, k.hash`,
  expireKeys: `UPDATE project_keys SET expires_at = $1
    WHERE project_id = $2 AND hash <> $3 AND (expires_at IS NULL OR expires_at > $1)`,

  check: 'SELECT 1 FROM projects LIMIT 1',
} as const

/** What is followed by rows in the binary format. */
export const copies = {
  copyLinks: `COPY links (${names.join(', ')}) FROM STDIN BINARY`,
} as const

export type CopyName = keyof typeof copies
export type StatementName = keyof typeof statements

/**
 * Not prepared under its name, which would keep the first plan: that of a table with a few links is to read all of it. A
 * plan costs less than one link's share of the statement.
 */
export const plannedAnew: ReadonlySet<StatementName> = new Set<StatementName>([
  'findLinks',
  'findLinkStates',
  'findIds',
])
