import { setTimeout as pause } from 'node:timers/promises'

/** When to retry, and how often at most. */
export interface RetryRule {
  when: (error: unknown) => boolean
  attempts: number
  /** Approximate first pause; each further one is twice as long. */
  pauseMs: number
}

/**
 * Retries `work` as the rule allows, after random pauses so that two conflicting callers don't conflict
 * again.
 */
export async function withRetries<T>(
  { when, attempts, pauseMs }: RetryRule,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !when(error)) throw error
      await pause(pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}
