import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Notices } from '../app/notices.ts'
import { keepDatabaseAside } from '../folder/aside.ts'
import { backup } from './backup.ts'
import { migrations } from './schema.ts'

/** The library's database. Of one from a newer version only reads are allowed, and writes throw `LibraryReadOnly`. */
export interface Database {
  sql: DatabaseSync
  writable: boolean
}

export class LibraryReadOnly extends Error {
  override name = 'LibraryReadOnly'
}

/**
 * Opens `library.db` in the data folder and brings it up to date, after a backup. A damaged one is kept aside, told as a
 * notice, and replaced; one from a newer version is left as it is and opened for reading only.
 */
export function openLibrary(folder: string, notices: Notices, steps = migrations): Database {
  const file = join(folder, 'library.db')
  const sql = openSound(file, notices)
  if (version(sql) > steps.length) {
    sql.close()
    notices.add(
      'The library is from a newer version',
      'It can be read but not added to, so that nothing in it is damaged. Install the latest version of Linkwright.',
    )
    return { sql: new DatabaseSync(file, { readOnly: true }), writable: false }
  }
  chmodSync(file, 0o600)
  sql.exec('PRAGMA journal_mode = WAL')
  sql.exec('PRAGMA synchronous = FULL')
  sql.exec('PRAGMA fullfsync = 1')
  migrate(sql, folder, steps)
  return { sql, writable: true }
}

function openSound(file: string, notices: Notices): DatabaseSync {
  const existed = existsSync(file)
  const sql = new DatabaseSync(file)
  if (isSound(sql)) return sql
  sql.close()
  if (!existed) throw new Error('A new library could not be made.')
  const aside = keepDatabaseAside(file)
  notices.add(
    'The library could not be read',
    `It is damaged and was kept as ${aside} in the data folder. The app started with an empty one; ` +
      'earlier copies are in the folder "backups".',
  )
  return new DatabaseSync(file)
}

function isSound(sql: DatabaseSync): boolean {
  try {
    return sql.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok'
  } catch {
    return false
  }
}

function version(sql: DatabaseSync): number {
  return Number(sql.prepare('PRAGMA user_version').get()?.['user_version'])
}

function migrate(sql: DatabaseSync, folder: string, steps: readonly string[]): void {
  const from = version(sql)
  if (from === steps.length) return
  if (from > 0) backup(sql, join(folder, 'backups'), `library-v${from}`)
  sql.exec('BEGIN IMMEDIATE')
  try {
    for (const step of steps.slice(from)) sql.exec(step)
    sql.exec(`PRAGMA user_version = ${steps.length}`)
    sql.exec('COMMIT')
  } catch (error) {
    sql.exec('ROLLBACK')
    throw error
  }
}
