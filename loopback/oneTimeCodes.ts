import { createHash, randomBytes } from 'node:crypto'

/** Lifetime of a code in milliseconds. A browser that isn't running yet may take a minute to start. */
const lifetimeMs = 120_000
/** Maximum number of unused codes. A new one displaces the oldest. */
const maxUnused = 20

/** Codes that open the window once. Other users may see them, so each can be exchanged once within two minutes. */
export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>

/** `now` returns milliseconds of a monotonic clock. */
export function createOneTimeCodes(now: () => number = () => performance.now()) {
  /** Expiry of each unused code by its hash, so that the duration of a lookup reveals nothing about a code. */
  const unused = new Map<string, number>()
  return {
    issue: () => {
      const code = randomBytes(32).toString('base64url')
      const [oldest] = unused.keys()
      if (unused.size >= maxUnused && oldest !== undefined) unused.delete(oldest)
      unused.set(hashCode(code), now() + lifetimeMs)
      return code
    },
    /** Whether the code was issued, hasn't expired and wasn't used. Marks it as used. */
    redeem: (code: string) => {
      const hash = hashCode(code)
      const expiresAt = unused.get(hash) ?? -Infinity
      unused.delete(hash)
      return now() < expiresAt
    },
  }
}

function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
