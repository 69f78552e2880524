import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { LibraryReplacedError } from '../folder/storageProblem.ts'

/** A file by its device and inode. It can be sent to another thread. */
export interface FileIdentity {
  dev: bigint
  ino: bigint
}

/** Parts of the database header that identify its content (https://sqlite.org/fileformat2.html#the_database_header). */
interface Header {
  changeCounter: number
  schemaCookie: number
  userVersion: number
}

/** `moved`: the path leads elsewhere, but the open file is whole. `overwritten`: the open file has other content. */
export type FileState = 'in place' | 'moved' | 'overwritten'

/** Compares the files at the path of an open library with those that SQLite has open: SQLite never looks again. */
export interface HeldFile {
  identity: FileIdentity
  /** Takes some microseconds: two `stat` and one `pread`. Throws if the system refuses those. */
  state: () => FileState
  /** Call it after the last connection is closed: closing any descriptor of a database drops the locks of the process. */
  release: () => void
}

/** Starts comparing. Call it while the library is open, after its schema is up to date. */
export function holdFile(file: string): HeldFile {
  const paths = [file, `${file}-wal`]
  const [identity, log] = paths.map(identityOf)
  if (!identity || !log) throw new LibraryReplacedError(`${file} was removed while it was opened.`)
  const descriptor = openSync(file, 'r')
  let last = readHeader(descriptor)
  let overwritten = last === null
  return {
    identity,
    state: () => {
      const header = readHeader(descriptor)
      // Overwritten content cannot become whole again, unlike a file that is moved away and back.
      overwritten ||= !header || !last || !follows(last, header)
      if (overwritten) return 'overwritten'
      last = header
      const [database, current] = paths.map(identityOf)
      return isSame(database, identity) && isSame(current, log) ? 'in place' : 'moved'
    },
    release: () => closeSync(descriptor),
  }
}

/** Throws `LibraryReplacedError` unless the path leads to the file that was open before the library's thread was lost. */
export function requireSameFile(file: string, expected: FileIdentity): void {
  if (!isSame(identityOf(file), expected)) throw new LibraryReplacedError(`${file} is another file, or gone.`)
}

function identityOf(path: string): FileIdentity | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? { dev: found.dev, ino: found.ino } : null
}

function isSame(found: FileIdentity | null | undefined, expected: FileIdentity): boolean {
  return found?.dev === expected.dev && found.ino === expected.ino
}

/** The number of pages may shrink, since the app gives free space back. A backup has another schema cookie. */
function follows(before: Header, now: Header): boolean {
  return (
    now.changeCounter >= before.changeCounter &&
    // A checkpoint that another reader held up brings a new file's schema into it later.
    (now.userVersion > before.userVersion ||
      (now.schemaCookie === before.schemaCookie && now.userVersion === before.userVersion))
  )
}

const headerLength = 100

/** Returns `null` if the file is shorter than a header. */
function readHeader(descriptor: number): Header | null {
  const bytes = Buffer.alloc(headerLength)
  if (readSync(descriptor, bytes, 0, headerLength, 0) < headerLength) return null
  return {
    changeCounter: bytes.readUInt32BE(24),
    schemaCookie: bytes.readUInt32BE(40),
    userVersion: bytes.readUInt32BE(60),
  }
}
