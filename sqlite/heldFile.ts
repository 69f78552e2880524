import { closeSync, openSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openFile, readPragma } from './file.ts'
import { isSameFile, isSuccessor, readHeader, readIdentity } from './fileIdentity.ts'
import type { DatabaseHeader, FileIdentity } from './fileIdentity.ts'
import { setLogAside } from './setAside.ts'

/** The state that `HeldFile` compares with; can be sent to another thread of this process. */
export interface HeldFileState {
  file: string
  /** Open as long as the database: closing any descriptor of it drops the locks of the whole process. */
  descriptor: number
  database: FileIdentity
  /** `null` if there was no log when the database was opened. */
  log: FileIdentity | null
  header: DatabaseHeader
  /** Whether the database returns free space to the disk. */
  mayShrink: boolean
}

/** What happened to a file at a path of an open database. */
export interface FileChange {
  path: string
  what: 'was deleted or moved' | 'was replaced by another file' | 'was overwritten or emptied'
}

/** Number of holders in this thread that share a descriptor, by file identity. */
const holders = new Map<string, { descriptor: number; count: number }>()

/**
 * Records the identity of an open database whose schema is up to date; `null` if it was deleted or emptied meanwhile.
 * Call `releaseFile` after the last connection is closed.
 */
export function holdFile(file: string, { mayShrink = false } = {}): HeldFileState | null {
  const database = readIdentity(file)
  if (!database) return null
  const holder = holders.get(toKey(database))
  const descriptor = holder?.descriptor ?? openSync(file, 'r')
  holders.set(toKey(database), { descriptor, count: (holder?.count ?? 0) + 1 })
  const header = readHeader(descriptor)
  return header && { file, descriptor, database, log: readIdentity(`${file}-wal`), header, mayShrink }
}

export function releaseFile({ database }: HeldFileState): void {
  const holder = holders.get(toKey(database))
  if (!holder || --holder.count > 0) return
  holders.delete(toKey(database))
  closeSync(holder.descriptor)
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

  /**
   * Returns what happened to the database or its log; `null` if they are the open ones. Takes a few microseconds: one
   * `pread` and two `stat`. Throws if one of them fails.
   */
  findChange(): FileChange | null {
    const { file, database, log } = this.#state
    if (this.#checkContent()) return { path: file, what: 'was overwritten or emptied' }
    return findReplaced(file, database) ?? (log && findReplaced(`${file}-wal`, log))
  }

  /**
   * Closes the last two connections, at which SQLite writes the log into the file. If the file was overwritten, the log
   * doesn't belong to it: it is set aside, and the new content stays unchanged. An unreadable file may be overwritten.
   */
  close(database: DatabaseSync, keeper: DatabaseSync): void {
    const isKept = this.#isKnownGood()
    for (const connection of isKept ? [keeper, database] : [database, keeper]) connection.close()
    if (this.#isOverwritten) this.#setLogAside()
    releaseFile(this.#state)
  }

  #isKnownGood(): boolean {
    try {
      return !this.#checkContent()
    } catch {
      return false
    }
  }

  /** Returns whether the open file has other content than SQLite last wrote. */
  #checkContent(): boolean {
    const header = readHeader(this.#state.descriptor)
    this.#isOverwritten ||= header === null || !this.#isSuccessor(header)
    if (!this.#isOverwritten && header) this.#header = header
    return this.#isOverwritten
  }

  /** A checkpoint never reduces the number of pages of a database that can't shrink. */
  #isSuccessor(header: DatabaseHeader): boolean {
    return (this.#state.mayShrink || header.pages >= this.#header.pages) && isSuccessor(this.#header, header)
  }

  #setLogAside(): void {
    const { file, log } = this.#state
    const current = readIdentity(`${file}-wal`)
    if (current && (!log || isSameFile(current, log))) setLogAside(file, 'overwritten')
  }
}

function findReplaced(path: string, expected: FileIdentity): FileChange | null {
  const identity = readIdentity(path)
  if (!identity) return { path, what: 'was deleted or moved' }
  return isSameFile(identity, expected) ? null : { path, what: 'was replaced by another file' }
}

/**
 * Opens a connection and reads once with it. While it is open, closing another connection neither writes the log into
 * the file nor deletes it.
 */
export function openKeeper(file: string): DatabaseSync {
  const keeper = openFile(file, 'ro')
  readPragma(keeper, 'schema_version')
  return keeper
}
