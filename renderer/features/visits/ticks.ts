/** For the name of a day or an hour, in pixels. */
const room = 70

/** Those of the times along an axis that there is room to name. */
export function namedTimes(times: readonly string[], width: number): string[] {
  const each = Math.ceil(times.length / Math.max(2, Math.floor(width / room)))
  return times.filter((_, index) => index % each === 0)
}
