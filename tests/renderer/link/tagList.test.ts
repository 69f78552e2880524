import { describe, expect, it } from 'vitest'
import { addTags } from '../../../renderer/link/tagList.ts'

describe('addTags', () => {
  it('addTags appends new tags and keeps the position of existing ones', () => {
    expect(addTags(['b', 'a'], ['a', 'c'])).toEqual(['b', 'a', 'c'])
  })
})
