export const dayMs = 86_400_000

/** The UTC day of a time, as `2026-11-23`. */
export function toUtcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** The first of so many UTC days, of which that of `now` is the last. */
export function firstDayOfPeriod(days: number, now: number): string {
  return toUtcDay(now - (days - 1) * dayMs)
}
