import { DatabaseError } from 'pg'
import { StoreUnavailableError } from '../../storeErrors.ts'

/**
 * SQLSTATE classes of errors in the statement or its values, which a retry can't fix. All others concern the
 * server: connection, resources, disk, shutdown, read-only after a failover, access, conflicts.
 */
const statementErrorClasses = new Set([
  '0A', // feature not supported
  '21', // cardinality violation
  '22', // data exception
  '23', // integrity constraint
  '42', // syntax, unknown name, missing privilege
  '54', // program limit
])

/** Errors after which nothing is stored and a retry may succeed, on a new connection if needed. */
const transientCodes = new Set([
  '40001', // serialization failure: distributed engines ask for a retry
  '40P01', // deadlock
  '53300', // too many connections: one of ours may become free soon
  '26000', // a prepared statement lost by a proxy or a failover
])

/**
 * Errors of a transaction that PostgreSQL has rolled back. Others can arrive after a commit: a proxy lost the
 * server (08), the server shuts down (57P01), a disk fails during the commit (58). 40003 says so
 * itself.
 */
const rolledBackCodes = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '53200', // out of memory
  '53300', // too many connections
  '25006', // read-only, after a failover
  '55P03', // lock not available
  '57014', // cancelled by the statement timeout
  '26000', // prepared statement missing
])

/** Errors from before anything was sent to the server. */
const unsentErrors = new WeakSet<Error>()

/** Marks an error as raised before anything was sent, and returns it. */
export function markUnsent(error: unknown): Error {
  const failure = error instanceof Error ? error : new Error(String(error))
  unsentErrors.add(failure)
  return failure
}

/** Whether an error proves that the server stored nothing. */
function provesNothingStored(error: unknown): boolean {
  // A full disk during a commit is a `PANIC`, which ends the server.
  const isDiskFull = error instanceof DatabaseError && error.code === '53100' && error.severity === 'ERROR'
  return (
    isDiskFull || rolledBackCodes.has(sqlState(error)) || (error instanceof Error && unsentErrors.has(error))
  )
}

/**
 * Returns the error to reject with: `StoreUnavailableError` if a later retry may succeed, otherwise an error
 * that is a bug.
 */
export function toStoreError(error: unknown): Error {
  if (error instanceof DatabaseError) {
    if (!isRejected(error))
      return new StoreUnavailableError(error.message, { nothingStored: provesNothingStored(error) })
    // Keep only the message: the other fields quote the row, which must not be logged.
    return new Error(`PostgreSQL refused a statement: ${error.message} (${sqlState(error)})`)
  }
  if (error instanceof TypeError || error instanceof RangeError) return error
  // A refused connection to a name with several addresses has only a code, no message.
  const { message, code = 'unknown reason' } = error as Error & { code?: string }
  return new StoreUnavailableError(message || `The connection failed (${code}).`, {
    nothingStored: provesNothingStored(error),
  })
}

/** Whether the database refused a statement or its values, so that nothing was done. */
export function isRejected(error: unknown): boolean {
  return statementErrorClasses.has(sqlState(error).slice(0, 2))
}

/** Whether the statement itself is refused, whatever its values: unsupported or not permitted. */
export function isStatementRejected(error: unknown): boolean {
  return ['0A', '42'].includes(sqlState(error).slice(0, 2))
}

/** Returns the five-character SQLSTATE (PostgreSQL documentation, appendix A); empty if there is none. */
export function sqlState(error: unknown): string {
  return error instanceof DatabaseError ? (error.code ?? '') : ''
}

export function isTransient(error: unknown): boolean {
  // A new column invalidates a prepared `SELECT`, which PostgreSQL reports as an unsupported feature.
  const isStalePlan = error instanceof Error && error.message.startsWith('cached plan must not change')
  return isStalePlan || transientCodes.has(sqlState(error))
}

/**
 * A database that can't be used until its configuration changes. The message of one or two sentences is for the
 * operator.
 */
export class UnusableDatabaseError extends Error {
  override name = 'UnusableDatabase'
}
