import { DatabaseError } from 'pg'
import { StoreUnavailableError } from '../storeErrors.ts'

/**
 * Classes of SQLSTATE that say a statement or its values are wrong, however often it is tried. All others are about the
 * server: connection, resources, disk, shutdown, read-only after a failover, access, transactions that gave way.
 */
const statementErrorClasses = new Set([
  '0A', // feature not supported
  '21', // cardinality violation
  '22', // data exception
  '23', // integrity constraint
  '42', // syntax, unknown name, missing privilege
  '54', // a limit of the program
])

/** FieldErrors after which nothing is stored and the same statement may well succeed at once, on a new connection if need be. */
const transientCodes = new Set([
  '40001', // serialization failure: how distributed engines ask for a retry
  '40P01', // deadlock
  '53300', // no connection is left: one that is ours may be free in a moment
  '26000', // a prepared statement that a proxy or a failover has lost
])

/**
 * FieldErrors that PostgreSQL reports of a transaction that it has undone. Others can come after a commit: a proxy's that has
 * lost the server (08), a server's that is shut down (57P01), a disk's during the commit (53100, 58), and 40003, which
 * says so itself.
 */
const rolledBackCodes = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '53200', // out of memory
  '53300', // no connection is left
  '25006', // read-only, after a failover
  '55P03', // a lock is not to be had
  '57014', // cancelled, by the limit of time for a statement
  '26000', // a prepared statement that is not there
])

/** Errors that came before anything was sent to the server. */
const unsentErrors = new WeakSet<Error>()

/** Remembers that nothing had been sent when this error came, and gives it back. */
export function markUnsent(error: unknown): Error {
  const failure = error instanceof Error ? error : new Error(String(error))
  unsentErrors.add(failure)
  return failure
}

/** Whether a fault proves that the server has stored nothing of what it was asked. */
function provesNothingStored(error: unknown): boolean {
  return rolledBackCodes.has(sqlState(error)) || (error instanceof Error && unsentErrors.has(error))
}

/** The error to reject with: `StoreUnavailableError` when trying again later may help, an error that is a bug otherwise. */
export function toStoreError(error: unknown): Error {
  if (error instanceof DatabaseError) {
    if (!isRejected(error))
      return new StoreUnavailableError(error.message, { nothingStored: provesNothingStored(error) })
    // Only the sentence goes on: the other fields quote the row, and a row is nothing for a log.
    return new Error(`PostgreSQL refused a statement: ${error.message} (${sqlState(error)})`)
  }
  if (error instanceof TypeError || error instanceof RangeError) return error
  return new StoreUnavailableError(errorSentence(error), { nothingStored: provesNothingStored(error) })
}

/** Whether the database has something against a statement or its values, so that none of it was done. */
export function isRejected(error: unknown): boolean {
  return statementErrorClasses.has(sqlState(error).slice(0, 2))
}

/** Whether it is the statement itself that is refused, whatever its values: not supported, or not allowed. */
export function isStatementRejected(error: unknown): boolean {
  return ['0A', '42'].includes(sqlState(error).slice(0, 2))
}

/** The five characters that PostgreSQL names a fault by (its documentation, appendix A); empty when it is not one. */
export function sqlState(error: unknown): string {
  return error instanceof DatabaseError ? (error.code ?? '') : ''
}

export function isTransient(error: unknown): boolean {
  // A new column makes a prepared `SELECT` stale, which PostgreSQL calls a feature that it does not support.
  const stale = error instanceof Error && error.message.startsWith('cached plan must not change')
  return stale || transientCodes.has(sqlState(error))
}

/** A refused connection to a name with several addresses has no message of its own, only a code. */
function errorSentence(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return message || `The connection failed (${code ?? 'unknown reason'}).`
}
