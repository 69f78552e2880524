import { StoreUnavailableError } from './storeErrors.ts'

/** Rejects with `StoreUnavailableError` if the database doesn't answer within this time, in milliseconds. */
export async function limitTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new StoreUnavailableError('The database is not responding.')),
    timeoutMs,
  )
  return await Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
