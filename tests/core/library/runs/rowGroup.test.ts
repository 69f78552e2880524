import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RowGroup } from '../../../../core/library/runs/rowGroup.ts'

it('a group of rows is numbered in order, whatever is added and removed', () => {
  const step = fc.record({ number: fc.integer({ min: 1, max: 12 }), isAdded: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const group = new RowGroup(4, 9)
      const expected = new Set([4, 9])
      for (const { number, isAdded } of steps) {
        if (isAdded) group.add(number)
        else group.remove(number)
        if (isAdded) expected.add(number)
        else expected.delete(number)
        const numbers = [...expected].sort((a, b) => a - b)
        expect(group.first()).toBe(numbers[0] ?? null)
        for (let at = 0; at <= 13; at++) {
          expect(group.after(at)).toBe(numbers.find((other) => other > at) ?? null)
        }
      }
    }),
  )
})
