import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GenerateRequest } from '../../../../../contract/service/link/generate.ts'
import { fieldNames, linkFields } from '../../../../../contract/service/link/fields.ts'
import type { FieldKind } from '../../../../../contract/service/link/fields.ts'
import { compileRequest } from './compileRequest.ts'
import { cleanValue } from '../../../../../contract/app/values/cleanValue.ts'
import { templateFromRequest } from '../../../../../contract/app/runs/template/template.ts'
import { allFieldsRequest, onlyField } from '../../../service/link/everyField.ts'

const compileAgain = (request: GenerateRequest) => {
  const mapping = { columns: [{ to: 'nothing' as const }], template: templateFromRequest(request) }
  return compileRequest(['Name'], mapping, ['cell'])
}

// Generates texts with braces and other characters that have a meaning in a template.
const text = fc
  .array(
    fc.oneof(fc.constantFrom('{', '}', '{{', '}}', '{{}}', '{{Name}}', ',', '"', '\\', ' '), fc.string()),
    { minLength: 1, maxLength: 8 },
  )
  .map((pieces) => cleanValue('tracking_source', pieces.join('').replaceAll('\0', '')))
  .filter((joined) => joined !== '')

const path = fc.oneof(fc.webPath(), fc.constantFrom('/{{', '/{{}}', '/{{Name}}', '/}}'))
const url = fc
  .tuple(fc.constantFrom('https://a.example', 'https://b.example'), path)
  .map((pieces) => pieces.join(''))
const tags = fc.uniqueArray(text, { minLength: 1, maxLength: 5 }).map((list) => JSON.stringify(list))

const values: { [K in FieldKind]: fc.Arbitrary<unknown> } = {
  text,
  tracking: text,
  data: fc.dictionary(text, fc.oneof(fc.integer(), text)).map((value) => JSON.stringify(value)),
  tags,
  preview: fc.boolean(),
  path: fc.stringMatching(/^[a-z]{1,20}$/),
  image: url,
  target: url.map((address) => ({ url: address })),
  appTarget: fc
    .tuple(url, fc.boolean())
    .map(([address, opens]) => ({ url: address, open_app_if_installed: opens })),
}

const request = fc.record(
  Object.fromEntries(fieldNames.map((name) => [name, values[linkFields[name].kind]])),
  { requiredKeys: [] },
) as fc.Arbitrary<GenerateRequest>

describe('the template of a request', () => {
  it('templateFromRequest produces the same request again', () => {
    fc.assert(
      fc.property(request, (original) => {
        const { request: compiled, errors } = compileAgain(original)
        // Values that our own service would reject don't matter to the template.
        if (errors.length > 0) expect(errors.every(({ text }) => !text.includes('{{'))).toBe(true)
        else expect(compiled).toEqual(original)
      }),
      { numRuns: 500 },
    )
  })

  it.each(fieldNames)('templateFromRequest includes %s', (name) => {
    expect(compileAgain(onlyField(name)).request).toEqual(onlyField(name))
  })

  it('templateFromRequest includes every field, and one address for everyone if they are equal', () => {
    expect(compileAgain(allFieldsRequest).request).toEqual(allFieldsRequest)
    const url = 'https://a.example/'
    const phone = { url, open_app_if_installed: true }
    const request = {
      ios_custom_redirect: phone,
      android_custom_redirect: { url: 'app://x', open_app_if_installed: true },
      desktop_custom_redirect: { url },
    }
    expect(templateFromRequest(request)).toEqual({
      everyone: url,
      ios_custom_redirect_open_app: 'yes',
      android_custom_redirect: 'app://x',
      android_custom_redirect_open_app: 'yes',
    })
    expect(compileAgain(request).request).toEqual(request)
    expect(templateFromRequest({ desktop_custom_redirect: { url } })).toEqual({
      desktop_custom_redirect: url,
    })
  })
})
