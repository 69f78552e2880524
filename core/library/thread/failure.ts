import { namesOf } from '../../../contract/link/fields.ts'
import {
  LibraryInterruptedError,
  LibraryReadOnlyError,
  LibraryReplacedError,
} from '../../folder/storageProblem.ts'

/** The classes that `toStorageProblem` recognizes. */
const classes = {
  readOnly: LibraryReadOnlyError,
  replaced: LibraryReplacedError,
  interrupted: LibraryInterruptedError,
}
type Kind = keyof typeof classes

/**
 * An error in a form that can be sent to another thread. Structured cloning would lose its class and the error codes of
 * SQLite and the system.
 */
export interface Failure {
  /** `null` for any other class. */
  kind: Kind | null
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
    kind: toKind(cause),
    name: cause.name,
    message: cause.message,
    stack: cause.stack ?? '',
    code: 'code' in cause && typeof cause.code === 'string' ? cause.code : null,
    errcode: 'errcode' in cause && typeof cause.errcode === 'number' ? cause.errcode : null,
  }
}

function toKind(cause: Error): Kind | null {
  return namesOf(classes).find((kind) => cause instanceof classes[kind]) ?? null
}

/** Rebuilds the error with the properties that `toStorageProblem` and `sqliteCode` read. */
export function toError({ kind, name, message, stack, code, errcode }: Failure): Error {
  const error = kind === null ? new Error(message) : new classes[kind](message)
  error.name = name
  error.stack = stack
  return Object.assign(error, code === null ? {} : { code }, errcode === null ? {} : { errcode })
}
