import { StoreUnavailableError } from './storeErrors.ts'

/** Rejects with `StoreUnavailableError` if the database doesn't answer within this time, in milliseconds. */
export function limitTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new StoreUnavailableError('The database is not responding.'))
    const timer = setTimeout(fail, timeoutMs)
    answer.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
