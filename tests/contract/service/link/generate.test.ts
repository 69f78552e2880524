import { describe, expect, it } from 'vitest'
import { toFieldErrors } from '../../../../contract/service/link/fieldErrors.ts'
import { generateRequest, requestShape } from '../../../../contract/service/link/generate.ts'
import { fieldNames, fieldsOf, linkFields } from '../../../../contract/service/link/fields.ts'
import { requestErrors } from '../../../../contract/app/jobs/requestErrors.ts'
import { allFieldsRequest } from './everyField.ts'

function findErrors(body: unknown) {
  const parsed = generateRequest.safeParse(body)
  return parsed.success ? {} : toFieldErrors(parsed.error)
}

describe('requestErrors', () => {
  const url = 'https://a.example/'
  it.each([
    {},
    allFieldsRequest,
    ...fieldsOf('text').flatMap((name) => ['\0', 'x'.repeat(2_000)].map((text) => ({ [name]: text }))),
    ...fieldsOf('tracking').flatMap((name) => ['\ud800', 'x'.repeat(256)].map((text) => ({ [name]: text }))),
    ...['', '[1]', '{', '{"a":1,"a":2}', '{"a":"\ud800"}'].map((data) => ({ data })),
    ...['', '{}', '[""]', '[1]', `["${'x'.repeat(101)}"]`].map((tags) => ({ tags })),
    ...['', 'x', ' https://a.example', 'javascript:1', `${url}${'x'.repeat(2_048)}`, `\ud800`].flatMap(
      (url) => [
        { desktop_custom_redirect: { url } },
        { ios_custom_redirect: { url, open_app_if_installed: true } },
      ],
    ),
    { show_preview_ios: true, title: 'x'.repeat(256), data: '[', tags: '[' },
  ])('requestErrors finds the same errors as generateRequest in request %#', (request) => {
    expect(requestErrors(request)).toEqual(findErrors(request))
  })
})

describe('generateRequest', () => {
  it('generateRequest accepts full, minimal and empty requests unchanged', () => {
    for (const body of [allFieldsRequest, { title: 'a', data: '{}' }, {}])
      expect(generateRequest.parse(body)).toEqual(body)
  })

  it('generateRequest and requestShape have exactly the fields of a link', () => {
    expect(Object.keys(generateRequest.shape)).toEqual(fieldNames)
    expect(Object.keys(requestShape.shape)).toEqual(fieldNames)
  })

  it.each([null, [], 'text', 1, true])('generateRequest rejects %j, which is not an object', (body) => {
    expect(findErrors(body)).toEqual({ '': 'Must be a JSON object.' })
  })

  it('generateRequest rejects null for every field', () => {
    const body = Object.fromEntries(fieldNames.map((field) => [field, null]))
    expect(Object.keys(findErrors(body)).sort()).toEqual([...fieldNames].sort())
  })

  it.each([...fieldsOf('text'), ...fieldsOf('tracking')])(
    'generateRequest limits %s to storable text of its length in code points',
    (field) => {
      const max = linkFields[field].limit
      const long = `Must be at most ${max.toLocaleString('en')} characters long.`
      const unstorable = 'Contains an invisible or damaged character. Delete it, or type the text again.'
      expect(findErrors({ [field]: '💥'.repeat(max) })).toEqual({})
      expect(findErrors({ [field]: 'x'.repeat(max + 1) })).toEqual({ [field]: long })
      expect(findErrors({ [field]: 'a\0' })).toEqual({ [field]: unstorable })
      expect(findErrors({ [field]: '\ud800' })).toEqual({ [field]: unstorable })
      expect(findErrors({ [field]: 1 })).toEqual({ [field]: 'Must be text.' })
    },
  )

  it.each(['show_preview_ios', 'show_preview_android'])(
    'generateRequest requires a boolean for %s',
    (field) => {
      for (const value of ['true', 1, 0, 'yes'])
        expect(findErrors({ [field]: value })).toEqual({ [field]: 'Must be true or false.' })
    },
  )

  it('generateRequest locates errors in data and tags', () => {
    expect(findErrors({ data: { a: 1 }, tags: ['a'] })).toEqual({
      data: 'Must be a string that contains a JSON object.',
      tags: 'Must be a string that contains a JSON array of strings.',
    })
    expect(findErrors({ data: '{\n"a":1,\n"a":2}', tags: '["a", 1]' })).toEqual({
      data: 'The key "a" appears twice in the same object. (line 3, column 1)',
      tags: 'Tag 2 is not a text. (line 1, column 7)',
    })
  })

  it.each(['ios_custom_redirect', 'android_custom_redirect', 'desktop_custom_redirect'])(
    'generateRequest requires the url of %s',
    (field) => {
      expect(findErrors({ [field]: {} })).toEqual({ [`${field}.url`]: 'Is required.' })
      expect(findErrors({ [field]: 'https://a.example/' })).toEqual({
        [field]: 'Must be an object with a url.',
      })
      expect(findErrors({ [field]: { url: 'javascript:alert(1)' } })).toEqual({
        [`${field}.url`]: 'Links may not lead to javascript: addresses.',
      })
    },
  )
})

