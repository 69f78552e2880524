import { describe, expect, it } from 'vitest'
import { withTags } from '../../../renderer/link/tagList.ts'

describe('withTags', () => {
  it('adds at the end and keeps the place of what is there', () => {
    expect(withTags(['b', 'a'], ['a', 'c'])).toEqual(['b', 'a', 'c'])
  })
})
