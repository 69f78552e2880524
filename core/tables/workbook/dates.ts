/** Warning for a cell that a spreadsheet converted to a date. */
export const convertedDateNote = 'The spreadsheet converted this to a date. If that’s wrong, correct it here.'

const dayMs = 86_400_000

/** The last day in a spreadsheet, 31 December 9999. */
const maxSerialDay = 2_958_465

/**
 * Returns a spreadsheet's serial day in ISO 8601: `2026-03-01`, `2026-03-01 14:30`, or `14:30` below one day.
 * Day 60 is the nonexistent 29 February 1900, so earlier days are off by one. Returns `null` if out of range.
 */
export function serialToIso(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0 && serial <= maxSerialDay + 1)) return null
  const seconds = Math.round((serial % 1) * 86_400)
  if (serial < 1 && !is1904) return formatTime(seconds)
  const days = Math.floor(serial)
  const since1900 = is1904 ? days + 1_462 : days < 60 ? days + 1 : days
  const time = new Date(Date.UTC(1899, 11, 30) + since1900 * dayMs + seconds * 1_000).toISOString()
  const date = time.slice(0, time.indexOf('T'))
  return seconds === 0 ? date : `${date} ${formatTime(seconds % 86_400)}`
}

/** Returns an ISO 8601 date in the same format. */
export function isoDateText(text: string): string {
  return text
    .replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
    .replace(
      /(\d)T(\d\d:\d\d)(:\d\d)?(?:[.,]\d+)?Z?$/,
      (_, day: string, time: string, seconds = '') =>
        `${day} ${time}${seconds === ':00' ? '' : String(seconds)}`,
    )
}

function formatTime(seconds: number): string {
  const text = new Date(seconds * 1_000).toISOString().slice(11, 19)
  return text.endsWith(':00') ? text.slice(0, 5) : text
}
