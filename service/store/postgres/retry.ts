import { setTimeout as pause } from 'node:timers/promises'

/** When to try again, and how often at most. */
export interface RetryRule {
  when: (error: unknown) => boolean
  attempts: number
  /** About how long the first pause is; each further one is twice as long. */
  pauseMs: number
}

/** Does `work` again while the rule allows it, after pauses that differ so that two who clashed do not clash again. */
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
