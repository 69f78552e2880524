import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import { errorCode } from '../library/runs/runError.ts'

/** Converts thrown errors about runs, tables and imports to problems. Rethrows other errors, which are bugs. */
export async function flattenResult<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    if (code) return fail({ code })
    throw error
  }
}

/** Like `flattenResult`, for work that returns a plain value. */
export function toResult<T>(work: () => Promise<T>): Promise<Result<T>> {
  return flattenResult(async () => ok(await work()))
}
