import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from '../../../../contract/service/text/editDistance.ts'
import { toFieldErrors } from '../../../../contract/service/link/fieldErrors.ts'
import { generateRequest } from '../../../../contract/service/link/generate.ts'

const word = fc.string({ maxLength: 20 })

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['title', 'titel', 2],
    ['kitten', 'sitting', 3],
  ])('editDistance returns the known distance of %j and %j', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance)
  })

  it('editDistance is a metric', () => {
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(editDistance(a, b) === 0).toBe(a === b)
        expect(editDistance(a, b)).toBe(editDistance(b, a))
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c))
      }),
    )
  })

  it('editDistance grows by at most one per edit', () => {
    fc.assert(
      fc.property(word, fc.nat(), fc.string({ maxLength: 1 }), (text, at, inserted) => {
        const index = at % (text.length + 1)
        expect(editDistance(text, text.slice(0, index) + inserted + text.slice(index))).toBe(inserted.length)
      }),
    )
  })

  it('editDistance compares at most 100 characters', () => {
    expect(editDistance('a'.repeat(60_000), '')).toBe(100)
  })
})

describe('many unknown fields', () => {
  const unknownFieldErrors = (count: number) => {
    const body = Object.fromEntries(Array.from({ length: count }, (_, index) => [`titel${index}`, 0]))
    const { error } = generateRequest.safeParse({ ...body, title: 1 })
    return toFieldErrors(error as NonNullable<typeof error>)
  }

  it('fieldErrorsOf lists up to 50 unknown fields, with a suggestion for the first 10, and counts the rest', () => {
    const few = Object.values(unknownFieldErrors(50))
    expect(few.filter((sentence) => sentence.includes('Did you mean title?'))).toHaveLength(10)
    expect(few).toHaveLength(51)
    const many = unknownFieldErrors(8_000)
    expect(Object.keys(many)).toHaveLength(52)
    expect(many['']).toBe('There are 7,950 more unknown fields.')
    expect(many['title']).toBe('Must be text.')
  })
})
