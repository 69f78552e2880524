import { AdminError, type Context } from '../command.ts'

export interface CheckResult {
  /** What was checked, such as `certificate`. */
  check: string
  state: 'ok' | 'warn' | 'fail'
  says: string
  /** What to do if it isn't ok. */
  do?: string
}

/** Returns the result of a check that found no problem. */
export function ok(check: string, message: string): CheckResult {
  return { check, state: 'ok', says: message }
}

/** Returns a problem that lets the service run, and how to solve it. */
export function warn(check: string, message: string, advice: string): CheckResult {
  return { check, state: 'warn', says: message, do: advice }
}

/** Returns a problem that must be solved, and how. */
export function fail(check: string, message: string, advice: string): CheckResult {
  return { check, state: 'fail', says: message, do: advice }
}

/** Prints results. Throws if a check found a problem that must be solved. */
export function reportResults({ print }: Context, results: readonly CheckResult[]): void {
  for (const result of results) print(result)
  const failed = results.filter(({ state }) => state === 'fail').length
  if (failed > 0) throw new AdminError(`${failed} of ${results.length} checks failed.`)
}
