import type { Lookup } from './run.ts'

/** What came of many lookups, in one sentence: "3 active, 1 not found". */
export function countsOf(lookups: readonly Lookup[]): string {
  const counts = new Map<string, number>()
  for (const lookup of lookups) {
    const word = wordOf(lookup)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const known = words.flatMap((word) => (counts.has(word) ? [`${counts.get(word) ?? 0} ${word}`] : []))
  return known.join(', ')
}

const words = ['active', 'inactive', 'not found', 'without an answer', 'not yours', 'not looked up']

function wordOf({ place, result }: Lookup): string {
  if (place === null) return 'not yours'
  if (result === null) return 'not looked up'
  if (result.ok) return result.value.link.active === false ? 'inactive' : 'active'
  return result.problem.code === 'link_not_found' ? 'not found' : 'without an answer'
}
