import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { isSameFile, isSuccessor, readHeader, readIdentity } from '../../../sqlite/fileIdentity.ts'
import type { DatabaseHeader, FileIdentity } from '../../../sqlite/fileIdentity.ts'
import { StoreReplacedError } from '../storeErrors.ts'

/** The state that `HeldFile` compares with; can be sent to another thread of this process. */
export interface HeldFileState {
  file: string
  /** Open as long as the store: closing any descriptor of a database drops the locks of the whole process. */
  descriptor: number
  database: FileIdentity
  /** `null` if there was no log when the store was opened. */
  log: FileIdentity | null
  header: DatabaseHeader
}

/** Number of stores in this thread that share a descriptor, by file identity. */
const holders = new Map<string, { descriptor: number; count: number }>()

/**
 * Records the identity of an open database. Call `releaseFile` after the store has closed its last
 * connection.
 */
export function holdFile(file: string): HeldFileState {
  const database = readIdentity(file)
  if (!database) throw new StoreReplacedError(`${file} was deleted while it was being opened.`)
  const holder = holders.get(toKey(database))
  const descriptor = holder?.descriptor ?? openSync(file, 'r')
  holders.set(toKey(database), { descriptor, count: (holder?.count ?? 0) + 1 })
  const header = readHeader(descriptor)
  if (!header) throw new StoreReplacedError(`${file} was emptied while it was being opened.`)
  return { file, descriptor, database, log: readIdentity(`${file}-wal`), header }
}

export function releaseFile({ database }: HeldFileState): void {
  const holder = holders.get(toKey(database))
  if (!holder || --holder.count > 0) return
  holders.delete(toKey(database))
  closeSync(holder.descriptor)
}

/**
 * Renames the log that belonged to the content of an overwritten file, after the last connection is closed. The next
 * start would otherwise mix it into the new content.
 */
export function setLogAside({ file, log }: HeldFileState): void {
  const currentLog = readIdentity(`${file}-wal`)
  if (!currentLog || (log && !isSameFile(currentLog, log))) return
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  renameSync(`${file}-wal`, `${file}.overwritten-${stamp}-wal`)
  rmSync(`${file}-shm`, { force: true })
}

function toKey({ dev, ino }: FileIdentity): string {
  return `${dev}:${ino}`
}

/** Detects whether the files at a database's path are still the open ones; SQLite never checks again. */
export class HeldFile {
  readonly #state: HeldFileState
  #header: DatabaseHeader
  /** An overwritten file can't become valid again, unlike one that was moved away and back. */
  #isOverwritten = false

  constructor(state: HeldFileState) {
    this.#state = state
    this.#header = state.header
  }

  /** Whether the open file has other content than SQLite last wrote. */
  isOverwritten(): boolean {
    const header = readHeader(this.#state.descriptor)
    this.#isOverwritten ||= header === null || !isGrownSuccessor(this.#header, header)
    if (!this.#isOverwritten && header) this.#header = header
    return this.#isOverwritten
  }

  /** Throws `StoreReplacedError` if the files were replaced. Takes a few microseconds: two `stat` and one `pread`. */
  check(): void {
    const { file, database, log } = this.#state
    rejectReplacedFile(file, database)
    if (log) rejectReplacedFile(`${file}-wal`, log)
    if (this.isOverwritten()) throw replacedError(file, 'was overwritten or emptied')
  }
}

function rejectReplacedFile(path: string, expected: FileIdentity): void {
  const identity = readIdentity(path)
  if (!identity) throw replacedError(path, 'was deleted or moved')
  if (!isSameFile(identity, expected)) throw replacedError(path, 'was replaced by another file')
}

function replacedError(path: string, event: string): StoreReplacedError {
  return new StoreReplacedError(
    `${path} ${event} while the service was using it. Stop the service, then put the file back or use "restore".`,
  )
}

/** A checkpoint never reduces the number of pages of the service's database. */
function isGrownSuccessor(previous: DatabaseHeader, current: DatabaseHeader): boolean {
  return current.pages >= previous.pages && isSuccessor(previous, current)
}
