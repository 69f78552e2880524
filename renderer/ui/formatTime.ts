// Created lazily, because the first use of `Intl` is slow.
let dayAndTime: Intl.DateTimeFormat | undefined
let dayAndSeconds: Intl.DateTimeFormat | undefined
let timeAlone: Intl.DateTimeFormat | undefined
let dayOfThisYear: Intl.DateTimeFormat | undefined
let dayAlone: Intl.DateTimeFormat | undefined

/** Formats an ISO 8601 time for the current locale; returns other text unchanged. */
export function formatTime(iso: string): string {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return iso
  dayAndTime ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return dayAndTime.format(time)
}

/** Formats an ISO 8601 time with its seconds, to distinguish changes of the same minute. */
export function formatTimeExact(iso: string): string {
  dayAndSeconds ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
  return dayAndSeconds.format(Date.parse(iso))
}

/** Formats an ISO 8601 time, without the date if it is today. */
export function formatTimeToday(iso: string): string {
  const time = new Date(iso)
  if (time.toDateString() !== new Date().toDateString()) return formatTime(iso)
  timeAlone ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
  return timeAlone.format(time)
}

/** Returns only the time for today, otherwise the day, with its year unless it is this year's. For narrow columns. */
export function formatTimeShort(iso: string): string {
  const time = new Date(iso)
  const now = new Date()
  if (Number.isNaN(time.getTime())) return iso
  if (time.toDateString() === now.toDateString()) return formatTimeToday(iso)
  dayOfThisYear ??= new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
  dayAlone ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
  return (time.getFullYear() === now.getFullYear() ? dayOfThisYear : dayAlone).format(time)
}

/** Formats a UTC day such as `2027-03-29`, with its year unless it is this year's; "Today" for today. */
export function formatDayShort(day: string): string {
  const today = new Date().toISOString().slice(0, 10)
  if (day === today) return 'Today'
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const options = isThisYear
    ? ({ month: 'short', day: 'numeric' } as const)
    : ({ dateStyle: 'medium' } as const)
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(Date.parse(day))
}
