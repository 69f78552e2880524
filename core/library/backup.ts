import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backup as copyPages, DatabaseSync } from 'node:sqlite'
import type { Backup } from '../../contract/calls/library.ts'
import { identify, openCopy } from '../folder/identity.ts'
import { libraryIdentity } from './identity.ts'

/** As many copies of a kind are kept; the oldest goes when a new one is made. */
const maxBackupsPerKind = 5
const dailyLabel = 'library-of-the-day'
const manualLabel = 'library-by-hand'

/** The copy of the day, or one that a person wants. */
export type BackupKind = 'of the day' | 'by hand'

interface BackupOptions {
  kind: BackupKind
  /** Copies that must stay. */
  offered: readonly string[]
  signal: AbortSignal
}

/** Writes a whole, compact copy of the database into `folder` and returns its file name. It takes the place of none of a day. */
export function writeBackup(sql: DatabaseSync, folder: string, label: string): string {
  const name = backupFileName(folder, label)
  sql.prepare('VACUUM INTO ?').run(join(folder, name))
  chmodSync(join(folder, name), 0o600)
  removeSurplus(folder, listBackups(folder).filter(isDaily))
  return name
}

/** Pages of a copy at a time: some hundredths of a second. Between two of them others have their turn. */
const pagesPerStep = 1_000

/**
 * A copy that is made beside the work of the app, and counts only when it is whole. That of the day takes the place of an
 * earlier one of the same day, but not of those that are `offered`. Gives its name; rejects with the signal's reason when it is given up.
 */
export async function createBackup(
  sql: DatabaseSync,
  folder: string,
  { kind, offered, signal }: BackupOptions,
): Promise<string> {
  const name = backupFileName(folder, kind === 'by hand' ? manualLabel : dailyLabel)
  const unfinished = join(folder, `${name}.unfinished`)
  try {
    const progress = () => signal.throwIfAborted()
    await copyPages(sql, unfinished, { rate: pagesPerStep, progress })
    const copy = new DatabaseSync(unfinished)
    copy.exec('PRAGMA journal_mode = DELETE')
    copy.close()
    chmodSync(unfinished, 0o600)
    renameSync(unfinished, join(folder, name))
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true })
  }
  removeSurplus(folder, offered)
  return name
}

/** Removes what a crash has left of copies that were under way. */
export function removeUnfinished(folder: string): void {
  for (const name of namesIn(folder).filter((name) => name.includes('.db.unfinished'))) {
    rmSync(join(folder, name), { force: true })
  }
}

/** The copies in `folder`, newest first: their names begin with the time. */
export function listBackups(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => /^\d{4}-.*\.db$/.test(name))
    .sort()
    .reverse()
}

/** When the last copy of a day was made, in milliseconds since 1970; 0 when there is none. */
export function lastDailyBackupTime(folder: string): number {
  const name = listBackups(folder).find(isDaily)
  return name === undefined ? 0 : backupTime(name)
}

/** The newest sound copy of the library of a data folder with links in it; `undefined` without one. */
export function latestBackup(dataFolder: string): Backup | undefined {
  const folder = join(dataFolder, 'backups')
  for (const name of listBackups(folder)) {
    const found = describeBackup(folder, name)
    if (found) return found
  }
  return undefined
}

/** A copy as it is offered; `null` for one that is damaged or has no links. */
export function describeBackup(folder: string, name: string): Backup | null {
  const links = countLinks(join(folder, name))
  return links > 0 ? { name, madeAt: new Date(backupTime(name)).toISOString(), links } : null
}

function countLinks(file: string): number {
  try {
    if (identify(file, libraryIdentity) !== 'ours') return 0
    const sql = openCopy(file)
    const counted = sql.prepare('SELECT count(*) AS links FROM links').get()
    sql.close()
    return Number(counted?.['links'])
  } catch {
    return 0
  }
}

function backupFileName(folder: string, label: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return `${new Date().toISOString().replace(/[:.]/g, '-')}-${label}.db`
}

/** Of a day's copies the newest, of those of days, of those before updates and of those by hand the latest five, and always the largest and those that are `needed`. */
function removeSurplus(folder: string, needed: readonly string[]): void {
  const all = listBackups(folder)
  const days = new Map(
    all
      .filter(isDaily)
      .reverse()
      .map((name) => [name.slice(0, 10), name]),
  )
  const kept = new Set([
    ...needed,
    ...[...days.values()].sort().reverse().slice(0, maxBackupsPerKind),
    ...all.filter(isManual).slice(0, maxBackupsPerKind),
    ...all.filter((name) => !isDaily(name) && !isManual(name)).slice(0, maxBackupsPerKind),
    ...all.toSorted((one, other) => sizeOf(folder, other) - sizeOf(folder, one)).slice(0, 1),
  ])
  for (const name of all) if (!kept.has(name)) rmSync(join(folder, name), { force: true })
}

function isDaily(name: string): boolean {
  return name.endsWith(`-${dailyLabel}.db`)
}

function isManual(name: string): boolean {
  return name.endsWith(`-${manualLabel}.db`)
}

/** `2026-11-22T08-15-00-123Z-…` as a time. */
function backupTime(name: string): number {
  const time = Date.parse(name.replace(/^(.{10}T\d\d)-(\d\d)-(\d\d)-(\d{3}Z).*$/, '$1:$2:$3.$4'))
  return Number.isNaN(time) ? 0 : time
}

function sizeOf(folder: string, name: string): number {
  return statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