describe('fieldErrorsOf', () => {
  it('fieldErrorsOf returns all errors, each at its field', () => {
    const body = JSON.parse(`{
      "title": 4, "data": "[]", "tags": "[1]", "show_preview_ios": "yes", "titel": "x", "__proto__": {}, "constructor": 1,
      "ios_custom_redirect": {"url": "x", "open_app_if_installed": 1, "open_app": true},
      "desktop_custom_redirect": {"url": "https://a.example/", "open_app_if_installed": true, "href": ""},
      "tracking_medium": null
    }`) as unknown
    expect(new Map(Object.entries(findErrors(body)))).toEqual(
      new Map([
        ['title', 'Must be text.'],
        ['data', 'The app data must be a JSON object: { … }. (line 1, column 1)'],
        ['tags', 'Tag 1 is not a text. (line 1, column 2)'],
        ['show_preview_ios', 'Must be true or false.'],
        ['ios_custom_redirect.url', 'Must start with https:// or an app scheme such as myapp://.'],
        ['ios_custom_redirect.open_app_if_installed', 'Must be true or false.'],
        ['ios_custom_redirect.open_app', 'Unknown field.'],
        ['desktop_custom_redirect.open_app_if_installed', 'Unknown field.'],
        ['desktop_custom_redirect.href', 'Unknown field.'],
        ['tracking_medium', 'Must be text.'],
        ['titel', 'Unknown field. Did you mean title?'],
        ['constructor', 'Unknown field.'],
        ['__proto__', 'Unknown field.'],
      ]),
    )
  })

  it.each([
    ['Title', 'title'],
    ['sub_title', 'subtitle'],
    ['tag', 'tags'],
    ['ios_redirect', 'ios_custom_redirect'],
    ['show_preview', 'show_preview_ios'],
    ['utm_source', 'tracking_source'],
    ['campaign', 'tracking_campaign'],
    ['tracking_campain', 'tracking_campaign'],
  ])('fieldErrorsOf suggests for %s the field %s', (unknown, known) => {
    expect(findErrors({ [unknown]: 'x' })).toEqual({ [unknown]: `Unknown field. Did you mean ${known}?` })
  })

  it('fieldErrorsOf suggests fields inside a redirect, and nothing for distant names', () => {
    const url = 'https://a.example/'
    expect(
      findErrors({
        ios_custom_redirect: { url, open_if_installed: true },
        desktop_custom_redirect: { ulr: url },
      }),
    ).toEqual({
      'ios_custom_redirect.open_if_installed': 'Unknown field. Did you mean open_app_if_installed?',
      'desktop_custom_redirect.url': 'Is required.',
      'desktop_custom_redirect.ulr': 'Unknown field. Did you mean url?',
    })
    expect(findErrors({ whatever_this_is_meant_to_be: 1, '': 1 })).toEqual({
      whatever_this_is_meant_to_be: 'Unknown field.',
      '': 'Unknown field.',
    })
  })

  it('fieldErrorsOf suggests only request fields inside a call', () => {
    const parsed = requestShape.safeParse({ titel: 1 })
    const inCall = parsed.error?.issues.map((issue) => ({ ...issue, path: ['request', ...issue.path] })) ?? []
    expect(toFieldErrors({ issues: inCall } as never)).toEqual({
      'request.titel': 'Unknown field. Did you mean title?',
    })
  })
})
