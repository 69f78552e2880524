const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats a time for the current locale. Keeps the formats, because the first use of each is slow. */
export function formatDate(time: Date | number, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(undefined, options)
  formats.set(key, format)
  return format.format(time)
}

/** Returns whether a time is of today. */
export function isToday(time: Date): boolean {
  return time.toDateString() === new Date().toDateString()
}

/** Formats an ISO 8601 time for the current locale; returns other text unchanged. */
export function formatTime(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : formatDate(time, { dateStyle: 'medium', timeStyle: 'short' })
}

/** Formats an ISO 8601 time with its seconds, to distinguish changes of the same minute. */
export function formatTimeExact(iso: string): string {
  return formatDate(Date.parse(iso), { dateStyle: 'medium', timeStyle: 'medium' })
}

/** Formats an ISO 8601 time, without the date if it is today. */
export function formatTimeToday(iso: string): string {
  const time = new Date(iso)
  return isToday(time) ? formatDate(time, { timeStyle: 'short' }) : formatTime(iso)
}

/** Returns only the time for today, otherwise the day, with its year unless it is this year's. For narrow columns. */
export function formatTimeShort(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return iso
  if (isToday(time)) return formatTimeToday(iso)
  return formatDate(time, dayOptions(time.getFullYear() === new Date().getFullYear()))
}

/** Formats a UTC day such as `2027-03-29`, with its year unless it is this year's; "Today" for today. */
export function formatDayShort(day: string): string {
  const today = new Date().toISOString().slice(0, 10)
  if (day === today) return 'Today'
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return formatDate(Date.parse(day), { ...dayOptions(isThisYear), timeZone: 'UTC' })
}

function dayOptions(isThisYear: boolean): Intl.DateTimeFormatOptions {
  return isThisYear ? { month: 'short', day: 'numeric' } : { dateStyle: 'medium' }
}
