import { describe, expect, it } from 'vitest'
import { patchBetween } from '../../../../renderer/features/change/patches.ts'
import { blankForm } from '../../../../renderer/link/form.ts'

const stored = {
  ...blankForm,
  title: 'Sale\u200b',
  source: ' news',
  desktopUrl: 'https://example.com/\u200b',
}

describe('patchBetween', () => {
  it('patchBetween leaves fields that were not filled in as they are stored', () => {
    expect(patchBetween(stored, stored)).toEqual({})
    expect(patchBetween(stored, { ...stored, medium: 'mail\u200b' })).toEqual({ tracking_medium: 'mail' })
  })

  it.each([
    [{ title: 'Sale' }, { title: 'Sale' }],
    [{ source: 'news' }, { tracking_source: 'news' }],
    [{ source: '' }, { tracking_source: null }],
  ])('patchBetween changes what was filled in: %j', (values, patch) => {
    expect(patchBetween(stored, { ...stored, ...values })).toEqual(patch)
  })

  it('patchBetween changes nothing if only what is left out was added', () => {
    const clean = { ...blankForm, title: 'Sale' }
    expect(patchBetween(clean, { ...clean, title: 'Sale\u200b ' })).toEqual({})
  })
})
