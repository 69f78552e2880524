// Made when first needed, since the first use of `Intl` takes its time.
let dayAndTime: Intl.DateTimeFormat | undefined

/** An ISO 8601 time as people of this place write it; text that is none comes back as it is. */
export function when(iso: string): string {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return iso
  dayAndTime ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return dayAndTime.format(time)
}
