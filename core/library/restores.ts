import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { BackupPreview, ListedBackup } from '../../contract/app/calls/app/backups.ts'
import { pragma } from '../folder/identity.ts'
import { openFile, withFile } from '../../sqlite/file.ts'
import { isDamage } from '../../sqlite/errors.ts'
import { LibraryInterruptedError } from '../folder/storageProblem.ts'
import type { BatchResult } from './collection/changes.ts'
import { backupMadeAt, countLinks, describeBackup, listBackups } from './backup.ts'
import { fieldText } from './index/entry.ts'
import { getIndexer } from './index/indexer.ts'
import type { Database } from './openDatabase.ts'
import { toRecord, type LinkRow } from './linkRow.ts'
import { getRequestHashes } from './requestHashes.ts'
import { tables, mergeTables } from './mergeLibrary.ts'
import { runInTransaction } from '../../sqlite/transaction.ts'
import { requireWritable } from './writing.ts'

/** Removed links can only be restored in their own library, so those in a backup are ignored. */
const restoredTables = tables.filter((table) => table !== 'removed_links')
/** Maximum number of links in a preview. */
const maxPreviewLinks = 100
/** Ids compared per step, which takes a few milliseconds. Other work runs between steps. */
const compareBatchSize = 2_000

/** Previews and restores backups in batches. */
export function createRestores(database: Database, folder: string) {
  const { sql, reclaim } = database
  const backupsFolder = join(folder, 'backups')
  const runningRestores = new Map<string, Generator<number, void>>()
  /** Whether this version supports a backup. Restoring a newer one would lose data that only that version knows. */
  const isUsable = (name: string) =>
    listBackups(backupsFolder).includes(name) &&
    describeBackup(backupsFolder, name) !== null &&
    !isNewer(sql, join(backupsFolder, name))
  const findAdded = (name: string) =>
    withBackup(backupsFolder, name, (copy) => findMissing(sql, copy, 'links', 0))
  return {
    /**
     * Returns the backups that have links or can't be read, newest first, with the number of links that each would add.
     * Damage in pages that aren't needed for that is not found.
     */
    list: async (): Promise<ListedBackup[]> => {
      const backups: ListedBackup[] = []
      for (const name of listBackups(backupsFolder)) {
        await nextTurn()
        const file = join(backupsFolder, name)
        // Other work would wait for the pages of all backups. They are checked when one is previewed or restored.
        const links = countLinks(file, false)
        // A new backup may have replaced this one meanwhile.
        if (links === 0 || !existsSync(file)) continue
        const missing = links !== null && !isNewer(sql, file) ? await findAdded(name) : null
        const counts = missing === null ? { links: null, adds: null } : { links, adds: missing.count }
        backups.push({ name, madeAt: backupMadeAt(name), ...counts })
      }
      return backups
    },
    /** Returns what a backup would add; `null` if it can't be used. */
    preview: async (name: string): Promise<BackupPreview | null> =>
      isUsable(name) ? await withBackup(backupsFolder, name, (copy) => createPreview(sql, copy)) : null,
    /** Starts restoring a backup and returns how many links it will add; `null` if it can't be used. */
    begin: async (name: string) => {
      requireWritable(database)
      const missing = isUsable(name) ? await findAdded(name) : null
      if (!missing) return null
      // Rows without a run are being deleted since the start, and a restored run comes after its rows.
      await reclaim.idle()
      const id = randomUUID()
      const index = (link: string) => getIndexer(sql).update(link)
      runningRestores.set(id, mergeTables(join(backupsFolder, name), sql, restoredTables, index))
      return { id, links: missing.count }
    },
    /** Adds the next batch. `next` is `null` after the last. */
    step: (id: string): BatchResult => {
      const steps = runningRestores.get(id)
      // The library's thread was restarted, so the restore was lost.
      if (!steps) throw new LibraryInterruptedError('The restore is no longer running.')
      return runInTransaction(sql, () => {
        const { done, value } = steps.next()
        if (!done) return { links: value, next: 0 }
        // Rows of restored runs have no hashes yet. The operation that needs them reports any error.
        getRequestHashes(sql)
          .finish()
          .catch(() => undefined)
        return { links: 0, next: null }
      })
    },
    /** Closes the backup, whether or not everything was added. */
    end: (id: string) => {
      runningRestores.get(id)?.return()
      runningRestores.delete(id)
    },
  }
}

