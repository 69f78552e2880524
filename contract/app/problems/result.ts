import type { Problem } from './problem.ts'

/** The result of every call: a value, or a problem as data. Expected failures are never thrown. */
export type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem }

export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function fail(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem }
}
