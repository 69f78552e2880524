// Made when first needed, since the first use of `Intl` takes its time.
let dayAndTime: Intl.DateTimeFormat | undefined
let timeAlone: Intl.DateTimeFormat | undefined

/** An ISO 8601 time as people of this place write it; text that is none comes back as it is. */
export function formatTime(iso: string): string {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return iso
  dayAndTime ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return dayAndTime.format(time)
}

/** The same without its day, where that is today. */
export function formatTimeToday(iso: string): string {
  const time = new Date(iso)
  if (time.toDateString() !== new Date().toDateString()) return formatTime(iso)
  timeAlone ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
  return timeAlone.format(time)
}
