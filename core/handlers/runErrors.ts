import { fail, ok } from '../../contract/app/problems/result.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import { runErrorCode } from '../library/runs/runError.ts'

/** Converts thrown run errors to problems. Rethrows other errors, which are bugs. */
export async function flattenRunResult<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    const code = runErrorCode(error)
    if (code) return fail({ code })
    throw error
  }
}

/** Like `flattenRunResult`, for work that returns a plain value. */
export function toRunResult<T>(work: () => Promise<T>): Promise<Result<T>> {
  return flattenRunResult(async () => ok(await work()))
}
