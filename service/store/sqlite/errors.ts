import { toFailure } from '../../../sqlite/thread/failure.ts'
import type { Failure } from '../../../sqlite/thread/failure.ts'
import { StoreDamagedError, StoreUnavailableError } from '../storeErrors.ts'

/** Converts an error for another thread. `nothingStored`: certainly nothing of the request was stored. */
export function toStoreFailure(error: unknown, nothingStored: boolean): Failure {
  return toFailure(Object.assign(toStoreError(error), { nothingStored }))
}

/** SQLite codes for a problem of the file or disk, not of the program (https://sqlite.org/rescode.html). */
const unavailableCodes = new Set([
  5, // BUSY
  6, // LOCKED
  7, // NOMEM
  8, // READONLY
  10, // IOERR
  13, // FULL
  14, // CANTOPEN
])
const damagedCodes = new Set([
  11, // CORRUPT
  26, // NOTADB
])

/**
 * Whether the disk was full. Even during a commit this means that nothing was stored: the log's last page, which makes the commit
 * valid, was not written. Only an error after that, such as of a sync, leaves it unknown.
 */
export function isDiskFull(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return errcode !== undefined && (errcode & 0xff) === 13
}

/**
 * Returns the error to reject with: a `StoreUnavailableError` if a retry may succeed later, a `StoreDamagedError` if
 * the file is damaged, otherwise the error itself, which is a bug.
 */
export function toStoreError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  // Our integers stay below 2^53, the maximum that `node:sqlite` reads.
  if ('code' in error && error.code === 'ERR_OUT_OF_RANGE') return new StoreDamagedError(error.message)
  // `HeldFile` could not look at the file: its folder is out of reach, or the disk fails.
  if ('syscall' in error) return new StoreUnavailableError(error.message)
  if (!('errcode' in error) || typeof error.errcode !== 'number') return error
  // The low byte is the primary code; the rest adds details.
  const primaryCode = error.errcode & 0xff
  if (damagedCodes.has(primaryCode))
    return new StoreDamagedError(`${error.message} (SQLite ${error.errcode})`)
  return unavailableCodes.has(primaryCode) ? new StoreUnavailableError(error.message) : error
}
