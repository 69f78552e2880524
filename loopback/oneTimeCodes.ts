import { createHash, randomBytes } from 'node:crypto'

/** How long a code can be exchanged, in milliseconds: a browser that isn't running yet may take a minute to start. */
const lifetimeMs = 120_000
/** Maximum number of unused codes; the oldest one is dropped for a new one. */
const maxUnused = 20

/** Codes that open the window once. They may be read by other users, so each is worth one exchange within two minutes. */
export interface OneTimeCodes {
  issue: () => string
  /** Whether the code was issued, is not too old and was not used before. Afterwards it is used. */
  redeem: (code: string) => boolean
}

/** `now` returns milliseconds of a clock that never jumps. */
export function createOneTimeCodes(now: () => number = () => performance.now()): OneTimeCodes {
  /** When each unused code expires, by its hash, so that a lookup tells nothing about a code by its duration. */
  const unused = new Map<string, number>()
  return {
    issue: () => {
      const code = randomBytes(32).toString('base64url')
      const [oldest] = unused.keys()
      if (unused.size >= maxUnused && oldest !== undefined) unused.delete(oldest)
      unused.set(hashOf(code), now() + lifetimeMs)
      return code
    },
    redeem: (code) => {
      const hash = hashOf(code)
      const expiresAt = unused.get(hash) ?? -Infinity
      unused.delete(hash)
      return now() < expiresAt
    },
  }
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
