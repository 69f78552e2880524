import { expect, it } from 'vitest'
import { moveItem } from '../../../renderer/ui/moveItem.ts'

it.each([
  ['a', 2, 'bca'],
  ['c', 0, 'cab'],
  ['b', 1, 'abc'],
  ['a', 9, 'bca'],
  ['c', -1, 'cab'],
])('moveItem moves %s to %i', (item, index, expected) => {
  expect(moveItem(['a', 'b', 'c'], item, index).join('')).toBe(expected)
})
