import { describe, expect, it } from 'vitest'
import { decide } from '../../../contract/redirect/engine.ts'
import type { RedirectRules } from '../../../contract/redirect/engine.ts'
import { fieldNames, fieldsOf, linkFields } from '../../../contract/link/fields.ts'
import type { FieldName } from '../../../contract/link/fields.ts'
import { parseRemoteLink } from '../../../contract/remoteLink.ts'
import { applied, filledSections, presetOf } from '../../../renderer/features/presets/preset.ts'
import { rulesOfLink } from '../../../renderer/features/simulator/linkRules.ts'
import { readDraft } from '../../../renderer/link/draft.ts'
import { fieldName } from '../../../renderer/link/fieldNames.ts'
import { blankForm, requestOf, rulesOf } from '../../../renderer/link/form.ts'
import { formOfLink, formOfRequest } from '../../../renderer/link/formFrom.ts'
import { sectionState } from '../../../renderer/link/sections.ts'
import { valuesOf } from '../../../renderer/link/valuesOf.ts'
import { groupsOf } from '../../../renderer/link/groups.ts'
import { sentenceOf } from '../../../renderer/features/simulator/sentence.ts'
import { everyField, everyFieldAnswer, onlyField } from '../../contract/link/everyField.ts'

const form = formOfRequest(everyField)
// Stringified anew, the app data would lose its numbers' spelling.
const linkOf = (name: FieldName) =>
  name === 'data' ? `{"data":${everyField.data}}` : JSON.stringify({ [name]: everyFieldAnswer[name] })

describe.each(fieldNames)('the field %s', (name) => {
  const { section } = linkFields[name]
  const alone = formOfRequest(onlyField(name))

  it('comes back from a form, from a draft, and from the form of a link that was found', () => {
    expect(requestOf(alone)).toEqual(onlyField(name))
    expect(readDraft({ values: alone, intent: null }).values).toEqual(alone)
    const found = parseRemoteLink(linkOf(name))
    expect(requestOf(formOfLink(found))).toEqual(onlyField(name))
  })

  it('is in the preset of its section and marks it as filled in', () => {
    expect(filledSections(alone)).toEqual([section])
    expect(requestOf(applied(blankForm, presetOf(form, [section])))).toMatchObject(onlyField(name))
    expect(sectionState(section, onlyField(name), { blocking: {}, warnings: {} })).toBe('set')
  })

  it('has a name on the screen, and so has what is inside of it', () => {
    const { kind, label } = linkFields[name]
    expect(fieldName(name)).toBe(label)
    if (kind === 'target' || kind === 'appTarget') expect(fieldName(`${name}.url`)).toBe(label)
    if (kind === 'appTarget') expect(fieldName(`${name}.open_app_if_installed`)).toContain(label)
  })
})

it('each value of the form belongs to one field', () => {
  expect(Object.values(valuesOf).flat().sort()).toEqual(Object.keys(blankForm).sort())
})

// App data has a view of its own.
const shown = fieldNames.filter((name) => linkFields[name].kind !== 'data')
it.each(shown)('Find shows %s', (name) => {
  const texts = (answer: Record<string, unknown>) =>
    groupsOf(parseRemoteLink(JSON.stringify(answer)))
      .flatMap(({ fields }) => fields)
      .filter(({ name: label }) => label === linkFields[name].label)
      .map(({ value }) => value)
  expect(texts(everyFieldAnswer)).toEqual([expect.any(String)])
  expect(texts({ ...everyFieldAnswer, [name]: null })).toEqual([null])
})

const found = parseRemoteLink(JSON.stringify(everyFieldAnswer))
const rules: [string, RedirectRules][] = [
  ['a form', { ...rulesOf(form), previewIos: false, previewAndroid: false }],
  ['a link', { ...rulesOfLink(found, null), previewIos: false, previewAndroid: false }],
]
describe.each(rules)('the rules of %s', (_, rulesOfIt) => {
  it.each([
    ['ios', everyField.ios_custom_redirect.url],
    ['android', everyField.android_custom_redirect.url],
    ['desktop', everyField.desktop_custom_redirect.url],
  ] as const)('send %s to its address with every tracking field', (platform, url) => {
    const visit = { visitor: { platform, crawler: null }, appInstalled: false, defaults: 'ours' } as const
    const { target } = decide(rulesOfIt, visit)
    expect(target).toContain(url)
    for (const field of fieldsOf('tracking')) expect(target).toContain(everyField[field])
  })
})

it('the sentence about a link names every address', () => {
  const sentence = sentenceOf(found, rulesOfLink(found, null), 'ours')
  for (const field of [...fieldsOf('appTarget'), ...fieldsOf('target')]) {
    expect(sentence).toContain(new URL(everyField[field].url).host)
  }
})
