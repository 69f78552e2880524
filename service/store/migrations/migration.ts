/**
 * A version of the schema: its statements in order. A text is for both engines, in SQLite's SQL with `FLAG` as the type of
 * booleans. Some PostgreSQL-compatible engines lack what is under `whereSupported`; the service works without it.
 */
export type Migration = readonly (string | { sqlite: string } | { postgres: string } | OptionalStatements)[]

interface OptionalStatements {
  whereSupported: readonly string[]
}

/** The statements of a migration on PostgreSQL, in order. */
export type Step = readonly (string | OptionalStatements)[]

/** Returns a migration for SQLite, whose statements run in one transaction. */
export function forSqlite(migration: Migration): string {
  const statements = migration.flatMap((part) => {
    if (typeof part === 'string') return [part]
    return 'sqlite' in part ? [part.sqlite] : []
  })
  return statements.map((sql) => `${sql.replaceAll(' FLAG', ' INTEGER')};\n`).join('')
}

/**
 * Returns a migration for PostgreSQL. Its statements are repeatable and compatible with the previous version, because
 * processes may run them concurrently or die halfway.
 */
export function forPostgres(migration: Migration): Step {
  return migration.flatMap((part): Step => {
    if (typeof part === 'string') return [toPostgres(part)]
    if ('postgres' in part) return [toPostgres(part.postgres)]
    return 'whereSupported' in part ? [part] : []
  })
}

function toPostgres(sql: string): string {
  return sql
    .replace(/^CREATE (?:TABLE|INDEX|UNIQUE INDEX) /, '$&IF NOT EXISTS ')
    .replace(' ADD COLUMN ', '$&IF NOT EXISTS ')
    .replaceAll(' INTEGER', ' BIGINT')
    .replaceAll(' FLAG NOT NULL DEFAULT 0', ' FLAG NOT NULL DEFAULT FALSE')
    .replaceAll(' FLAG', ' BOOLEAN')
    .replaceAll(/ CHECK \(\w+ IN \(0, 1\)\)/g, '')
    .replaceAll(' PRIMARY KEY NOT NULL', ' PRIMARY KEY')
    .replace(/\) STRICT(?:, WITHOUT ROWID)?$/, ')')
}

/** Returns the statements that add columns, each given with its type. */
export function addColumns(table: string, ...columns: string[]): string[] {
  return columns.map((column) => `ALTER TABLE ${table} ADD COLUMN ${column}`)
}

/** Returns the statement that defines by which rule PostgreSQL refuses to change rows of a table. */
export function refusal(table: string, exception = ''): string {
  return `CREATE OR REPLACE FUNCTION ${table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${exception} RAISE EXCEPTION '${table} is only added to'; END $$`
}

/** Returns the statements by which PostgreSQL applies this rule. */
export function refuseChanges(table: string): string[] {
  return [
    `DROP TRIGGER IF EXISTS ${table}_never_change ON ${table}`,
    `CREATE TRIGGER ${table}_never_change BEFORE UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ${table}_refuse()`,
    `DROP TRIGGER IF EXISTS ${table}_never_go ON ${table}`,
    `CREATE TRIGGER ${table}_never_go BEFORE TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION ${table}_refuse()`,
  ]
}
