import { counted } from '../../../ui/counted.ts'

/** Numbers of several things, without those of which there is none: `3 links, 1 draft and 2 presets`. */
export function allCounted(counts: readonly (readonly [count: number, noun: string])[]): string {
  const parts = counts.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun))
  const last = parts.pop() ?? ''
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}
