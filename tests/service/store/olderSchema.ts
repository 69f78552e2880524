import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { applicationId } from '../../../service/store/sqlite/file/foreignFile.ts'
import { postgresMigrations, sqliteMigrations } from '../../../service/store/migrations/all.ts'

/** Rows that every schema since the first accepts: a project, its key, and the link `spring`. */
export const insertOlderRows = `
  INSERT INTO projects (id, name, active, created_at) VALUES ('prj_1', 'Shop', TRUE, 1);
  INSERT INTO project_keys (hash, project_id, created_at) VALUES ('hash', 'prj_1', 4);
  INSERT INTO links (id, path, project_id, environment, active, created_at, updated_at, title, subtitle, data, tags,
    preview_ios, preview_android, desktop_url)
  VALUES (7, 'spring', 'prj_1', 'production', TRUE, 5, 6, 'Spring', '', '{}', '[]', FALSE, FALSE, 'https://example.com/')`

/** Runs SQL on the database of a URL. Resolves to the rows of the last statement. */
export async function runSql(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const database = readDatabaseUrl('url', url)
  if (database.engine === 'sqlite') {
    const sqlite = new DatabaseSync(database.file)
    try {
      if (sql.startsWith('SELECT') || sql.startsWith('PRAGMA')) return sqlite.prepare(sql).all()
      sqlite.exec(sql)
      return []
    } finally {
      sqlite.close()
    }
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Creates the schema of an earlier release in an empty database. */
export async function createOlderSchema(url: string, version: number): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const sql = sqliteMigrations.slice(0, version).join(';')
    await runSql(url, `${sql}; PRAGMA user_version = ${version}; PRAGMA application_id = ${applicationId}`)
    return
  }
  for (const part of postgresMigrations.slice(0, version).flat())
    for (const sql of typeof part === 'string' ? [part] : part.whereSupported) await runSql(url, sql)
  await runSql(
    url,
    `CREATE TABLE linkwright_schema (version INTEGER PRIMARY KEY, applied_at BIGINT NOT NULL);
     INSERT INTO linkwright_schema VALUES (${version}, 1)`,
  )
}

/** Returns the number of a database's schema. */
export async function readSchema(url: string): Promise<number> {
  const sql = url.startsWith('sqlite:')
    ? 'PRAGMA user_version'
    : 'SELECT MAX(version) AS user_version FROM linkwright_schema'
  const [row] = await runSql(url, sql)
  return Number(row?.['user_version'])
}
