import { setTimeout as pause } from 'node:timers/promises'

/** Maximum time to write counts at shutdown, in milliseconds. A process that waited longer would be killed. */
const timeoutMs = 2_500

/** Resolves to the result of the last write before the process ends; `null` if the database doesn't accept it in time. */
export async function waitForLastWrite<T>(write: Promise<T>): Promise<T | null> {
  const end = new AbortController()
  try {
    return await Promise.race([write, pause(timeoutMs, null, { signal: end.signal })])
  } finally {
    end.abort()
  }
}
