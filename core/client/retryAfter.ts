/** Maximum accepted `Retry-After`: one day. Larger values are errors of the service. */
const maxRetryAfterMs = 24 * 60 * 60 * 1_000

/**
 * Parses `Retry-After` (RFC 9110 §10.2.3) as milliseconds from `now`. Accepts seconds, a date, and the epoch
 * in seconds or milliseconds that some services send. Returns `undefined` for anything else.
 */
export function parseRetryAfter(text: string | undefined, now = Date.now()): number | undefined {
  const value = text?.trim() ?? ''
  if (value === '') return undefined
  const wait = /^\d+(\.\d+)?$/.test(value) ? fromNumber(Number(value), now) : fromDate(value, now)
  return Number.isFinite(wait) ? Math.min(Math.max(0, Math.round(wait)), maxRetryAfterMs) : undefined
}

/** Accepts the formats of RFC 9110 §5.6.7 and ISO 8601. `Date.parse` alone accepts almost anything. */
function fromDate(value: string, now: number): number {
  return /^([A-Za-z]{3,9},? |\d{4}-\d\d-\d\d)/.test(value) ? Date.parse(value) - now : Number.NaN
}

function fromNumber(value: number, now: number): number {
  if (value > 1e12) return value - now
  return value > 1e9 ? value * 1_000 - now : value * 1_000
}
