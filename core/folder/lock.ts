import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { withFolder } from './folderError.ts'

/** The window in a browser: on this computer, with its token or without. Another address would be opened as if it were ours. */
const windowAddress = z
  .string()
  .regex(/^http:\/\/127\.0\.0\.1:[1-9]\d{0,4}\/(#token=[\w-]{1,100})?$/)
  .refine((address) => URL.canParse(address))

/** Who uses the data folder: its process, where its window is, if the host has said so, and whether it is closing. */
const holderShape = z.object({
  pid: z.int(),
  address: windowAddress.nullable().catch(null),
  closing: z.literal(true).optional(),
})
export type Holder = z.infer<typeof holderShape>

/** Rejects `createCore` when another instance uses the data folder. `holder` is `null` while that one is starting or about to end. */
export class FolderInUseError extends Error {
  override name = 'FolderInUse'
  readonly holder: Holder | null
  constructor(holder: Holder | null) {
    super(holder ? `The data folder is in use by process ${holder.pid}.` : 'The data folder is in use.')
    this.holder = holder
  }
}

export interface FolderLock {
  /** Lets a second instance find the first one's window; `null` says that there will be none, since this one is closing. */
  announce: (address: string | null) => void
  /** Gives the folder back: at once, or by the end of this process. */
  release: (by?: 'now' | 'the end') => void
}

/** A database that nobody refers to any more would be closed, and its lock ended. */
const openLocks = new Set<DatabaseSync>()

/** How long another instance may take to close, in milliseconds: longer than it takes until it gives up. */
const maxWaitMs = 16_000
const pollIntervalMs = 100

/** Takes the data folder as `lockFolder` does, and waits for an instance that is closing and so of no use to anybody. */
export async function acquireFolder(folder: string): Promise<FolderLock> {
  const since = performance.now()
  for (;;) {
    try {
      return withFolder(folder, () => lockFolder(folder))
    } catch (error) {
      const isLeaving = error instanceof FolderInUseError && (error.holder?.closing ?? error.holder === null)
      if (!isLeaving || performance.now() - since > maxWaitMs) throw error
    }
    await pause(pollIntervalMs)
  }
}

/**
 * Takes the data folder for this process alone, or throws `FolderInUseError`. SQLite's exclusive lock does the work: it holds
 * on every platform, and the system ends it with the process, however that ends, so no lock is ever stale. (The file
 * must not be opened in any other way by this process: on POSIX closing it would end the lock.)
 */
export function lockFolder(folder: string): FolderLock {
  const holderFile = join(folder, 'instance.json')
  const lock = acquireLock(join(folder, 'instance.lock'), holderFile)
  let released = false
  const write = (holder: Holder) => writeFileSync(holderFile, JSON.stringify(holder), { mode: 0o600 })
  try {
    write({ pid: process.pid, address: null })
  } catch (error) {
    lock.close()
    throw error
  }
  return {
    announce: (address) => {
      if (released) return
      if (address !== null) write({ pid: process.pid, address })
      else ignoreErrors(() => write({ pid: process.pid, address, closing: true }))
    },
    release: (by = 'now') => {
      if (released) return
      released = true
      rmSync(holderFile, { force: true })
      if (by === 'now') lock.close()
      else openLocks.add(lock)
    },
  }
}

/** A full disk must not keep the app from closing. */
function ignoreErrors(work: () => void): void {
  try {
    work()
  } catch {
    // Whoever starts meanwhile is told that the folder is in use.
  }
}

function acquireLock(file: string, holderFile: string): DatabaseSync {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (isErrorCode(error, sqliteBusy)) throw new FolderInUseError(readHolder(holderFile))
    if (!isErrorCode(error, sqliteNotADatabase)) throw error
    rmSync(file)
    return acquireLock(file, holderFile)
  }
}

const sqliteBusy = 5
const sqliteNotADatabase = 26

function isErrorCode(error: unknown, code: number): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === code
}

function readHolder(file: string): Holder | null {
  try {
    return holderShape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
