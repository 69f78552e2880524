import type { Problem, ProblemCode } from '../../contract/problem.ts'

/** What speaks against the links that a service gives. A run pauses for the first thing, and a person decides. */
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
