import { z } from 'zod'

/** With at most nine digits of a fraction, and an offset such as `+01:00`. */
const shape = z.iso.datetime({ offset: true }).max(35)
const maxTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * Parses an RFC 3339 time, which includes a UTC offset. Returns milliseconds since 1970, without finer fractions.
 * Returns `null` if it is invalid, a leap second, or outside the years 1970 to 9999.
 */
export function parseTimestamp(text: string): number | null {
  // RFC 3339 also allows lower case, and a space instead of `T`.
  const iso = text.toUpperCase().replace(/^(.{10}) /, '$1T')
  const time = shape.safeParse(iso).success ? Date.parse(iso) : NaN
  return time >= 0 && time <= maxTime ? time : null
}
