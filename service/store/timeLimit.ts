import { StoreUnavailableError } from './storeErrors.ts'

/** Rejects with `StoreUnavailableError` if the database doesn't answer within this time, in milliseconds. */
export async function limitTime<T>(
  answer: Promise<T>,
  timeoutMs: number,
  sentence = 'The database is not responding.',
): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new StoreUnavailableError(sentence)), timeoutMs)
  return await Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

/** Maximum time to write counts at shutdown, in milliseconds. A process that waited longer would be killed. */
const lastWriteMs = 2_500

/** Resolves to the result of the last write before the process ends; `null` if the database doesn't accept it in time. */
export async function waitForLastWrite<T>(write: Promise<T>): Promise<T | null> {
  return await limitTime(write, lastWriteMs).catch(() => null)
}
