export const dayMs = 86_400_000

/** Returns the time a number of days ago, in ISO 8601. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString()
}

/** Returns the UTC day of a time in milliseconds, such as `2026-11-23`. */
export function toUtcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Returns the first UTC day of a period of `days` days that ends on the day of `now`. */
export function firstDayOfPeriod(days: number, now: number): string {
  return toUtcDay(now - (days - 1) * dayMs)
}
