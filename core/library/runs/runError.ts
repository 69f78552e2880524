import type { ProblemCode } from '../../../contract/app/problems/problem.ts'

/**
 * Thrown if a run can't be changed. The message is the problem code, because threads don't preserve other
 * properties.
 */
export class RunError extends Error {
  constructor(code: ProblemCode & `run_${string}`) {
    super(code)
    this.name = 'RunError'
  }
}

/**
 * Returns the code of a `RunError`, or `null`. Recognized by name, because errors lose their class between
 * threads.
 */
export function runErrorCode(error: unknown): ProblemCode | null {
  return error instanceof Error && error.name === 'RunError' ? (error.message as ProblemCode) : null
}
