/** `1 link`, `1,200 links`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`
}

/** The same for several nouns, without those of which there is none: `3 links, 1 draft and 2 presets`. */
export function allCounted(counts: readonly (readonly [count: number, noun: string])[]): string {
  const parts = counts.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun))
  const last = parts.pop() ?? ''
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}
