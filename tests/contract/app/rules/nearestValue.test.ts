import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../service/appLinks/random.ts'
import { createNearestValue } from '../../../../contract/app/rules/nearestValue.ts'
import { maxTypoDistance, typoDistance } from '../../../../contract/app/values/spelling.ts'

/** The definition: the first of the nearest values. */
function findByDefinition(allowed: readonly string[], typed: string): string | null {
  const distances = allowed.map((value) => typoDistance(typed, value))
  const nearest = Math.min(...distances)
  return nearest <= maxTypoDistance(typed) ? (allowed[distances.indexOf(nearest)] ?? null) : null
}

describe('the nearest value of a list', () => {
  it('is the first with the smallest distance', () => {
    const random = seededRandom(11)
    const word = () =>
      Array.from({ length: 3 + Math.floor(random() * 8) }, () => 'abc'.charAt(Math.floor(random() * 3))).join(
        '',
      )
    for (let round = 0; round < 30; round++) {
      const allowed = Array.from({ length: 60 }, word)
      const findNearest = createNearestValue(allowed)
      for (let search = 0; search < 60; search++) {
        const typed = word()
        expect([allowed, typed, findNearest(typed)]).toEqual([
          allowed,
          typed,
          findByDefinition(allowed, typed),
        ])
      }
    }
  })

  it.each([
    ['twtiter', 'twitter'],
    ['Twitter!', 'twitter'],
    ['face_book', 'facebook'],
    ['cpm', null],
    ['', null],
    ['x'.repeat(101), null],
    // Each of these ligatures becomes 18 letters.
    ['\uFDFA'.repeat(100), null],
  ])('for “%s” it is %j', (typed, expected) => {
    expect(createNearestValue(['cpc', 'facebook', 'twitter', 'x'.repeat(101)])(typed)).toBe(expected)
  })

  it('is not found in a list that was made to be slow', () => {
    const similar = Array.from(
      { length: 2_000 },
      (_, index) => `${String.fromCharCode(0x4e_00 + index)}${'a'.repeat(97)}zz`,
    )
    const [typed, near] = [`\uF8FF${'a'.repeat(99)}`, `\uF8FF${'a'.repeat(98)}b`]
    expect(createNearestValue([near])(typed)).toBe(near)
    expect(createNearestValue([...similar, near])(typed)).toBeNull()
    expect(createNearestValue([...similar, near])(near.toUpperCase())).toBe(near)
  })
})
