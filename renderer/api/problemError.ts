import type { Problem, ProblemCode } from '../../contract/app/problems/problem.ts'
import { catalogue } from '../../contract/app/problems/problemCatalogue.ts'
import type { Result } from '../../contract/app/problems/result.ts'

/** Wraps a problem for React Query, which reports failures as thrown errors. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(catalogue[problem.code].title)
    this.problem = problem
  }
}

/** Resolves with the value of a result, or throws a `ProblemError`. */
export async function unwrapResult<T>(result: Promise<Result<T>>): Promise<T> {
  const settled = await result
  if (settled.ok) return settled.value
  throw new ProblemError(settled.problem)
}

/** Returns the problem of a read by id. What isn't an id, as in a mistyped address, belongs to nothing that exists: `missing`. */
export function missingAs(missing: ProblemCode, problem: Problem): Problem {
  return problem.code === 'invalid_input' ? { code: missing } : problem
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ProblemError
  }
}
