import { readSync, statSync } from 'node:fs'

/** A file by its device and inode. It can be sent to another thread. */
export interface FileIdentity {
  dev: bigint
  ino: bigint
}

/** Returns the identity of the file at a path; `null` if there is none. */
export function readIdentity(path: string): FileIdentity | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats ? { dev: stats.dev, ino: stats.ino } : null
}

/** Whether a path led to the expected file. */
export function isSameFile(actual: FileIdentity | null | undefined, expected: FileIdentity): boolean {
  return actual?.dev === expected.dev && actual.ino === expected.ino
}

/** Parts of the database header that identify its content (https://sqlite.org/fileformat2.html#the_database_header). */
export interface DatabaseHeader {
  changeCounter: number
  pages: number
  schemaCookie: number
  userVersion: number
}

const headerLength = 100

/** Reads the header of an open file; `null` if the file is shorter than that. */
export function readHeader(descriptor: number): DatabaseHeader | null {
  const bytes = Buffer.alloc(headerLength)
  if (readSync(descriptor, bytes, 0, headerLength, 0) < headerLength) return null
  return {
    changeCounter: bytes.readUInt32BE(24),
    pages: bytes.readUInt32BE(28),
    schemaCookie: bytes.readUInt32BE(40),
    userVersion: bytes.readUInt32BE(60),
  }
}

/**
 * Whether a database can have become another by its own writes and migrations. A backup starts new counters and has
 * another schema cookie. Doesn't compare the number of pages, because a database may return free space to the disk.
 */
export function isSuccessor(older: DatabaseHeader, newer: DatabaseHeader): boolean {
  return (
    newer.changeCounter >= older.changeCounter &&
    // If another reader delayed the checkpoint, a new file receives its schema later.
    (newer.userVersion > older.userVersion ||
      (newer.schemaCookie === older.schemaCookie && newer.userVersion === older.userVersion))
  )
}
