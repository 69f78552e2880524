import type { ProblemCode } from '../../contract/app/problems/problem.ts'

/**
 * Thrown to end work with a problem that the user sees, for example if a table can't be read or a run can't be changed. The
 * message is the problem code, because threads don't preserve other properties.
 */
export class CodedError extends Error {
  constructor(code: ProblemCode) {
    super(code)
    this.name = 'CodedError'
  }
}

/** Returns the code of a `CodedError`, or `null`. Recognized by name, because errors lose their class between threads. */
export function errorCode(error: unknown): ProblemCode | null {
  return error instanceof Error && error.name === 'CodedError' ? (error.message as ProblemCode) : null
}
