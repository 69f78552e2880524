import type { ProblemCode } from '../../../contract/problem.ts'

/** What keeps the rows of a run from being changed. Its message is the problem's code, which passes from thread to thread. */
export class RunError extends Error {
  constructor(code: ProblemCode & `run_${string}`) {
    super(code)
    this.name = 'RunError'
  }
}

/** The code of a `RunError`, which has lost its class on its way from the library's thread; `null` for any other error. */
export function runErrorCode(error: unknown): ProblemCode | null {
  return error instanceof Error && error.name === 'RunError' ? (error.message as ProblemCode) : null
}
