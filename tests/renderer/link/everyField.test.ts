import { describe, expect, it } from 'vitest'
import { decideOutcome } from '../../../contract/service/redirect/engine.ts'
import type { RedirectRules } from '../../../contract/service/redirect/engine.ts'
import { fieldNames, fieldsOf, linkFields } from '../../../contract/service/link/fields.ts'
import type { FieldName } from '../../../contract/service/link/fields.ts'
import { parseRemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { filledSections, createPreset } from '../../../renderer/features/presets/preset.ts'
import { linkRules } from '../../../renderer/link/linkRules.ts'
import { readDraft } from '../../../renderer/link/draft.ts'
import { fieldName } from '../../../renderer/link/fieldNames.ts'
import { blankForm, toRequest, toRules } from '../../../renderer/link/form.ts'
import { formFromLink, formFromRequest } from '../../../renderer/link/formFrom.ts'
import { formFieldsByField } from '../../../renderer/link/formFieldsByField.ts'
import { groupFields } from '../../../renderer/link/groups.ts'
import { describeLink } from '../../../renderer/features/simulator/sentence.ts'
import { allFieldsRequest, allFieldsLink, onlyField } from '../../contract/service/link/everyField.ts'

const form = formFromRequest(allFieldsRequest)
// Stringifying again would change the spelling of numbers.
const createLinkJson = (name: FieldName) =>
  name === 'data' ? `{"data":${allFieldsRequest.data}}` : JSON.stringify({ [name]: allFieldsLink[name] })

describe.each(fieldNames)('the field %s', (name) => {
  const { section } = linkFields[name]
  const fieldForm = formFromRequest(onlyField(name))

  it('a field survives a form, a draft, and the form of a looked-up link', () => {
    expect(toRequest(fieldForm)).toEqual(onlyField(name))
    expect(readDraft({ values: fieldForm, intent: null }).values).toEqual(fieldForm)
    const found = parseRemoteLink(createLinkJson(name))
    expect(toRequest(formFromLink(found))).toEqual(onlyField(name))
  })

  it('a field is in its section’s preset', () => {
    expect(filledSections(fieldForm)).toContain(section)
    expect(toRequest({ ...blankForm, ...createPreset(form, [section]) })).toMatchObject(onlyField(name))
  })

  it('a field and its parts have names on screen', () => {
    const { kind, label } = linkFields[name]
    expect(fieldName(name)).toBe(label)
    if (kind === 'target' || kind === 'appTarget') expect(fieldName(`${name}.url`)).toBe(label)
    if (kind === 'appTarget') expect(fieldName(`${name}.open_app_if_installed`)).toContain(label)
  })
})

it('each form value belongs to one request field, except the choice of addresses, which belongs to all', () => {
  const values = [...Object.values(formFieldsByField).flat(), 'parameterScope']
  expect(values.sort()).toEqual(Object.keys(blankForm).sort())
})

// App data has its own view.
const shownFields = fieldNames.filter((name) => linkFields[name].kind !== 'data')
it.each(shownFields)('Find shows %s', (name) => {
  const readTexts = (answer: Record<string, unknown>) =>
    groupFields(parseRemoteLink(JSON.stringify(answer)))
      .flatMap(({ fields }) => fields)
      .filter(({ name: label }) => label === linkFields[name].label)
      .map(({ value }) => value)
  expect(readTexts(allFieldsLink)).toEqual([expect.any(String)])
  expect(readTexts({ ...allFieldsLink, [name]: null })).toEqual([null])
})

const found = parseRemoteLink(JSON.stringify(allFieldsLink))
const rules: [string, RedirectRules][] = [
  ['a form', { ...toRules(form), previewIos: false, previewAndroid: false }],
  ['a link', { ...linkRules(found, null), previewIos: false, previewAndroid: false }],
]
describe.each(rules)('the rules of %s', (_, redirectRules) => {
  it.each([
    ['ios', allFieldsRequest.ios_custom_redirect.url],
    ['android', allFieldsRequest.android_custom_redirect.url],
    ['desktop', allFieldsRequest.desktop_custom_redirect.url],
  ] as const)('a link sends %s to its address with every tracking field', (platform, url) => {
    const visit = { visitor: { platform, crawler: null }, appInstalled: false, defaults: 'ours' } as const
    const { target } = decideOutcome(redirectRules, visit)
    expect(target).toContain(url)
    for (const field of fieldsOf('tracking')) expect(target).toContain(allFieldsRequest[field])
  })
})

it('the sentence about a link names every address', () => {
  const sentence = describeLink(found, linkRules(found, null), 'ours')
  for (const field of [...fieldsOf('appTarget'), ...fieldsOf('target')]) {
    expect(sentence).toContain(new URL(allFieldsRequest[field].url).host)
  }
})
