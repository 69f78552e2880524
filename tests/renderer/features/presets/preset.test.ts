import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pick, trackingNames } from '../../../../contract/link/fields.ts'
import { blankForm } from '../../../../renderer/link/form.ts'
import {
  applyPreset,
  presetFileName,
  filledSections,
  parsePresetFile,
  createPreset,
  parsePreset,
  sectionNames,
  summarizePreset,
  serializePreset,
} from '../../../../renderer/features/presets/preset.ts'
import { formValues } from '../../link/formValues.ts'

describe('a preset', () => {
  it('of every section is the whole form, also after its way through a file', () => {
    fc.assert(
      fc.property(formValues, (form) => {
        const preset = createPreset(form, sectionNames)
        const shared = parsePresetFile(serializePreset('Name', preset))
        expect(shared?.name).toBe('Name')
        expect(applyPreset(blankForm, shared?.form ?? {})).toEqual(form)
      }),
    )
  })

  it('of some sections leaves the others of a form alone', () => {
    fc.assert(
      fc.property(formValues, formValues, (from, to) => {
        const after = applyPreset(to, createPreset(from, ['tracking', 'tags']))
        expect(after).toEqual({
          ...to,
          ...pick(from, trackingNames),
          tags: from.tags,
        })
      }),
    )
  })

  it('says what it fills in', () => {
    const form = { ...blankForm, campaign: 'summer', iosOpenApp: false }
    expect(filledSections(form)).toEqual(['places', 'tracking'])
    expect(summarizePreset(form)).toBe('Where it goes, Tracking')
    expect(summarizePreset({})).toBe('Empty')
  })

  it('leaves out what it does not know, and is none when a field is of another kind', () => {
    expect(parsePreset({ title: 'a', later: 1 })).toEqual({ title: 'a' })
    expect(parsePreset({ title: 1 })).toBeNull()
    expect(parsePreset([])).toBeNull()
  })
})

describe('fromFile', () => {
  it.each([
    '',
    'no JSON',
    '{}',
    '[]',
    '{"linkwrightPreset": 2, "name": "a", "form": {}}',
    '{"linkwrightPreset": 1, "name": " ", "form": {}}',
  ])('takes no preset out of %j', (text) => {
    expect(parsePresetFile(text)).toBeNull()
  })

  it('reads past a byte order mark', () => {
    expect(parsePresetFile(`\uFEFF${serializePreset('a', { title: 'b' })}`)).toEqual({
      name: 'a',
      form: { title: 'b' },
    })
  })
})

describe('fileNameOf', () => {
  it.each([
    ['Summer sale', 'Summer-sale.linkwright-preset.json'],
    ['../../etc/passwd', 'etcpasswd.linkwright-preset.json'],
    ['Grüße: 30 %', 'Grüße-30.linkwright-preset.json'],
    ['???', 'preset.linkwright-preset.json'],
  ])('of %j is %s', (name, file) => {
    expect(presetFileName(name)).toBe(file)
  })
})
