import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backup as copyPages, DatabaseSync } from 'node:sqlite'
import type { Backup } from '../../contract/calls/library.ts'
import { identify, openCopy } from '../folder/identity.ts'
import { libraryIdentity } from './identity.ts'

/** As many copies of a kind are kept; the oldest goes when a new one is made. */
const copiesKept = 5
const ofDay = 'library-of-the-day'
const byHand = 'library-by-hand'

/** The copy of the day, or one that a person wants. */
export type CopyKind = 'of the day' | 'by hand'

interface CopyOptions {
  kind: CopyKind
  /** Copies that must stay. */
  offered: readonly string[]
  signal: AbortSignal
}

/** Writes a whole, compact copy of the database into `folder` and returns its file name. It takes the place of none of a day. */
export function backup(sql: DatabaseSync, folder: string, label: string): string {
  const name = nameOf(folder, label)
  sql.prepare('VACUUM INTO ?').run(join(folder, name))
  chmodSync(join(folder, name), 0o600)
  removeSurplus(folder, backupsIn(folder).filter(isOfDay))
  return name
}

/** Pages of a copy at a time: some hundredths of a second. Between two of them others have their turn. */
const pagesAtOnce = 1_000

/**
 * A copy that is made beside the work of the app, and counts only when it is whole. That of the day takes the place of an
 * earlier one of the same day, but not of those that are `offered`. Gives its name; rejects with the signal's reason when it is given up.
 */
export async function backUp(
  sql: DatabaseSync,
  folder: string,
  { kind, offered, signal }: CopyOptions,
): Promise<string> {
  const name = nameOf(folder, kind === 'by hand' ? byHand : ofDay)
  const unfinished = join(folder, `${name}.unfinished`)
  try {
    const progress = () => signal.throwIfAborted()
    await copyPages(sql, unfinished, { rate: pagesAtOnce, progress })
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
export function backupsIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => /^\d{4}-.*\.db$/.test(name))
    .sort()
    .reverse()
}

/** When the last copy of a day was made, in milliseconds since 1970; 0 when there is none. */
export function lastOfDay(folder: string): number {
  const name = backupsIn(folder).find(isOfDay)
  return name === undefined ? 0 : timeOf(name)
}

/** The newest sound copy of the library of a data folder with links in it; `undefined` without one. */
export function latestBackup(dataFolder: string): Backup | undefined {
  const folder = join(dataFolder, 'backups')
  for (const name of backupsIn(folder)) {
    const found = backupOf(folder, name)
    if (found) return found
  }
  return undefined
}

/** A copy as it is offered; `null` for one that is damaged or has no links. */
export function backupOf(folder: string, name: string): Backup | null {
  const links = linksIn(join(folder, name))
  return links > 0 ? { name, madeAt: new Date(timeOf(name)).toISOString(), links } : null
}

function linksIn(file: string): number {
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

function nameOf(folder: string, label: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return `${new Date().toISOString().replace(/[:.]/g, '-')}-${label}.db`
}

/** Of a day's copies the newest, of those of days, of those before updates and of those by hand the latest five, and always the largest and those that are `needed`. */
function removeSurplus(folder: string, needed: readonly string[]): void {
  const all = backupsIn(folder)
  const days = new Map(
    all
      .filter(isOfDay)
      .reverse()
      .map((name) => [name.slice(0, 10), name]),
  )
  const kept = new Set([
    ...needed,
    ...[...days.values()].sort().reverse().slice(0, copiesKept),
    ...all.filter(isByHand).slice(0, copiesKept),
    ...all.filter((name) => !isOfDay(name) && !isByHand(name)).slice(0, copiesKept),
    ...all.toSorted((one, other) => sizeOf(folder, other) - sizeOf(folder, one)).slice(0, 1),
  ])
  for (const name of all) if (!kept.has(name)) rmSync(join(folder, name), { force: true })
}

function isOfDay(name: string): boolean {
  return name.endsWith(`-${ofDay}.db`)
}

function isByHand(name: string): boolean {
  return name.endsWith(`-${byHand}.db`)
}

/** `2026-11-22T08-15-00-123Z-…` as a time. */
function timeOf(name: string): number {
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
