import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { sqliteCode, sqliteCodes } from '../../sqlite/errors.ts'
import { withFolder } from './folderError.ts'

/**
 * Matches the address of a browser window on this computer, with or without its token. Any other address is rejected,
 * because the browser would open it as if it were ours.
 */
const windowAddress = z
  .string()
  .regex(/^http:\/\/127\.0\.0\.1:[1-9]\d{0,4}\/(#token=[\w-]{1,100})?$/)
  .refine((address) => URL.canParse(address))

/** The process that uses the data folder, its window's address if known, and whether it is closing. */
const holderShape = z.object({
  pid: z.int(),
  address: windowAddress.nullable().catch(null),
  closing: z.literal(true).optional(),
})
export type Holder = z.infer<typeof holderShape>

/** Thrown if another instance uses the data folder. `holder` is `null` while that instance is starting or exiting. */
export class FolderInUseError extends Error {
  override name = 'FolderInUse'
  readonly holder: Holder | null
  constructor(holder: Holder | null) {
    super(holder ? `The data folder is in use by process ${holder.pid}.` : 'The data folder is in use.')
    this.holder = holder
  }
}

export type FolderLock = ReturnType<typeof lockFolder>

/** Keeps locks referenced, because a garbage-collected database is closed and its lock released. */
const openLocks = new Set<DatabaseSync>()

/** Maximum wait for another instance to close, in milliseconds. Longer than its own shutdown limit. */
const maxWaitMs = 16_000
const pollIntervalMs = 100

/** Locks the data folder like `lockFolder`, but first waits for an instance that is closing. */
export async function acquireFolder(folder: string): Promise<FolderLock> {
  const startMs = performance.now()
  for (;;) {
    try {
      return withFolder(folder, () => lockFolder(folder))
    } catch (error) {
      const isClosing = error instanceof FolderInUseError && (error.holder?.closing ?? error.holder === null)
      if (!isClosing || performance.now() - startMs > maxWaitMs) throw error
    }
    await pause(pollIntervalMs)
  }
}

/**
 * Locks the data folder, or throws `FolderInUseError`. The system releases SQLite's exclusive lock when the
 * process ends, so it is never stale. This process must not open the file otherwise: on POSIX, closing it
 * would release the lock.
 */
export function lockFolder(folder: string) {
  const holderFile = join(folder, 'instance.json')
  const lock = acquireLock(join(folder, 'instance.lock'), holderFile)
  let isReleased = false
  const write = (holder: Holder) => writeFileSync(holderFile, JSON.stringify(holder), { mode: 0o600 })
  try {
    write({ pid: process.pid, address: null })
  } catch (error) {
    lock.close()
    throw error
  }
  return {
    /** Publishes the window's address for a second instance. `null`: this instance is closing. */
    announce: (address: string | null) => {
      if (isReleased) return
      if (address !== null) write({ pid: process.pid, address })
      else ignoreErrors(() => write({ pid: process.pid, address, closing: true }))
    },
    /** Releases the folder now, or when this process ends. */
    release: (by: 'now' | 'the end' = 'now') => {
      if (isReleased) return
      isReleased = true
      ignoreErrors(() => rmSync(holderFile, { force: true }))
      if (by === 'now') lock.close()
      else openLocks.add(lock)
    },
  }
}

/** A full disk, or another program that holds the file, must not prevent the app from closing. */
function ignoreErrors(work: () => void): void {
  try {
    work()
  } catch {
    // A starting instance only sees that the folder is in use.
  }
}

function acquireLock(file: string, holderFile: string): DatabaseSync {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (sqliteCode(error) === sqliteCodes.busy) throw new FolderInUseError(readHolder(holderFile))
    if (sqliteCode(error) !== sqliteCodes.notADatabase) throw error
    rmSync(file)
    return acquireLock(file, holderFile)
  }
}

function readHolder(file: string): Holder | null {
  try {
    return holderShape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
