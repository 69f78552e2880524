import { LibraryReadOnlyError } from '../../folder/storageProblem.ts'

/**
 * An error as data for another thread. Structured cloning would lose its class and the codes of SQLite and
 * the system.
 */
export interface Failure {
  kind: 'readOnly' | 'error'
  name: string
  message: string
  stack: string
  /** Node's code such as `ENOSPC`, and SQLite's such as 13. */
  code: string | null
  errcode: number | null
}

export function toFailure(error: unknown): Failure {
  const cause = error instanceof Error ? error : new Error(String(error))
  return {
    kind: cause instanceof LibraryReadOnlyError ? 'readOnly' : 'error',
    name: cause.name,
    message: cause.message,
    stack: cause.stack ?? '',
    code: 'code' in cause && typeof cause.code === 'string' ? cause.code : null,
    errcode: 'errcode' in cause && typeof cause.errcode === 'number' ? cause.errcode : null,
  }
}

/** Returns the error in a form that `toStorageProblem` and `sqliteCode` recognize. */
export function toError({ kind, name, message, stack, code, errcode }: Failure): Error {
  const error = kind === 'readOnly' ? new LibraryReadOnlyError(message) : new Error(message)
  error.name = name
  error.stack = stack
  return Object.assign(error, code === null ? {} : { code }, errcode === null ? {} : { errcode })
}
