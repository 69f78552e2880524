import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldNames, fieldsOf, linkFields } from '../../../contract/service/link/fields.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { postInvalidBody } from './fieldErrors.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const postForErrors = (body: unknown) => postInvalidBody(service, body)
const createAndRead = async (body: object) => await service.lookup(await service.create(body))

describe('field of the wrong type, over a limit, unknown field', () => {
  it('the service lists all errors together, each at its field', async () => {
    const errors = await postForErrors({
      title: 1,
      data: { a: 1 },
      tags: ['a'],
      show_preview_ios: 'yes',
      ios_custom_redirect: { open_app_if_installed: 'no' },
      android_custom_redirect: `${service.origin}/abc`,
      desktop_custom_redirect: { url: `${service.origin}/abc` },
      tracking_medium: 'x'.repeat(256),
      titel: 'Hi',
    })
    expect(Object.keys(errors).sort()).toEqual([
      'android_custom_redirect',
      'data',
      'desktop_custom_redirect.url',
      'ios_custom_redirect.open_app_if_installed',
      'ios_custom_redirect.url',
      'show_preview_ios',
      'tags',
      'titel',
      'title',
      'tracking_medium',
    ])
    expect(errors['titel']).toContain('title')
  })

  it.each(['__proto__', 'constructor', 'toString'])(
    'the service refuses the unknown field %s',
    async (name) => {
      expect(Object.keys(await postForErrors(`{"${name}":{"title":"x"}}`))).toEqual([name])
    },
  )

  it.each(fieldNames)('the service refuses null for %s, which must be set or omitted', async (name) =>
    expect(await postForErrors({ [name]: null })).toHaveProperty([name]),
  )
})

describe('text and lengths', () => {
  const texts = [...fieldsOf('text'), ...fieldsOf('tracking')]

  it.each(texts)('text in %s refuses U+0000 and lone surrogates, and keeps everything else', async (name) => {
    for (const bad of ['"a\\u0000"', '"\\ud83c"', '"\\udf42x"']) {
      expect(await postForErrors(`{"${name}":${bad}}`)).toHaveProperty(name)
    }
    const text = ' \u0001\t\n"\\ 🍂 é é <b>&amp; \u2028 \uffff\u{10ffff}'
    expect((await createAndRead({ [name]: text }))[name]).toBe(text)
  })

  it.each(texts.map((name) => [name, linkFields[name].limit] as const))(
    'the field %s accepts %d code points',
    async (name, maxLength) => {
      expect((await createAndRead({ [name]: '🍂'.repeat(maxLength) }))[name]).toBe('🍂'.repeat(maxLength))
      expect(await postForErrors({ [name]: 'x'.repeat(maxLength + 1) })).toHaveProperty(name)
    },
  )

  it('the field url accepts 2,048 code points', async () => {
    const url = (length: number) => `https://example.com/${'x'.repeat(length - 20)}`
    await createAndRead({ desktop_custom_redirect: { url: url(2_048) } })
    expect(await postForErrors({ desktop_custom_redirect: { url: url(2_049) } })).toHaveProperty([
      'desktop_custom_redirect.url',
    ])
  })
})

describe('redirect object', () => {
  it('open_app_if_installed is true if omitted, but false for desktop', async () => {
    const url = 'https://example.com/'
    const link = await createAndRead({
      ios_custom_redirect: { url },
      android_custom_redirect: { url },
      desktop_custom_redirect: { url },
    })
    expect(link['ios_custom_redirect']).toEqual({ url, open_app_if_installed: true })
    expect(link['android_custom_redirect']).toEqual({ url, open_app_if_installed: true })
    expect(link['desktop_custom_redirect']).toEqual({ url, open_app_if_installed: false })
  })

  it.each([
    ['ios_custom_redirect', {}, 'ios_custom_redirect.url'],
    ['android_custom_redirect', { open_app_if_installed: true }, 'android_custom_redirect.url'],
    [
      'desktop_custom_redirect',
      { url: 'https://a.example/', open_app_if_installed: false },
      'desktop_custom_redirect.open_app_if_installed',
    ],
    ['ios_custom_redirect', { url: 'https://a.example/', uri: 'x' }, 'ios_custom_redirect.uri'],
    ['ios_custom_redirect', [], 'ios_custom_redirect'],
  ])('an invalid %s is refused at its field: %j', async (name, redirect, field) => {
    expect(await postForErrors({ [name]: redirect })).toHaveProperty([field])
  })
})
