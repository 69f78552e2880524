/** For the name of a day or an hour, in pixels. */
const labelWidth = 84

/** Those of the times along an axis that there is room to name, the last one among them. */
export function labelledTimes(times: readonly string[], width: number): string[] {
  const each = Math.ceil(times.length / Math.max(2, Math.floor(width / labelWidth)))
  return times.filter((_, index) => (times.length - 1 - index) % each === 0)
}

/** How the name of one of these times stands below the axis: the last one is kept from running out of the picture. */
export function tickLabelProps(_time: string, index: number, all: readonly unknown[]) {
  const isLast = index === all.length - 1
  return isLast
    ? ({ textAnchor: 'end', dx: 10, dy: '0.2em' } as const)
    : ({ textAnchor: 'middle', dy: '0.2em' } as const)
}
