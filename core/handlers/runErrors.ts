import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { runErrorCode } from '../library/runs/runError.ts'

/** Turns run errors into problems; other errors are bugs. */
export async function flattenRunResult<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    const code = runErrorCode(error)
    if (code) return fail({ code })
    throw error
  }
}

/** The same for work that fails only by throwing. */
export function toRunResult<T>(work: () => Promise<T>): Promise<Result<T>> {
  return flattenRunResult(async () => ok(await work()))
}
