import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDraft } from '../../../renderer/link/draft.ts'
import { blankForm } from '../../../renderer/link/form.ts'
import { formValues } from './formValues.ts'

describe('readDraft', () => {
  it('readDraft returns what was saved', () => {
    fc.assert(
      fc.property(formValues, fc.option(fc.uuid()), (values, intent) => {
        const saved: unknown = JSON.parse(JSON.stringify({ values, intent }))
        expect(readDraft(saved)).toEqual({ values, intent })
      }),
    )
  })

  it('readDraft keeps the known fields of an older draft', () => {
    const { values } = readDraft({ values: { title: 'Kept', later: 1 }, intent: null })
    expect(values).toEqual({ ...blankForm, title: 'Kept' })
  })

  it.each([
    undefined,
    null,
    1,
    'x',
    [],
    { values: 1 },
    { values: { title: 'a' } },
    { values: { title: 'a' }, intent: 'x' },
    { values: { title: 1 }, intent: null },
    { values: { tags: [1] }, intent: null },
    { values: { iosTarget: 'elsewhere' }, intent: null },
    { values: { previewIos: 'own' }, intent: null },
    { values: { iosOpenApp: 'yes' }, intent: null },
  ])('readDraft opens a blank form for %j', (saved) => {
    expect(readDraft(saved)).toEqual({ values: blankForm, intent: null })
  })
})
