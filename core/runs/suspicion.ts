import type { Problem, ProblemCode } from '../../contract/problem.ts'

/** Signs that the service returns wrong links. The run pauses at the first one, and a person decides. */
export interface Suspicion {
  raise: (code: ProblemCode) => void
  problem: () => Problem | null
}

export function createSuspicion(): Suspicion {
  let first: Problem | null = null
  return {
    raise: (code) => {
      first ??= { code }
    },
    problem: () => first,
  }
}
