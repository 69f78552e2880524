import { describe, expect, it, test } from 'vitest'
import { editDistance } from '../../../../contract/service/text/editDistance.ts'
import { typoDistance } from '../../../../contract/app/values/spelling.ts'

/** The definition, without any shortcut. */
function plainDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [restA, restB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return plainDistance(restA, restB)
  return 1 + Math.min(plainDistance(restA, b), plainDistance(a, restB), plainDistance(restA, restB))
}

const words = ['', 'a', 'ab', 'ba', 'abc', 'acb', 'aabb', 'abab', 'xaby', 'axbya', 'bbaa', 'cabca', 'aaaaa']
const pairs = words.flatMap((a) => words.map((b) => [a, b] as const))

describe('the distance of two words', () => {
  it.each(pairs)('the distance of “%s” and “%s” matches the definition within any limit', (a, b) => {
    const distance = plainDistance(a, b)
    expect(editDistance(a, b)).toBe(distance)
    for (const max of [0, 1, 2, 3]) {
      const found = editDistance(a, b, max)
      if (distance <= max) expect(found).toBe(distance)
      else expect(found).toBeGreaterThan(max)
    }
  })

  test.each([
    ['twtiter', 'twitter', 1],
    ['abcd', 'badc', 3],
    ['ab', 'ba', 1],
    ['twitter', 'twitter', 0],
    ['twiter', 'twitter', 1],
    ['ab', 'abc', 1],
  ])('the typo distance of %s and %s is %i', (a, b, distance) => {
    expect(typoDistance(a, b)).toBe(distance)
  })
})
