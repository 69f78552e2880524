import { describe, expect, it } from 'vitest'
import { compare, compareLinks } from '../../../../../contract/app/link/change/compare.ts'
import type { GenerateRequest } from '../../../../../contract/service/link/generate.ts'
import { changeableFields } from '../../../../../contract/service/link/fields.ts'
import { parseRemoteLink } from '../../../../../contract/app/link/remoteLink.ts'
import type { RemoteLink } from '../../../../../contract/app/link/remoteLink.ts'
import { allFieldsLink } from '../../../service/link/everyField.ts'

const differences = (request: GenerateRequest, link: Record<string, unknown>) =>
  compare(request, parseRemoteLink(JSON.stringify(link)))

describe('comparing a request with the stored link', () => {
  it('compare ignores the three differences in representation', () => {
    const request = {
      title: 'A',
      data: '{ "a": [1, {"b": null}], "c": 1.0 }',
      tags: '["x", "y", "x"]',
      show_preview_ios: true,
      show_preview_android: false,
      desktop_custom_redirect: { url: 'https://a.example/' },
    }
    const link = {
      title: 'A',
      data: { c: 1, a: [1, { b: null }] },
      tags: ['y', 'x'],
      show_preview: true,
      desktop_custom_redirect: { url: 'https://a.example/', open_app_if_installed: false },
    }
    expect(differences(request, link)).toEqual([])
  })

  it.each<[string, GenerateRequest, Record<string, unknown>]>([
    ['nothing and null', { title: '', data: '{}', tags: '[]' }, { title: null, data: null, tags: null }],
    ['nothing and empty', { subtitle: '', tracking_source: '' }, { subtitle: '', tracking_source: null }],
    ['a field that is not reported', { title: 'A', data: '{"a":1}', tags: '["x"]' }, {}],
    ['a redirect that is not reported', { ios_custom_redirect: { url: 'https://a.example/' } }, {}],
    ['a preview that is not reported', { show_preview_ios: true }, {}],
    ['a default that was left to the service', {}, { title: 'Project', tags: ['x'], show_preview: true }],
    [
      'one preview off while the other is left to the service',
      { show_preview_ios: false },
      { show_preview: true },
    ],
  ])('compare treats %s as equal', (_, request, link) => {
    expect(differences(request, link)).toEqual([])
  })

  it.each<[string, GenerateRequest, Record<string, unknown>, object]>([
    ['another text', { title: 'A' }, { title: 'B' }, { field: 'title', requested: 'A', stored: 'B' }],
    ['a text that was dropped', { title: 'A' }, { title: null }, { field: 'title', stored: '' }],
    [
      'other app data',
      { data: '{"a":1}' },
      { data: { a: '1' } },
      { field: 'data', requested: '{"a":1}', stored: '{"a":"1"}' },
    ],
    ['app data as a text', { data: '{"a":1}' }, { data: '{"a":1}' }, { field: 'data' }],
    [
      'a missing tag',
      { tags: '["b","a"]' },
      { tags: ['a'] },
      { field: 'tags', requested: 'a, b', stored: 'a' },
    ],
    [
      'a redirect that was dropped',
      { ios_custom_redirect: { url: 'https://a.example/' } },
      { ios_custom_redirect: null },
      { field: 'ios_custom_redirect.url', requested: 'https://a.example/', stored: '' },
    ],
    [
      'an app that is not opened',
      { android_custom_redirect: { url: 'a://b', open_app_if_installed: true } },
      { android_custom_redirect: { url: 'a://b', open_app_if_installed: false } },
      { field: 'android_custom_redirect.open_app_if_installed', requested: 'yes', stored: 'no' },
    ],
    [
      'a preview that is off',
      { show_preview_android: true },
      { show_preview: false },
      { field: 'show_preview', requested: 'yes' },
    ],
    [
      'a preview of one platform at a service that reports both',
      { show_preview_ios: true, show_preview_android: true },
      { show_preview_ios: true, show_preview_android: false },
      { field: 'show_preview_android', stored: 'no' },
    ],
  ])('compare finds %s', (_, request, link, difference) => {
    expect(differences(request, link)).toMatchObject([difference])
  })

  it.each([
    ['12345678901234567890', '12345678901234567000'],
    ['9223372036854775807', '9223372036854776000'],
    ['0.1', '0.1000000000000000055511151231257827'],
    ['1e400', '1e401'],
    ['1e999999999999999', '1e999999999999998'],
  ])('compare distinguishes %s from %s and shows both as spelled', (requested, stored) => {
    const request = { data: `{"n": ${requested}}` }
    expect(compare(request, parseRemoteLink(`{"data":{"n":${requested}}}`))).toEqual([])
    expect(compare(request, parseRemoteLink(`{"data":{"n":${stored}}}`))).toEqual([
      { field: 'data', requested: `{"n": ${requested}}`, stored: `{"n":${stored}}` },
    ])
  })

  it.each([
    ['1.50', '1.5'],
    ['1e2', '100'],
    ['10e399', '1e400'],
    ['-0', '0'],
    ['0.000', '0E-7'],
    ['12345678901234567890.0', '1234567890123456789E1'],
  ])('compare treats %s and %s as the same number', (requested, stored) => {
    expect(compare({ data: `{"n":${requested}}` }, parseRemoteLink(`{"data":{"n":${stored}}}`))).toEqual([])
  })
})

describe('compareLinks', () => {
  const fullLink = parseRemoteLink(JSON.stringify(allFieldsLink))
  const emptyLink = parseRemoteLink('{}')

  it.each(changeableFields)('compareLinks reports %s if only one link has it', (name) => {
    const alone = parseRemoteLink(JSON.stringify({ [name]: allFieldsLink[name] }))
    const fields = (left: RemoteLink, right: RemoteLink) =>
      compareLinks(left, right).map(({ field }) => field.split('.')[0])
    const isFlag = typeof allFieldsLink[name] === 'boolean'
    if (!isFlag) expect(fields(alone, emptyLink)).toEqual([name])
    if (!isFlag) expect(fields(emptyLink, alone)).toEqual([name])
    expect(fields(alone, alone)).toEqual([])
  })

  it('compareLinks ignores spelling, the order of tags, and fields that the service adds', () => {
    const left = parseRemoteLink('{"id":1,"path":"a","tags":["x","y"],"data":{"n":1.5, "m":[ ]},"title":""}')
    const right = parseRemoteLink('{"id":2,"path":"b","tags":["y","x"],"data":{"m":[],"n":1.5}}')
    expect(compareLinks(left, right)).toEqual([])
    expect(compareLinks(fullLink, fullLink)).toEqual([])
  })
})
