import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { sqliteCode } from '../../sqlite/errors.ts'
import { assignSchemaCookie } from '../../sqlite/schemaCookie.ts'
import type { Backup } from '../../contract/app/calls/app/backups.ts'
import { namesIn } from '../folder/erasing.ts'
import { identify } from '../folder/identity.ts'
import { fileSize, readFirstValue, withFile } from '../../sqlite/file.ts'
import { libraryIdentity } from './identity.ts'

/** Maximum number of backups per kind. A new one replaces the oldest. */
const maxBackupsPerKind = 5
const dailyLabel = 'library-of-the-day'
const manualLabel = 'library-by-hand'

/** Daily, or requested by the user. */
export type BackupKind = 'daily' | 'manual'

interface BackupOptions {
  kind: BackupKind
  /** Backups that must be kept. */
  offered: readonly string[]
  signal: AbortSignal
}

/**
 * Writes a complete, compact copy of the database into `folder` and returns its file name. Never replaces a daily
 * backup.
 */
export function writeBackup(sql: DatabaseSync, folder: string, label: string): string {
  const name = backupFileName(folder, label)
  sql.prepare('VACUUM INTO ?').run(join(folder, name))
  finishCopy(join(folder, name))
  chmodSync(join(folder, name), 0o600)
  removeSurplus(folder, [...listBackups(folder).filter(isDaily), name])
  return name
}

/**
 * Turns a copy into a single file with a unique schema cookie, which `setForeignLogAside` uses to recognize another
 * file's log.
 */
function finishCopy(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('PRAGMA journal_mode = DELETE')
    assignSchemaCookie(copy)
  } finally {
    copy.close()
  }
}

/** Pages copied per step, which takes tens of milliseconds. Other work runs between steps. */
const pagesPerStep = 1_000

/**
 * Makes a backup in the background and returns its name. A daily backup replaces an earlier one of the same day unless
 * that one is in `offered`. If aborted, deletes the incomplete copy and rejects with the signal's reason.
 */
export async function createBackup(
  sql: DatabaseSync,
  folder: string,
  { kind, offered, signal }: BackupOptions,
): Promise<string> {
  const name = backupFileName(folder, kind === 'manual' ? manualLabel : dailyLabel)
  const unfinishedFile = join(folder, `${name}.unfinished`)
  try {
    await copyPages(sql, unfinishedFile, signal)
    finishCopy(unfinishedFile)
    chmodSync(unfinishedFile, 0o600)
    renameSync(unfinishedFile, join(folder, name))
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(unfinishedFile + suffix, { force: true })
  }
  // Kept even if the clock was set back, so that all others appear to be newer.
  removeSurplus(folder, [...offered, name])
  return name
}

/** Time limit for a transaction of the same connection to end, in milliseconds. */
const lockedMs = 10_000

/**
 * Copies the database into `file`. Node copies pages on another thread. It fails with the code 0 ("not an error", that of
 * the copy) if the first step meets a transaction of this thread, so the copy is begun again; later steps wait by themselves.
 */
async function copyPages(sql: DatabaseSync, file: string, signal: AbortSignal): Promise<void> {
  const startedMs = performance.now()
  for (;;) {
    try {
      await backup(sql, file, { rate: pagesPerStep, progress: () => signal.throwIfAborted() })
      return
    } catch (error) {
      if (sqliteCode(error) !== 0 || performance.now() - startedMs > lockedMs) throw error
    }
    await pause(10, undefined, { signal })
  }
}

/** Deletes unfinished backups left by a crash. */
export function removeUnfinished(folder: string): void {
  for (const name of namesIn(folder).filter((name) => name.includes('.db.unfinished'))) {
    rmSync(join(folder, name), { force: true })
  }
}

/** Returns the backups in `folder`, newest first. Their names start with the time. */
export function listBackups(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => /^\d{4}-.*\.db$/.test(name))
    .sort()
    .reverse()
}

/** Returns when the last daily backup was made, in milliseconds since 1970; 0 if there is none. */
export function lastDailyBackupTime(folder: string): number {
  const name = listBackups(folder).find(isDaily)
  return name === undefined ? 0 : backupTime(name)
}

/** Returns the newest intact backup with links in a data folder, or `undefined`. */
export function latestBackup(dataFolder: string): Backup | undefined {
  const folder = join(dataFolder, 'backups')
  for (const name of listBackups(folder)) {
    const found = describeBackup(folder, name)
    if (found) return found
  }
  return undefined
}

/** Returns a backup's description; `null` if it can't be read or has no links. */
export function describeBackup(folder: string, name: string): Backup | null {
  const links = countLinks(join(folder, name)) ?? 0
  return links > 0 ? { name, madeAt: backupMadeAt(name), links } : null
}

/** Returns when a backup was made (ISO 8601), parsed from its name. */
export function backupMadeAt(name: string): string {
  return new Date(backupTime(name)).toISOString()
}

/**
 * Returns the number of links in a backup; `null` if it can't be read. With `isChecked`, also `null` if any page is damaged,
 * which takes a second for 300 MB.
 */
export function countLinks(file: string, isChecked = true): number | null {
  try {
    if (identify(file, { ...libraryIdentity, thorough: isChecked }) !== 'ours') return null
    return withFile(file, 'ro', (sql) => Number(readFirstValue(sql, 'SELECT count(*) FROM links')))
  } catch {
    return null
  }
}

function backupFileName(folder: string, label: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return `${new Date().toISOString().replace(/[:.]/g, '-')}-${label}.db`
}

/**
 * Deletes old backups. Keeps the newest of each day, the latest five of each kind, the one with the most
 * data, and those in `needed`.
 */
function removeSurplus(folder: string, needed: readonly string[]): void {
  const all = listBackups(folder)
  const days = new Map(
    all
      .filter(isDaily)
      .reverse()
      .map((name) => [name.slice(0, 10), name]),
  )
  const namesToKeep = new Set([
    ...needed,
    ...[...days.values()].sort().reverse().slice(0, maxBackupsPerKind),
    ...all.filter(isManual).slice(0, maxBackupsPerKind),
    ...all.filter((name) => !isDaily(name) && !isManual(name)).slice(0, maxBackupsPerKind),
    ...all.toSorted((one, other) => fileSize(join(folder, other)) - fileSize(join(folder, one))).slice(0, 1),
  ])
  for (const name of all) if (!namesToKeep.has(name)) rmSync(join(folder, name), { force: true })
}

function isDaily(name: string): boolean {
  return name.endsWith(`-${dailyLabel}.db`)
}

function isManual(name: string): boolean {
  return name.endsWith(`-${manualLabel}.db`)
}

/** Parses the time from a name such as `2026-11-22T08-15-00-123Z-…`. */
function backupTime(name: string): number {
  const time = Date.parse(name.replace(/^(.{10}T\d\d)-(\d\d)-(\d\d)-(\d{3}Z).*$/, '$1:$2:$3.$4'))
  return Number.isNaN(time) ? 0 : time
}
