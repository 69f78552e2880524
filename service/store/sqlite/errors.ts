import { isDamage, sqliteCode, sqliteCodes } from '../../../sqlite/errors.ts'
import { toFailure, type Failure } from '../../../sqlite/thread/failure.ts'
import { StoreDamagedError, StoreUnavailableError } from '../storeErrors.ts'

/** Converts an error for another thread. `nothingStored`: certainly nothing of the request was stored. */
export function toStoreFailure(error: unknown, nothingStored: boolean): Failure {
  return toFailure(Object.assign(toStoreError(error), { nothingStored }))
}

/** SQLite's codes for a problem of the file or disk, not of the program. */
const unavailableCodes = new Set<number | null>([
  ...[sqliteCodes.busy, sqliteCodes.locked, sqliteCodes.noMemory, sqliteCodes.readonly],
  ...[sqliteCodes.io, sqliteCodes.full, sqliteCodes.cannotOpen],
])

/**
 * Whether the disk was full. Even during a commit this means that nothing was stored: the log's last page, which makes the commit
 * valid, was not written. Only an error after that, such as of a sync, leaves it unknown.
 */
export function isDiskFull(error: unknown): boolean {
  return sqliteCode(error) === sqliteCodes.full
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
  if (isDamage(error)) {
    // SQLite's full code, whose high bytes say what is damaged.
    const detail = 'errcode' in error ? ` (SQLite ${String(error.errcode)})` : ''
    return new StoreDamagedError(error.message + detail)
  }
  return unavailableCodes.has(sqliteCode(error)) ? new StoreUnavailableError(error.message) : error
}
