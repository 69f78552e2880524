import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pick, trackingNames } from '../../../../contract/service/link/fields.ts'
import { blankForm } from '../../../../renderer/link/form.ts'
import {
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
  it('a preset of every section is the whole form, even after export and import', () => {
    fc.assert(
      fc.property(formValues, (form) => {
        const preset = createPreset(form, sectionNames)
        const parsed = parsePresetFile(serializePreset('Name', preset))
        expect(parsed?.name).toBe('Name')
        expect({ ...blankForm, ...parsed?.form }).toEqual(form)
      }),
    )
  })

  it('a preset of some sections leaves the others unchanged', () => {
    fc.assert(
      fc.property(formValues, formValues, (source, target) => {
        const result = { ...target, ...createPreset(source, ['tracking', 'tags']) }
        expect(result).toEqual({
          ...target,
          ...pick(source, trackingNames),
          tags: source.tags,
        })
      }),
    )
  })

  it('a preset lists the sections it sets', () => {
    const form = { ...blankForm, campaign: 'summer', iosOpenApp: false }
    expect(filledSections(form)).toEqual(['tracking', 'phones'])
    expect(summarizePreset(form)).toBe('Tracking, Phones')
    expect(summarizePreset({})).toBe('Empty')
  })

  it('a preset ignores unknown fields, and is invalid if a field has another type', () => {
    expect(parsePreset({ title: 'a', later: 1 })).toEqual({ title: 'a' })
    expect(parsePreset({ title: 1 })).toBeNull()
    expect(parsePreset([])).toBeNull()
  })
})

describe('parsePresetFile', () => {
  it.each([
    '',
    'no JSON',
    '{}',
    '[]',
    '{"linkwrightPreset": 2, "name": "a", "form": {}}',
    '{"linkwrightPreset": 1, "name": " ", "form": {}}',
  ])('parsePresetFile rejects %j', (text) => {
    expect(parsePresetFile(text)).toBeNull()
  })

  it('parsePresetFile accepts a byte order mark', () => {
    expect(parsePresetFile(`\uFEFF${serializePreset('a', { title: 'b' })}`)).toEqual({
      name: 'a',
      form: { title: 'b' },
    })
  })
})

describe('presetFileName', () => {
  it.each([
    ['Summer sale', 'Summer-sale.linkwright-preset.json'],
    ['../../etc/passwd', 'etcpasswd.linkwright-preset.json'],
    ['Grüße: 30 %', 'Grüße-30.linkwright-preset.json'],
    ['???', 'preset.linkwright-preset.json'],
  ])('presetFileName of %j is %s', (name, file) => {
    expect(presetFileName(name)).toBe(file)
  })
})
