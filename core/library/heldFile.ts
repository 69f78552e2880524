import { closeSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isSameFile, isSuccessor, readHeader, readIdentity } from '../../sqlite/fileIdentity.ts'
import type { FileIdentity } from '../../sqlite/fileIdentity.ts'
import { quarantineLog } from '../folder/quarantine.ts'
import { LibraryReplacedError } from '../folder/storageProblem.ts'

/**
 * `moved`: the path leads elsewhere, but the open file is intact. `overwritten`: the open file has different content.
 */
export type FileState = 'in place' | 'moved' | 'overwritten'

/** Compares the files at an open library's path with those that SQLite has open. SQLite itself never checks again. */
export interface HeldFile {
  identity: FileIdentity
  /** Takes a few microseconds: two `stat` calls and one `pread`. Throws if one of them fails. */
  state: () => FileState
  /** Identifies the current content of the log, which changes when SQLite starts it over; `null` if it is empty. */
  logGeneration: () => string | null
  /**
   * Closes the last other connection, at which SQLite writes the log into the file. If the file was overwritten, the
   * log doesn't belong to it: the log is set aside and the new content stays unchanged.
   */
  close: (sql: DatabaseSync) => void
}

/** Starts tracking the files. Call it while the library is open and its schema is up to date. */
export function holdFile(file: string): HeldFile {
  const paths = [file, `${file}-wal`]
  const [identity, log] = paths.map(readIdentity)
  if (!identity || !log) throw new LibraryReplacedError(`${file} was removed while it was opened.`)
  const [descriptor, logDescriptor] = [openSync(file, 'r'), openSync(`${file}-wal`, 'r')]
  const keeper = openKeeper(file)
  let lastHeader = readHeader(descriptor)
  let overwritten = lastHeader === null
  const isOverwritten = () => {
    const header = readHeader(descriptor)
    // Overwritten content can't be restored, unlike a file that is moved away and back.
    overwritten ||= !header || !lastHeader || !isSuccessor(lastHeader, header)
    if (!overwritten) lastHeader = header
    return overwritten
  }
  /** An unreadable file may be an overwritten one. */
  const isKnownGood = () => {
    try {
      return !isOverwritten()
    } catch {
      return false
    }
  }
  return {
    identity,
    state: () => {
      if (isOverwritten()) return 'overwritten'
      const [database, current] = paths.map(readIdentity)
      return isSameFile(database, identity) && isSameFile(current, log) ? 'in place' : 'moved'
    },
    logGeneration: () => readSalt(logDescriptor),
    close: (sql) => {
      if (!isKnownGood()) {
        sql.close()
        keeper.close()
        if (overwritten && isSameFile(readIdentity(`${file}-wal`), log)) quarantineLog(file, 'overwritten')
      } else {
        keeper.close()
        sql.close()
      }
      // Must be last: closing any descriptor of a database drops the process's locks.
      closeSync(descriptor)
      closeSync(logDescriptor)
    },
  }
}

/**
 * Opens a connection and reads once. While it is open, closing another connection neither writes nor deletes the log.
 */
function openKeeper(file: string): DatabaseSync {
  const keeper = new DatabaseSync(file, { readOnly: true })
  keeper.prepare('PRAGMA schema_version').get()
  return keeper
}

/**
 * Throws `LibraryReplacedError` unless the path still leads to the file that was open before the library's thread
 * exited.
 */
export function requireSameFile(file: string, expected: FileIdentity): void {
  if (!isSameFile(readIdentity(file), expected))
    throw new LibraryReplacedError(`${file} was replaced or removed.`)
}

/** Offset and length of the salt in the header of a log (https://sqlite.org/fileformat2.html#the_write_ahead_log). */
const [saltOffset, saltLength] = [16, 8]

function readSalt(log: number): string | null {
  const bytes = Buffer.alloc(saltLength)
  return readSync(log, bytes, 0, saltLength, saltOffset) < saltLength ? null : bytes.toString('hex')
}
