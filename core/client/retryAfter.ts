/** Longer than this is a mistake of the service's, not a request that a person would wait for. One day. */
const longest = 24 * 60 * 60 * 1_000

/**
 * Reads `Retry-After` (RFC 9110 §10.2.3) as milliseconds from `now`: seconds, a date, and the epoch in seconds or
 * milliseconds that some services send instead. `undefined` for anything else.
 */
export function readRetryAfter(text: string | undefined, now = Date.now()): number | undefined {
  const value = text?.trim() ?? ''
  if (value === '') return undefined
  const wait = /^\d+(\.\d+)?$/.test(value) ? fromNumber(Number(value), now) : Date.parse(value) - now
  return Number.isFinite(wait) ? Math.min(Math.max(0, Math.round(wait)), longest) : undefined
}

function fromNumber(value: number, now: number): number {
  if (value > 1e12) return value - now
  return value > 1e9 ? value * 1_000 - now : value * 1_000
}
