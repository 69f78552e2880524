import { ok, type Result } from '../../contract/app/problems/result.ts'

/** Returns the result of a call that only does something. */
export async function done(work: Promise<unknown>): Promise<Result<null>> {
  await work
  return ok(null)
}
