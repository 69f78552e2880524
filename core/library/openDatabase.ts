import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Notices } from '../notices.ts'
import { quarantineDatabase } from '../folder/quarantine.ts'
import { columnsOf, identify, pragma } from '../folder/identity.ts'
import { isDamage, sqliteCodes, sqliteCode } from '../folder/sqliteError.ts'
import { writeBackup, latestBackup } from './backup.ts'
import { libraryIdentity } from './identity.ts'
import { migrations } from './schema.ts'
import { noBackfill } from './index/backfill.ts'
import type { Backfill } from './index/backfill.ts'
import { openIndex, openTemporaryIndex } from './index/openIndex.ts'
import { tables, mergeLibrary } from './mergeLibrary.ts'
import { createReclaim, makeShrinkable, nothingToReclaim, rewriteShrinkable } from './reclaim.ts'
import type { Reclaim } from './reclaim.ts'
import { rollBack } from './transaction.ts'

/** The library's database. Of one from a newer version only reads are allowed, and writes throw `LibraryReadOnlyError`. */
export interface Database {
  sql: DatabaseSync
  writable: boolean
  /** What is still to be derived from the links. */
  filling: Backfill
  reclaim: Reclaim
  /** There was no library in the file, or no file; under which name what was left of it is kept, if anything. */
  startedOver?: { aside: string | null }
}

interface Place {
  folder: string
  file: string
  steps: readonly string[]
}

/** No version of the app will ever be so far ahead: the number itself is damaged. */
const maxVersionsAhead = 1_000
/** In bytes: what a large transaction leaves of the write-ahead log. */
const maxLog = 8 * 1_024 * 1_024
/** In bytes. Up to here it takes no time worth mentioning to see whether each index fits its table. */
const maxQuickCheckBytes = 16 * 1_024 * 1_024

/**
 * Opens `library.db` in the data folder and brings it up to date, after a backup. A damaged one is kept aside, told as a
 * notice, and replaced by one with every link that can still be read; a file of another program, or an emptied one, is
 * kept aside unchanged;
 * a library from a newer version is left as it is and opened for reading only.
 */
export function openLibrary(folder: string, notices: Notices, steps = migrations): Database {
  const location = { folder, file: join(folder, 'library.db'), steps }
  const kind = identify(location.file, libraryIdentity)
  if (kind === 'damaged') return replaceDamaged(location, notices)
  if (kind === 'foreign') return replaceForeign(location, notices)
  if (kind === 'absent' || kind === 'empty') return startOver(location)
  const ahead = versionOf(location.file) - steps.length
  if (ahead > maxVersionsAhead) return replaceDamaged(location, notices)
  if (ahead > 0) return openNewer(location, notices)
  try {
    const database = openOwn(location)
    if (isComplete(database, steps)) return database
    database.sql.close()
  } catch (error) {
    if (!isDamage(error) && !isOutOfStep(error)) throw error
  }
  return replaceDamaged(location, notices)
}

/** Whether all tables and columns are there: a damaged schema can name them otherwise and be sound to SQLite. */
function isComplete({ sql }: Database, steps: readonly string[]): boolean {
  const whole = new DatabaseSync(':memory:')
  for (const step of steps) whole.exec(step)
  const complete = [...tables, 'facts', 'touched', 'checks_left'].every((table) => {
    const found = columnsOf(sql, table)
    return columnsOf(whole, table).every((column) => found.includes(column))
  })
  whole.close()
  return complete
}

/** SQLite deletes a log whose file is empty or gone, though it may hold the latest links: it is kept as well. */
function startOver(location: Place): Database {
  const remains = [location.file, `${location.file}-wal`].some((file) => existsSync(file))
  const aside = remains ? quarantineDatabase(location.file, 'empty') : null
  return { ...openOwn(location), startedOver: { aside } }
}

