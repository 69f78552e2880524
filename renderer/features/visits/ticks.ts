/** Width of a day or hour label, in pixels. */
const labelWidth = 84

/** Returns the times along an axis that have room for a label, always including the last. */
export function labelledTimes(times: readonly string[], width: number): string[] {
  const each = Math.ceil(times.length / Math.max(2, Math.floor(width / labelWidth)))
  return times.filter((_, index) => (times.length - 1 - index) % each === 0)
}

/** Positions the labels below the axis. Keeps the last one inside the chart. */
export function tickLabelProps(_time: string, index: number, all: readonly unknown[]) {
  const isLast = index === all.length - 1
  return isLast
    ? ({ textAnchor: 'end', dx: 10, dy: '0.2em' } as const)
    : ({ textAnchor: 'middle', dy: '0.2em' } as const)
}
