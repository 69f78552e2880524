import { LibraryReadOnly } from '../../folder/storageProblem.ts'

/** An error on its way from one thread to another, where it would lose its class and what SQLite and the system add to it. */
export interface Failure {
  kind: 'readOnly' | 'error'
  name: string
  message: string
  stack: string
  /** Node's code, as `ENOSPC`, and SQLite's, as 13. */
  code: string | null
  errcode: number | null
}

export function failureOf(error: unknown): Failure {
  const said = error instanceof Error ? error : new Error(String(error))
  return {
    kind: said instanceof LibraryReadOnly ? 'readOnly' : 'error',
    name: said.name,
    message: said.message,
    stack: said.stack ?? '',
    code: 'code' in said && typeof said.code === 'string' ? said.code : null,
    errcode: 'errcode' in said && typeof said.errcode === 'number' ? said.errcode : null,
  }
}

/** The error again, by which `storageProblem` and `sqliteCode` tell what is to blame. */
export function errorOf({ kind, name, message, stack, code, errcode }: Failure): Error {
  const error = kind === 'readOnly' ? new LibraryReadOnly(message) : new Error(message)
  error.name = name
  error.stack = stack
  return Object.assign(error, code === null ? {} : { code }, errcode === null ? {} : { errcode })
}