function openNewer({ file }: Place, notices: Notices): Database {
  notices.add(
    'The library is from a newer version',
    'It can be read but not added to, so that nothing in it is damaged. Install the latest version of Linkwright.',
  )
  const sql = new DatabaseSync(file, { readOnly: true })
  return { sql, writable: false, filling: openTemporaryIndex(sql), reclaim: nothingToReclaim }
}

function replaceForeign(location: Place, notices: Notices): Database {
  const aside = quarantineDatabase(location.file, 'foreign')
  notices.add(
    'The file of the library belongs to another program',
    `It was kept unchanged as ${aside} in the data folder, and the app started with an empty library.`,
    { backup: latestBackup(location.folder) },
  )
  return openOwn(location)
}

function replaceDamaged(location: Place, notices: Notices): Database {
  const aside = quarantineDatabase(location.file, 'damaged')
  const database = openOwn(location)
  const links = countReadable(join(location.folder, aside), database)
  const taken = links === 0 ? 'with an empty one' : `with the ${links} links that can still be read`
  notices.add(
    'The library could not be read',
    `It is damaged and was kept as ${aside} in the data folder. The app started ${taken}.`,
    { backup: latestBackup(location.folder) },
  )
  return database
}

function countReadable(aside: string, { sql }: Database): number {
  try {
    return mergeLibrary(aside, sql)
  } catch (error) {
    // Nothing of it can be read; a full disk is another matter.
    if (sqliteCode(error) === sqliteCodes.full) throw error
    return 0
  }
}

function openOwn({ folder, file, steps }: Place): Database {
  const sql = new DatabaseSync(file)
  try {
    chmodSync(file, 0o600)
    makeShrinkable(sql)
    sql.exec('PRAGMA journal_mode = WAL')
    sql.exec(`PRAGMA journal_size_limit = ${maxLog}`)
    sql.exec('PRAGMA synchronous = FULL')
    sql.exec('PRAGMA fullfsync = 1')
    migrate(sql, folder, steps)
    markVersion(sql)
    repairIndexes(sql)
    rewriteShrinkable(sql)
    // Of fewer steps nothing is asked but by the tests of a step.
    const filling =
      steps.length < migrations.length ? noBackfill : openIndex(sql, join(folder, 'library-index.db'))
    return { sql, writable: true, filling, reclaim: createReclaim(sql) }
  } catch (error) {
    sql.close()
    throw error
  }
}

function versionOf(file: string): number {
  const sql = new DatabaseSync(file, { readOnly: true })
  try {
    return pragma(sql, 'user_version')
  } finally {
    sql.close()
  }
}

/** A step that finds its work done already: the file's version is damaged. */
function isOutOfStep(error: unknown): boolean {
  return error instanceof Error && /already exists|duplicate column/.test(error.message)
}

function migrate(sql: DatabaseSync, folder: string, steps: readonly string[]): void {
  const from = pragma(sql, 'user_version')
  if (from === steps.length) return
  if (from > 0) writeBackup(sql, join(folder, 'backups'), `library-v${from}`)
  sql.exec('BEGIN IMMEDIATE')
  try {
    for (const step of steps.slice(from)) sql.exec(step)
    sql.exec(`PRAGMA user_version = ${steps.length}`)
    sql.exec('COMMIT')
  } catch (error) {
    rollBack(sql)
    throw error
  }
}

function markVersion(sql: DatabaseSync): void {
  const { applicationId } = libraryIdentity
  if (pragma(sql, 'application_id') !== applicationId) sql.exec(`PRAGMA application_id = ${applicationId}`)
}

/** An index that does not fit its table would make writes fail for ever; the table has all that it needs to be made anew. */
function repairIndexes(sql: DatabaseSync): void {
  const { size } = sql
    .prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size')
    .get() as { size: number }
  if (size > maxQuickCheckBytes) return
  try {
    if (sql.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'] !== 'ok') sql.exec('REINDEX')
  } catch (error) {
    // A text that is no JSON any more keeps its index from being made; it costs that one entry.
    if (sqliteCode(error) !== sqliteCodes.error) throw error
  }
}
