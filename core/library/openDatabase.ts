import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { withFile } from '../../sqlite/file.ts'
import { assignSchemaCookie } from '../../sqlite/schemaCookie.ts'
import type { Notices } from '../notices.ts'
import { quarantineDatabase } from '../folder/quarantine.ts'
import { identify, pragma } from '../folder/identity.ts'
import { isDamage, sqliteCodes, sqliteCode } from '../../sqlite/errors.ts'
import { writeBackup, latestBackup } from './backup.ts'
import { setForeignLogAside } from './foreignLog.ts'
import { libraryIdentity } from './identity.ts'
import { migrations } from './migrations/all.ts'
import { noBackfill, type Backfill } from './index/backfill.ts'
import { openIndex, openTemporaryIndex } from './index/openIndex.ts'
import { applyOwnSources } from './ownSources.ts'
import { finishReplacing, replaceWithReadable } from './readableCopy.ts'
import { createReclaim, makeShrinkable, type Reclaim } from './reclaim.ts'
import { runInTransaction } from '../../sqlite/transaction.ts'

/**
 * The library's database. Read-only if it is from a newer version; writes then throw `LibraryReadOnlyError`.
 */
export interface Database {
  sql: DatabaseSync
  writable: boolean
  /** Links that still need indexing. */
  backfill: Backfill
  reclaim: Reclaim
  /** Set if there was no library. `aside` is the new name of any remains of the file. */
  startedOver?: { aside: string | null }
}

interface LibraryFile {
  folder: string
  file: string
  steps: readonly string[]
}

/** A version this far ahead is a sign of damage, not of a newer app. */
const maxVersionsAhead = 1_000
/** Maximum size in bytes of the write-ahead log after a large transaction. */
const maxLog = 8 * 1_024 * 1_024
/** Page cache in KB. Hashes of requests are looked up all over their indexes, which take 4 MB for 100,000 links. */
const cacheKilobytes = 16_000
/** Maximum library size in bytes for checking indexes at startup. Checking larger ones takes too long. */
const maxQuickCheckBytes = 16 * 1_024 * 1_024

/**
 * Opens `library.db` and migrates it after a backup. A damaged file is set aside and its readable links are
 * copied; a foreign or emptied one is set aside unchanged. A newer version is read-only.
 */
export function openLibrary(folder: string, notices: Notices, steps = migrations): Database {
  const location = { folder, file: join(folder, 'library.db'), steps }
  finishRecovery(location, notices)
  keepForeignLog(location, notices)
  const kind = identify(location.file, libraryIdentity)
  if (kind === 'damaged') return replaceDamaged(location, notices)
  if (kind === 'foreign') return replaceForeign(location, notices)
  if (kind === 'absent' || kind === 'empty') return startOver(location)
  const ahead = withFile(location.file, 'ro', (sql) => pragma(sql, 'user_version')) - steps.length
  if (ahead > maxVersionsAhead) return replaceDamaged(location, notices)
  if (ahead > 0) return openNewer(location, notices)
  try {
    return openOwn(location)
  } catch (error) {
    if (!isDamage(error)) throw error
    return replaceDamaged(location, notices)
  }
}

function keepForeignLog({ file }: LibraryFile, notices: Notices): void {
  const aside = setForeignLogAside(file)
  if (aside === null) return
  notices.add(
    'The library file was replaced',
    'library.db isn’t the file that Linkwright last used, so the latest changes in library.db-wal don’t belong to it. ' +
      `They were kept as ${aside} in the data folder.`,
  )
}

/**
 * The log is set aside as well. It may hold the latest links, but SQLite deletes the log of an empty or missing file.
 */
function startOver(location: LibraryFile): Database {
  const remains = [location.file, `${location.file}-wal`].some((file) => existsSync(file))
  const aside = remains ? quarantineDatabase(location.file, 'empty') : null
  return { ...openOwn(location), startedOver: { aside } }
}

