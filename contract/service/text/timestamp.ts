/** Days and hours are checked by `Date`, which would otherwise carry February 30 over into March. */
const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

const minuteMs = 60_000
const maxTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * Parses an RFC 3339 time, which includes a UTC offset. Returns milliseconds since 1970, without finer fractions.
 * Returns `null` if it is invalid, a leap second, or outside the years 1970 to 9999.
 */
export function parseTimestamp(text: string): number | null {
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] =
    pattern.exec(text) ?? []
  if (year === undefined) return null
  const rebuilt = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const local = Date.parse(rebuilt)
  if (Number.isNaN(local) || new Date(local).toISOString() !== rebuilt) return null
  const time = local - offsetMs(sign, Number(offsetHour ?? 0), Number(offsetMinute ?? 0))
  return time >= 0 && time <= maxTime ? time : null
}

/** Returns `NaN` for an impossible offset. */
function offsetMs(sign: string | undefined, hours: number, minutes: number): number {
  if (hours > 23 || minutes > 59) return NaN
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * minuteMs
}
