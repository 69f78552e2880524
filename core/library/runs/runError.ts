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
 * Returns the code of a `RunError`, `SheetError` or `ImportError`, or `null`. Recognized by name, because errors lose
 * their class between threads.
 */
export function errorCode(error: unknown): ProblemCode | null {
  const isCoded = error instanceof Error && /^(?:Run|Sheet|Import)Error$/.test(error.name)
  return isCoded ? (error.message as ProblemCode) : null
}
