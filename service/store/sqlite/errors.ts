import { StoreDamagedError, StoreReplaced, StoreUnavailableError } from '../storeErrors.ts'

/** An error on its way from one thread to another, where it would lose its class. */
export interface Failure {
  error: Error
  kind: 'damaged' | 'replaced' | 'unavailable' | 'bug'
  nothingStored: boolean
}

/** `nothingStored` says that it is certain that nothing of what was asked for is stored. */
export function toFailure(error: unknown, nothingStored = false): Failure {
  const said = toStoreError(error)
  if (said instanceof StoreDamagedError) return { error: said, kind: 'damaged', nothingStored }
  if (said instanceof StoreReplaced) return { error: said, kind: 'replaced', nothingStored }
  return { error: said, kind: said instanceof StoreUnavailableError ? 'unavailable' : 'bug', nothingStored }
}

export function toError({ error, kind, nothingStored }: Failure): Error {
  if (kind === 'damaged') return new StoreDamagedError(error.message, { nothingStored })
  if (kind === 'replaced') return new StoreReplaced(error.message, { nothingStored })
  return kind === 'unavailable' ? new StoreUnavailableError(error.message, { nothingStored }) : error
}

/** What SQLite reports when the file or disk, and not the program, is at fault (https://sqlite.org/rescode.html). */
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

/** The error to reject with: `StoreUnavailableError` when trying again later may help, the error itself when it is a bug. */
export function toStoreError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  // No integer of ours is beyond 2^53, where `node:sqlite` stops.
  if ('code' in error && error.code === 'ERR_OUT_OF_RANGE') return new StoreDamagedError(error.message)
  if (!('errcode' in error) || typeof error.errcode !== 'number') return error
  // The low byte is the kind; what is above it only says more.
  const kind = error.errcode & 0xff
  if (damagedCodes.has(kind)) return new StoreDamagedError(`${error.message} (SQLite ${error.errcode})`)
  return unavailableCodes.has(kind) ? new StoreUnavailableError(error.message) : error
}
