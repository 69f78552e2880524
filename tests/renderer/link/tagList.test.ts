import { describe, expect, it } from 'vitest'
import { tagsIn, withTags } from '../../../renderer/link/tagList.ts'

describe('tagsIn', () => {
  it.each([
    ['a, b,c', ['a', 'b', 'c']],
    ['a\nb\r\nc', ['a', 'b', 'c']],
    ['a\tb;c', ['a', 'b', 'c']],
    [' spring sale ,, spring sale ', ['spring sale']],
    [' \n ', []],
  ])('reads %j', (text, tags) => {
    expect(tagsIn(text)).toEqual(tags)
  })
})

describe('withTags', () => {
  it('adds at the end and keeps the place of what is there', () => {
    expect(withTags(['b', 'a'], ['a', 'c'])).toEqual(['b', 'a', 'c'])
  })
})
