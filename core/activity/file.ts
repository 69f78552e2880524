import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Notices } from '../notices.ts'
import { quarantineDatabase } from '../folder/quarantine.ts'
import { identify } from '../folder/identity.ts'
import type { Identity } from '../folder/identity.ts'
import { isDamage } from '../folder/sqliteError.ts'

/** `PRAGMA application_id` of activity databases: `LWac` in ASCII. */
const identity: Identity = {
  applicationId: 0x4c576163,
  table: 'requests',
  columns: ['id', 'time', 'operation', 'url', 'status', 'request', 'answer', 'curl'],
  thorough: false,
}

const schema = `
  CREATE TABLE IF NOT EXISTS requests (
    id INTEGER PRIMARY KEY,
    time TEXT NOT NULL,
    operation TEXT NOT NULL,
    profileId TEXT,
    profileName TEXT,
    environment TEXT NOT NULL,
    method TEXT NOT NULL,
    url TEXT NOT NULL,
    status INTEGER,
    code TEXT,
    durationMs INTEGER NOT NULL,
    bytes INTEGER,
    attempt INTEGER NOT NULL,
    request TEXT NOT NULL,
    answer TEXT,
    curl TEXT NOT NULL,
    title TEXT,
    link TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS requests_by_time ON requests (time);
  CREATE INDEX IF NOT EXISTS visits_by_url ON requests (url) WHERE operation = 'visits';
  PRAGMA user_version = 1;
  PRAGMA application_id = ${identity.applicationId};
`

/** The activity database. Replaced by an empty one as soon as damage is found, at startup or later. */
export interface ActivityFile {
  use: <T>(work: (sql: DatabaseSync) => T) => T
  close: () => void
}

export function openActivityFile(folder: string, notices: Notices): ActivityFile {
  const file = join(folder, 'activity.db')
  const replaceFile = (reason: 'damaged' | 'foreign') => {
    const newName = quarantineDatabase(file, reason)
    const title =
      reason === 'foreign'
        ? 'The activity file belongs to another program'
        : 'The activity log couldn’t be read'
    notices.add(
      title,
      `It was kept as ${newName} in the data folder, and a new log was started. Your links aren’t affected.`,
      { passing: true },
    )
    return prepare(file)
  }
  /** `null` while a damaged file can't be replaced. Each use tries again. */
  let sql: DatabaseSync | null = open(file, replaceFile)
  return {
    use: (work) => {
      sql ??= open(file, replaceFile)
      try {
        return work(sql)
      } catch (error) {
        if (!isDamage(error)) throw error
        sql.close()
        sql = null
        sql = replaceFile('damaged')
        return work(sql)
      }
    },
    close: () => sql?.close(),
  }
}

function open(file: string, replaceFile: (reason: 'damaged' | 'foreign') => DatabaseSync): DatabaseSync {
  const kind = identify(file, identity)
  if (kind === 'damaged' || kind === 'foreign') return replaceFile(kind)
  try {
    return prepare(file)
  } catch (error) {
    if (!isDamage(error)) throw error
    return replaceFile('damaged')
  }
}

function prepare(file: string): DatabaseSync {
  const sql = new DatabaseSync(file)
  try {
    chmodSync(file, 0o600)
    sql.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    // Overwrites deleted rows on disk.
    sql.exec('PRAGMA secure_delete = ON')
    sql.exec(schema)
    addColumns(sql)
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
}

/** Columns added after the first version. */
const addedColumns = ['title', 'link']

/** Adds missing columns to an older file, so that its rows are kept. */
function addColumns(sql: DatabaseSync): void {
  const names = new Set(
    sql
      .prepare('PRAGMA table_info(requests)')
      .all()
      .map((row) => row['name']),
  )
  for (const name of addedColumns)
    if (!names.has(name)) sql.exec(`ALTER TABLE requests ADD COLUMN ${name} TEXT`)
}
