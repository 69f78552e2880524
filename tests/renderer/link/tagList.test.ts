import { describe, expect, it } from 'vitest'
import { addTags } from '../../../renderer/link/tagList.ts'

describe('withTags', () => {
  it('adds at the end and keeps the place of what is there', () => {
    expect(addTags(['b', 'a'], ['a', 'c'])).toEqual(['b', 'a', 'c'])
  })
})
