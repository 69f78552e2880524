import type { Problem } from '../../contract/problem.ts'
import { catalogue } from '../../contract/problemCatalogue.ts'
import type { Result } from '../../contract/result.ts'

/** A problem on its way through React Query, which knows failures only as thrown errors. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(catalogue[problem.code].title)
    this.problem = problem
  }
}

/** The value of a result; a problem is thrown as `ProblemError`. */
export async function unwrapResult<T>(result: Promise<Result<T>>): Promise<T> {
  const settled = await result
  if (settled.ok) return settled.value
  throw new ProblemError(settled.problem)
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ProblemError
  }
}
