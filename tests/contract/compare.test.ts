import { describe, expect, it } from 'vitest'
import { compare } from '../../contract/compare.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import { observeLink } from '../../contract/observed.ts'

const differences = (request: GenerateRequest, link: Record<string, unknown>, answer?: string) =>
  compare(request, observeLink(link), answer)

describe('the comparison of what was asked with what was stored', () => {
  it('finds nothing over the three differences in representation', () => {
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
      'one preview off, where the other was left to the service',
      { show_preview_ios: false },
      { show_preview: true },
    ],
  ])('takes %s as alike', (_, request, link) => {
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
      'a preview of one platform, where the service tells them apart',
      { show_preview_ios: true, show_preview_android: true },
      { show_preview_ios: true, show_preview_android: false },
      { field: 'show_preview_android', stored: 'no' },
    ],
  ])('finds %s', (_, request, link, difference) => {
    expect(differences(request, link)).toMatchObject([difference])
  })

  it('compares large integers digit by digit when it has the text of the answer', () => {
    const request = { data: '{"id":12345678901234567890}' }
    const answer = (digits: string) => `{"link":{"data":{"id":${digits}}}}`
    const link = { data: { id: 12345678901234567890 } }
    expect(differences(request, link, answer('12345678901234567890'))).toEqual([])
    expect(differences(request, link, answer('12345678901234567000'))).toEqual([
      { field: 'data', requested: '{"id":12345678901234567890}', stored: '{"id":12345678901234567000}' },
    ])
  })
})
