import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { groupColumns, olderSchemaMessage, readAsCurrent, tableNames } from '../schema/schema.ts'
import type { PreparedSchema, SchemaUse } from '../schema/schemaUse.ts'
import { sqlState, UnusableDatabaseError } from './server/errors.ts'
import { postgresMigrations as migrations } from '../migrations/all.ts'
import type { Step } from '../migrations/migration.ts'
import { withRetries } from './server/retry.ts'

/** Errors when two processes change the schema at the same time. The process that gets one checks the schema again. */
const concurrentChangeCodes = new Set([
  '23505', // both created the same table: reported by PostgreSQL's catalog
  '42P07', // table exists
  '42710', // object exists
  '40001', // serialization failure
  '40P01', // deadlock
  'XX000', // tuple concurrently updated
])

/** Errors for features that an engine lacks. */
const unsupportedCodes = new Set([
  '0A000', // feature not supported
  '42601', // syntax error
  '42704', // undefined object, such as the language of a function
])

/**
 * Maximum time that a schema change waits for a table, in milliseconds. All later statements of other sessions wait behind
 * it, and a backup (`pg_dump`) may hold the table for hours.
 */
const lockTimeoutMs = 1_000
/** Pause until the change is tried again, in milliseconds, so that other sessions continue meanwhile. */
const lockPauseMs = 2_000
const lockNotAvailable = '55P03'

const undefinedTable = '42P01'

/**
 * Prepares a database for this use, see `SchemaUse`. Throws a readable error if it belongs to a newer version or another program,
 * or if it is older and must not be migrated.
 */
export async function prepareSchema(
  client: Client,
  { hasSessions, use }: { hasSessions: boolean; use: SchemaUse },
): Promise<PreparedSchema> {
  if (use !== 'migrate') {
    const version = (await findSchemaVersion(client)) ?? 0
    rejectNewer(version)
    const older = version < migrations.length ? { version, current: migrations.length } : null
    if (use === 'read') return { olderSchema: older, queryStart: await findQueryStart(client) }
    if (older && !(await isEmpty(client))) throw new UnusableDatabaseError(olderSchemaMessage(older))
  }
  await migrate(client, hasSessions)
  return { olderSchema: null, queryStart: '' }
}

/** Whether there are no projects, as in a new database, also if its first migration was interrupted. */
async function isEmpty(client: Client): Promise<boolean> {
  try {
    return (await client.query('SELECT FROM projects LIMIT 1')).rowCount === 0
  } catch (error) {
    if (sqlState(error) === undefinedTable) return true
    throw error
  }
}

/** Returns the beginning of queries, see `readAsCurrent`. Columns of an interrupted migration count, too. Throws for foreign tables. */
async function findQueryStart(client: Client): Promise<string> {
  const { rows } = await client.query<[string, string]>({
    text: `SELECT name, attname FROM unnest($1::TEXT[]) AS name
      JOIN pg_catalog.pg_attribute ON attrelid = to_regclass(name) WHERE attnum > 0 AND NOT attisdropped`,
    values: [tableNames],
    rowMode: 'array',
  })
  const queryStart = readAsCurrent(groupColumns(rows))
  if (queryStart === null) throw foreignTablesError()
  return queryStart
}

/**
 * Migrates a database to this version's schema; safe if several processes start at once. Throws a readable
 * error if it belongs to a newer version or another program, or if acknowledged writes could be lost.
 */
async function migrate(client: Client, hasSessions: boolean): Promise<void> {
  await rejectAsyncCommit(client)
  const rule = {
    when: (error: unknown) => concurrentChangeCodes.has(sqlState(error)),
    attempts: 8,
    pauseMs: 25,
  }
  // Behind a pooler without sessions, a setting would reach other clients, so changes wait without a limit.
  if (hasSessions) await client.query(`SET lock_timeout = ${lockTimeoutMs}`)
  await retryWhileLocked(async () => {
    await withRetries(rule, () => migrateOnce(client))
    // `IF NOT EXISTS` would accept another program's table with that name.
    if ((await findQueryStart(client)) !== '') throw foreignTablesError()
  })
}

/** Retries without a limit, until the client is closed. */
async function retryWhileLocked(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable) throw error
    }
    await pause(lockPauseMs, undefined, { ref: false })
  }
}

async function migrateOnce(client: Client): Promise<void> {
  const version = (await findSchemaVersion(client)) ?? (await createSchemaTable(client))
  rejectNewer(version)
  for (const [index, step] of migrations.entries()) {
    if (index >= version) await applyStep(client, index + 1, step)
  }
}

function rejectNewer(version: number): void {
  if (version <= migrations.length) return
  throw new UnusableDatabaseError(
    `The database has schema ${version}, from a newer version. This version supports schemas up to ${migrations.length}.`,
  )
}

async function applyStep(client: Client, version: number, step: Step): Promise<void> {
  for (const part of step) {
    if (typeof part === 'string') await client.query(part)
    else await applyWhereSupported(client, part.whereSupported)
  }
  // Recorded last: if the process dies before, the next one repeats the step.
  await client.query(
    'INSERT INTO linkwright_schema (version, applied_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [version, Date.now()],
  )
}

async function applyWhereSupported(client: Client, statements: readonly string[]): Promise<void> {
  try {
    for (const sql of statements) await client.query(sql)
  } catch (error) {
    if (!unsupportedCodes.has(sqlState(error))) throw error
  }
}

async function createSchemaTable(client: Client): Promise<number> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS linkwright_schema (version INTEGER PRIMARY KEY, applied_at BIGINT NOT NULL)',
  )
  return 0
}

/** Returns `null` without the table. It is read before it is created, so a role that may not create tables can use a migrated database. */
async function findSchemaVersion(client: Client): Promise<number | null> {
  try {
    const { rows } = await client.query<{ version: number }>(
      'SELECT version FROM linkwright_schema ORDER BY version DESC LIMIT 1',
    )
    return rows[0]?.version ?? 0
  } catch (error) {
    if (sqlState(error) === undefinedTable) return null
    throw error
  }
}

/**
 * With asynchronous commit, PostgreSQL answers before a commit is on disk, and acknowledged links could be
 * lost.
 */
async function rejectAsyncCommit(client: Client): Promise<void> {
  const { rows } = await client.query<{ setting: string }>(
    "SELECT setting FROM pg_catalog.pg_settings WHERE name = 'synchronous_commit'",
  )
  if (rows[0]?.setting === 'off') {
    throw new UnusableDatabaseError(
      'PostgreSQL confirms commits before they are on disk (synchronous_commit is off). Turn it on for this role: ' +
        'ALTER ROLE … SET synchronous_commit = on.',
    )
  }
}

function foreignTablesError(): UnusableDatabaseError {
  return new UnusableDatabaseError(
    'The database has tables named projects, project_keys or links that belong to another program. ' +
      'Use a separate database for Linkwright.',
  )
}