function isNewer(sql: DatabaseSync, file: string): boolean {
  const version = withFile(file, 'ro', (copy) => pragma(copy, 'user_version'))
  return version > pragma(sql, 'user_version')
}

/** Opens a backup for reading; `null` if a damaged page is found. */
async function withBackup<T>(
  backupsFolder: string,
  name: string,
  read: (copy: DatabaseSync) => Promise<T>,
): Promise<T | null> {
  const copy = openFile(join(backupsFolder, name), 'ro')
  try {
    return await read(copy)
  } catch (error) {
    if (!isDamage(error)) throw error
    return null
  } finally {
    copy.close()
  }
}

async function createPreview(sql: DatabaseSync, copy: DatabaseSync): Promise<BackupPreview> {
  const { count: links, first } = await findMissing(sql, copy, 'links', maxPreviewLinks)
  // Selects `*`, because backups of earlier versions lack some columns.
  const selectRow = copy.prepare('SELECT * FROM links WHERE id = ?')
  const countMissing = async (table: keyof typeof comparedTables) =>
    (await findMissing(sql, copy, table, 0)).count
  return {
    links,
    drafts: await countMissing('drafts'),
    presets: await countMissing('presets'),
    views: await countMissing('saved_views'),
    runs: await countMissing('runs'),
    rules: await countMissing('tracking_rules'),
    newest: first.map((id) => {
      const record = toRecord(selectRow.get(id) as unknown as LinkRow)
      const { link, createdAt } = record
      return { id, title: fieldText(record, 'title'), link, createdAt }
    }),
  }
}

/** The tables of which a preview counts missing rows, with their keys. */
const comparedTables = {
  links: 'id',
  drafts: 'id',
  presets: 'id',
  saved_views: 'id',
  runs: 'id',
  tracking_rules: 'profile_id',
} as const

/** Returns the SQL condition for rows that count. A removed run exists only until the next start. */
function countedRows(table: keyof typeof comparedTables): string {
  return table === 'runs' ? 'removed_at IS NULL' : 'TRUE'
}

/** Returns the number of a backup's rows that the library lacks, and the first of their ids. */
async function findMissing(
  sql: DatabaseSync,
  copy: DatabaseSync,
  table: keyof typeof comparedTables,
  maxIds: number,
): Promise<{ count: number; first: string[] }> {
  const key = comparedTables[table]
  const selectKnown = sql.prepare(`SELECT 1 FROM main.${table} WHERE ${key} = ? AND ${countedRows(table)}`)
  const first: string[] = []
  let comparedCount = 0
  let count = 0
  for (const id of readKeys(copy, table)) {
    if (++comparedCount % compareBatchSize === 0) await nextTurn()
    if (selectKnown.get(id) !== undefined) continue
    if (++count <= maxIds) first.push(id)
  }
  return { count, first }
}

/** Yields the keys of a table, of links newest first; none if the backup is from a version without it. */
function* readKeys(copy: DatabaseSync, table: keyof typeof comparedTables): Generator<string> {
  const exists = copy.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table)
  if (!exists) return
  const order = table === 'links' ? 'ORDER BY created_at DESC, id DESC' : ''
  const keys = `SELECT ${comparedTables[table]} AS key FROM ${table} WHERE ${countedRows(table)} ${order}`
  for (const { key } of copy.prepare(keys).iterate()) yield String(key)
}
