import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Link } from '../../../../contract/service/link/link.ts'
import { link, lookupResponse } from '../../../../contract/service/link/link.ts'
import { byName, fieldsOf } from '../../../../contract/service/link/fields.ts'
import {
  extractLinkText,
  remoteLink,
  parseRemoteLink as parseText,
} from '../../../../contract/app/link/remoteLink.ts'

const parseRemoteLink = (link: Record<string, unknown>) => parseText(JSON.stringify(link))

const ownLink: Link = {
  id: 7,
  ...byName(fieldsOf('text'), () => ''),
  title: 'Summer',
  path: 'Ab3dEf7',
  access_path: 'https://links.example.com/Ab3dEf7',
  updated_at: '2026-11-20T08:33:00.000Z',
  generated_from_platform: 'API',
  data: { screen: 'promo' },
  sdk_generated: true,
  tags: ['a'],
  active: true,
  ...byName(fieldsOf('tracking'), () => null),
  tracking_source: 's',
  show_preview: false,
  image: null,
  ios_custom_redirect: { url: 'myapp://open', open_app_if_installed: true },
  android_custom_redirect: {},
  desktop_custom_redirect: { url: 'https://example.com/', open_app_if_installed: false },
}

describe('parseRemoteLink', () => {
  it('parseRemoteLink reads a link of our own service field by field', () => {
    expect(link.parse(ownLink)).toEqual(ownLink)
    expect(lookupResponse.parse({ link: ownLink })).toEqual({ link: ownLink })
    expect(parseRemoteLink(ownLink)).toMatchObject({
      ...ownLink,
      id: '7',
      data: '{"screen":"promo"}',
      android_custom_redirect: null,
      show_preview_ios: null,
      show_preview_android: null,
      extra: {},
    })
  })

  it('parseRemoteLink treats null, an empty object and a missing redirect as equal', () => {
    for (const redirect of [
      null,
      {},
      undefined,
      { url: '' },
      { url: null },
      { open_app_if_installed: true },
      'x',
      [],
    ]) {
      expect(parseRemoteLink({ ios_custom_redirect: redirect }).ios_custom_redirect).toBeNull()
    }
    expect(parseRemoteLink({ ios_custom_redirect: { url: 'a:b' } }).ios_custom_redirect).toEqual({
      url: 'a:b',
      open_app_if_installed: null,
    })
  })

  it('parseRemoteLink keeps previews per platform and unknown fields', () => {
    const seen = parseRemoteLink({
      show_preview_ios: true,
      show_preview_android: false,
      clicks: 3,
      qr: { a: [null] },
    })
    expect(seen).toMatchObject({ show_preview_ios: true, show_preview_android: false, show_preview: null })
    expect(seen.extra).toEqual({ clicks: '3', qr: '{"a":[null]}' })
  })

  it('parseRemoteLink keeps app data of any shape', () => {
    for (const data of [{ a: 1 }, [1], 'text', 0, false]) {
      expect(parseRemoteLink({ data }).data).toBe(JSON.stringify(data))
    }
    expect([parseRemoteLink({ data: null }).data, parseRemoteLink({}).data]).toEqual([null, null])
  })

  it('parseRemoteLink treats a field of the wrong type as missing', () => {
    const wrong = parseRemoteLink({
      id: {},
      title: 1,
      tags: 'a',
      active: 'yes',
      updated_at: {},
      image: false,
    })
    expect(wrong).toMatchObject({
      id: null,
      title: null,
      tags: null,
      active: null,
      updated_at: null,
      image: null,
    })
    expect(parseRemoteLink({ tags: ['a', 1, null, 'b'] }).tags).toEqual(['a', 'b'])
  })

  it('parseRemoteLink keeps a field named __proto__ as a field', () => {
    const answer = JSON.parse('{"__proto__":{"active":true},"title":"a"}') as Record<string, unknown>
    const seen = parseRemoteLink(answer)
    expect(seen.active).toBeNull()
    expect(Object.keys(seen.extra)).toEqual(['__proto__'])
  })

  it('parseRemoteLink returns a valid value for any JSON object', () => {
    const names = fc.constantFrom(...Object.keys(remoteLink.shape), 'other')
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (answer) => {
        expect(remoteLink.safeParse(parseRemoteLink(answer)).error).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })
})

describe('extractLinkText', () => {
  it('extractLinkText returns the link as spelled', () => {
    const link = '{ "title": "data", "data": { "id": 12345678901234567890, "price": 1.50 } }'
    expect(extractLinkText(`{"link": ${link}}`)).toBe(link)
  })

  it.each(['', 'no JSON', '[]', '{}', '{"link": null}', '{"link": "https://a.example/b"}', '{"link": [{}]}'])(
    'extractLinkText returns null for %j',
    (answer) => {
      expect(extractLinkText(answer)).toBeNull()
    },
  )
})