function openNewer({ file }: LibraryFile, notices: Notices): Database {
  notices.add(
    'The library is from a newer version',
    'You can view it but not add to it, to prevent damage. Install the latest version of Linkwright.',
  )
  const sql = new DatabaseSync(file, { readOnly: true })
  applyOwnSources(sql)
  return { sql, writable: false, backfill: openTemporaryIndex(sql), reclaim: createReclaim(sql) }
}

function replaceForeign(location: LibraryFile, notices: Notices): Database {
  const aside = quarantineDatabase(location.file, 'foreign')
  notices.add(
    'The library file belongs to another program',
    `It was kept unchanged as ${aside} in the data folder, and the app started with an empty library.`,
    { backup: latestBackup(location.folder) },
  )
  return openOwn(location)
}

function replaceDamaged(location: LibraryFile, notices: Notices): Database {
  const { links, aside } = replaceWithReadable(location.file, (file) => openConnection({ ...location, file }))
  const database = openOwn(location)
  const contents = links === 0 ? 'with an empty one' : `with the ${links} links that can still be read`
  addDamageNotice(location, notices, `kept as ${aside} in the data folder. The app started ${contents}.`)
  return database
}

/** The app may have ended before the copy of a damaged library got its name. */
function finishRecovery(location: LibraryFile, notices: Notices): void {
  if (!finishReplacing(location.file)) return
  addDamageNotice(location, notices, 'kept in the data folder. The app started with what can still be read.')
}

function addDamageNotice({ folder }: LibraryFile, notices: Notices, text: string): void {
  const backup = latestBackup(folder)
  notices.add('The library couldn’t be read', `It’s damaged and was ${text}`, { backup })
}

function openOwn(location: LibraryFile): Database {
  const { folder, steps } = location
  const sql = openConnection(location)
  try {
    repairIndexes(sql)
    const opened = { sql, writable: true, reclaim: createReclaim(sql) } as const
    // Only tests of a single migration pass fewer steps.
    if (steps.length < migrations.length) return { ...opened, backfill: noBackfill }
    applyOwnSources(sql)
    return { ...opened, backfill: openIndex(sql, join(folder, 'library-index.db')) }
  } catch (error) {
    sql.close()
    throw error
  }
}

/** Opens or creates a library without its index, and migrates it. */
function openConnection({ folder, file, steps }: LibraryFile): DatabaseSync {
  const sql = new DatabaseSync(file)
  try {
    chmodSync(file, 0o600)
    makeShrinkable(sql)
    sql.exec('PRAGMA journal_mode = WAL')
    sql.exec(`PRAGMA journal_size_limit = ${maxLog}`)
    sql.exec(`PRAGMA cache_size = -${cacheKilobytes}`)
    sql.exec('PRAGMA synchronous = FULL')
    sql.exec('PRAGMA fullfsync = 1')
    migrate(sql, folder, steps)
    markVersion(sql)
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
}

function migrate(sql: DatabaseSync, folder: string, steps: readonly string[]): void {
  const version = pragma(sql, 'user_version')
  if (version === steps.length) return
  if (version > 0) writeBackup(sql, join(folder, 'backups'), `library-v${version}`)
  runInTransaction(sql, () => {
    for (const step of steps.slice(version)) sql.exec(step)
    sql.exec(`PRAGMA user_version = ${steps.length}`)
    if (version === 0) assignSchemaCookie(sql)
  })
}

function markVersion(sql: DatabaseSync): void {
  const { applicationId } = libraryIdentity
  if (pragma(sql, 'application_id') !== applicationId) sql.exec(`PRAGMA application_id = ${applicationId}`)
}

/** A damaged index would make every write fail. It can be rebuilt from its table. */
function repairIndexes(sql: DatabaseSync): void {
  const row = sql
    .prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size')
    .get()
  if (Number(row?.['size']) > maxQuickCheckBytes) return
  try {
    if (sql.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'] !== 'ok') sql.exec('REINDEX')
  } catch (error) {
    // Invalid JSON in a row prevents its index from being rebuilt, and affects only that row.
    if (sqliteCode(error) !== sqliteCodes.error) throw error
  }
}
