const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** An ISO 8601 time as people of this place write it; text that is none comes back as it is. */
export function when(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : dayAndTime.format(time)
}
