import { expect, it } from 'vitest'
import { moveItem } from '../../../../renderer/screens/profiles/moveItem.ts'

it.each([
  ['a', 2, 'bca'],
  ['c', 0, 'cab'],
  ['b', 1, 'abc'],
  ['a', 9, 'bca'],
  ['c', -1, 'cab'],
])('moveItem moves %s to %i', (item, to, expected) => {
  expect(moveItem(['a', 'b', 'c'], item, to).join('')).toBe(expected)
})
