/** Every statement of this engine, in SQL that PostgreSQL reads too but for the placeholders. Writes are single statements. */

const linkColumns = [
  'id',
  'path',
  'project_id',
  'environment',
  'active',
  'updated_at',
  'title',
  'subtitle',
  'data',
  'tags',
  'ios_url',
  'ios_open_app',
  'android_url',
  'android_open_app',
  'desktop_url',
  'preview_ios',
  'preview_android',
  'tracking_campaign',
  'tracking_source',
  'tracking_medium',
]
const insertColumns = [...linkColumns, 'created_at', 'idempotency_key', 'request_hash']
const insertLink = `INSERT INTO links (${insertColumns.join(', ')}) VALUES (${insertColumns.map(() => '?').join(', ')})`
const overwritten = insertColumns.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`)

const insertProject = 'INSERT INTO projects (id, name, active, created_at) VALUES (?, ?, ?, ?)'
const insertKey = 'INSERT INTO project_keys (hash, project_id, created_at, expires_at) VALUES (?, ?, ?, ?)'
const keyColumns = 'k.hash, k.project_id, k.created_at, k.expires_at'

export const statements = {
  insertLink: `${insertLink} ON CONFLICT DO NOTHING`,
  putLink: `${insertLink} ON CONFLICT (id) DO UPDATE SET ${overwritten.join(', ')}`,
  findLink: `SELECT ${linkColumns.join(', ')} FROM links WHERE path = ?`,
  findLinkState: 'SELECT active, updated_at FROM links WHERE path = ?',
  findIdempotencyUse: `SELECT path, request_hash, created_at FROM links
    WHERE project_id = ? AND environment = ? AND idempotency_key = ?`,
  releaseIdempotencyKey: `UPDATE links SET idempotency_key = NULL, request_hash = NULL
    WHERE project_id = ? AND environment = ? AND idempotency_key = ? AND created_at < ?`,
  setLinkActive: 'UPDATE links SET active = ?, updated_at = ? WHERE path = ?',
  scanLinks: `SELECT ${insertColumns.join(', ')} FROM links WHERE id > ? ORDER BY id LIMIT ?`,

  insertProject,
  putProject: `${insertProject} ON CONFLICT (id) DO UPDATE
    SET name = excluded.name, active = excluded.active, created_at = excluded.created_at`,
  listProjects: 'SELECT id, name, active, created_at FROM projects ORDER BY created_at, id',
  findProject: 'SELECT id, name, active, created_at FROM projects WHERE id = ?',
  setProjectActive: 'UPDATE projects SET active = ? WHERE id = ?',

  insertKey,
  putKey: `${insertKey} ON CONFLICT (hash) DO UPDATE
    SET project_id = excluded.project_id, created_at = excluded.created_at, expires_at = excluded.expires_at`,
  findKey: `SELECT ${keyColumns}, p.active FROM project_keys k JOIN projects p ON p.id = k.project_id
    WHERE k.hash = ?`,
  listKeys: `SELECT ${keyColumns} FROM project_keys k WHERE k.project_id = ? ORDER BY k.created_at, k.hash`,
  expireKeys: `UPDATE project_keys SET expires_at = ?
    WHERE project_id = ? AND hash <> ? AND (expires_at IS NULL OR expires_at > ?)`,

  check: 'SELECT 1 FROM projects LIMIT 1',
} as const

export type StatementName = keyof typeof statements
