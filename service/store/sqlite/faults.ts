import { StoreUnavailable } from '../unavailable.ts'

/** An error on its way from one thread to another, where it would lose its class. */
export interface Failure {
  error: Error
  unavailable: boolean
  nothingStored: boolean
}

/** `nothingStored` says that it is certain that nothing of what was asked for is stored. */
export function failureOf(error: unknown, nothingStored = false): Failure {
  const said = storeError(error)
  return { error: said, unavailable: said instanceof StoreUnavailable, nothingStored }
}

export function errorOf({ error, unavailable, nothingStored }: Failure): Error {
  return unavailable ? new StoreUnavailable(error.message, { nothingStored }) : error
}

/** What SQLite reports when the file or disk, and not the program, is at fault (https://sqlite.org/rescode.html). */
const unavailable = new Set([
  5, // BUSY
  6, // LOCKED
  7, // NOMEM
  8, // READONLY
  10, // IOERR
  11, // CORRUPT
  13, // FULL
  14, // CANTOPEN
  26, // NOTADB
])

/** The error to reject with: `StoreUnavailable` when trying again later may help, the error itself when it is a bug. */
export function storeError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  if (!('errcode' in error) || typeof error.errcode !== 'number') return error
  // The low byte is the kind; what is above it only says more.
  return unavailable.has(error.errcode & 0xff) ? new StoreUnavailable(error.message) : error
}
