import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookupAnswer } from '../../../contract/link.ts'
import { errorOf, startTestService } from '../running.ts'
import type { TestService } from '../running.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

/** The faults of a refused body, after checking that nothing was stored. */
async function faults(body: unknown): Promise<Record<string, string>> {
  const before = await service.store.scanLinks(-1, 10_000)
  const { status, code, fields } = await errorOf(await service.post(body))
  expect([status, code]).toEqual([422, 'invalid_field'])
  expect(await service.store.scanLinks(-1, 10_000)).toHaveLength(before.length)
  return fields ?? {}
}
const accepted = async (body: object) => await service.lookup(await service.create(body))

const full = {
  title: 'Autumn sale',
  subtitle: 'Everything must go',
  data: '{"screen":"sale","id":12345678901234567890}',
  tags: '["autumn","sale"]',
  ios_custom_redirect: { url: 'https://apps.example.com/ios', open_app_if_installed: false },
  android_custom_redirect: { url: 'market://details?id=com.example', open_app_if_installed: true },
  desktop_custom_redirect: { url: 'https://example.com/sale' },
  show_preview_ios: true,
  show_preview_android: false,
  tracking_campaign: 'autumn',
  tracking_source: 'newsletter',
  tracking_medium: 'email',
}

describe('a link with every field', () => {
  it('success status: 200 for both operations, and what was sent comes back', async () => {
    const answer = await service.post(full)
    expect(answer.status).toBe(200)
    const { link } = (await answer.json()) as { link: string }
    const found = await service.ask(`/link/${new URL(link).pathname.slice(1)}`)
    expect(found.status).toBe(200)
    const text = await found.text()
    expect(text).toContain('"data":{"screen":"sale","id":12345678901234567890}')
    expect(lookupAnswer.parse(JSON.parse(text)).link).toMatchObject({
      title: 'Autumn sale',
      subtitle: 'Everything must go',
      access_path: link,
      tags: ['autumn', 'sale'],
      ios_custom_redirect: { url: 'https://apps.example.com/ios', open_app_if_installed: false },
      android_custom_redirect: { url: 'market://details?id=com.example', open_app_if_installed: true },
      desktop_custom_redirect: { url: 'https://example.com/sale', open_app_if_installed: false },
      tracking_campaign: 'autumn',
      tracking_source: 'newsletter',
      tracking_medium: 'email',
      show_preview: true,
    })
  })
})

describe('a link without any field', () => {
  it('omitted fields, image, active, generated_from_platform and sdk_generated have their defaults', async () => {
    const found = await accepted({})
    expect(found).toEqual({
      id: expect.any(Number) as unknown,
      title: '',
      subtitle: '',
      path: expect.any(String) as unknown,
      access_path: `${service.origin}/${String(found['path'])}`,
      updated_at: expect.any(String) as unknown,
      generated_from_platform: 'API',
      data: {},
      sdk_generated: true,
      tags: [],
      active: true,
      tracking_campaign: null,
      tracking_source: null,
      tracking_medium: null,
      show_preview: false,
      image: null,
      ios_custom_redirect: {},
      android_custom_redirect: {},
      desktop_custom_redirect: {},
    })
  })

  it('id: unique integers that JavaScript can count', async () => {
    const links = await Promise.all(Array.from({ length: 50 }, () => accepted({})))
    const ids = links.map(({ id }) => id as number)
    expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
    expect(new Set(ids).size).toBe(50)
  })

  it('path: 11 letters and digits without look-alikes', async () => {
    const paths = await Promise.all(Array.from({ length: 50 }, () => service.create({})))
    expect(paths.filter((path) => !/^[2-9A-HJ-NP-Za-kmnp-z]{11}$/.test(path.replaceAll('o', 'p')))).toEqual(
      [],
    )
    expect(new Set(paths).size).toBe(50)
  })

  it('updated_at: UTC with milliseconds', async () => {
    const before = Date.now()
    const at = (await accepted({}))['updated_at'] as string
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(at)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now())
  })
})

describe('body too large, not JSON, not an object', () => {
  const refusal = async (body: string | Uint8Array) => {
    const { status, code, error } = await errorOf(await service.post(body))
    return { status, code, error }
  }
  it('413 over 64 KiB, however it is sent, and not at 64 KiB', async () => {
    const filled = (size: number) => `{"title":"x"}${' '.repeat(size - 13)}`
    expect((await service.post(filled(65_536))).status).toBe(200)
    expect(await refusal(filled(65_537))).toMatchObject({ status: 413, code: 'too_large' })
    const chunk = `${(33_000).toString(16)}\r\n${' '.repeat(33_000)}\r\n`
    const answer = await service.raw(
      `POST /api/v1/sdk/generate_link HTTP/1.1\r\nHost: x\r\nPROJECT-KEY: ${service.key}\r\nENVIRONMENT: production\r\n` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  it.each([
    ['', 'line 1, column 1'],
    ['{"title":"x",\n "subtitle" "y"}', 'line 2, column 13'],
    ['{"title":"x"} {}', 'line 1, column 15'],
    ["{'title':'x'}", 'line 1, column 2'],
  ])('400 malformed_json with position for %j', async (body, position) => {
    const refused = await refusal(body)
    expect(refused).toMatchObject({ status: 400, code: 'malformed_json' })
    expect(refused.error).toContain(position)
  })

  it.each(['[]', '"x"', '1', 'null'])('400 for %s', async (body) => {
    expect(await refusal(body)).toMatchObject({ status: 400 })
  })

  it('400 for a key that stands there twice, since one of the two would be lost', async () => {
    const refused = await refusal('{"title":"a","subtitle":"b","title":"c"}')
    expect(refused).toMatchObject({ status: 400, code: 'malformed_json' })
    expect(refused.error).toContain('"title" appears twice')
    expect(refused.error).toContain('line 1, column 29')
    const inner = '{"ios_custom_redirect":{"url":"https://a.example/","url":"https://b.example/"}}'
    expect(await refusal(inner)).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  it('400 for bytes that are not UTF-8', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"title":"'), 0xff, ...Buffer.from('"}')])
    expect(await refusal(bytes)).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  it('400 for nesting that only wants to exhaust the parser', async () => {
    const deep = '['.repeat(30_000) + ']'.repeat(30_000)
    expect(await refusal(`{"title":${deep}}`)).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  it('keeps the connection after a refused body', async () => {
    const request = `POST /api/v1/sdk/generate_link HTTP/1.1\r\nHost: x\r\nPROJECT-KEY: ${service.key}\r\nENVIRONMENT: production\r\nContent-Type: application/json\r\nContent-Length: 1\r\n`
    const answer = await service.raw(`${request}\r\n{${request}Connection: close\r\n\r\n{`)
    expect(answer.match(/HTTP\/1\.1 400 /g)).toHaveLength(2)
  })
})

describe('field of the wrong type, over a limit, unknown field', () => {
  it('lists every fault at once, at its field', async () => {
    const found = await faults({
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
    expect(Object.keys(found).sort()).toEqual([
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
    expect(found['titel']).toContain('title')
  })

  it.each(['__proto__', 'constructor', 'toString'])('refuses the unknown field %s', async (name) => {
    expect(Object.keys(await faults(`{"${name}":{"title":"x"}}`))).toEqual([name])
  })

  it.each([
    'title',
    'subtitle',
    'tracking_campaign',
    'show_preview_ios',
    'data',
    'tags',
    'ios_custom_redirect',
  ])('refuses null for %s: a field is given or left out', async (name) =>
    expect(await faults({ [name]: null })).toHaveProperty([name]),
  )
})

describe('data', () => {
  it.each([
    '{}',
    ' {\n\t"a" : 1 } ',
    '{"n":12345678901234567890,"m":1.10,"e":1E400,"z":-0}',
    '{"__proto__":{"a":1},"constructor":"x","":0}',
    '{"esc":"\\u0041\\/\\n\\ud83c\\udf42","emoji":"🍂","sep":"\u2028"}',
  ])('comes back byte for byte: %j', async (data) => {
    const path = await service.create({ data })
    const text = await (await service.ask(`/link/${path}`)).text()
    expect(text).toContain(`"data":${data},"sdk_generated"`)
  })

  it('is refused when it is not the text of a JSON object, with line and column', async () => {
    for (const data of ['', '[]', '"x"', 'null', '{"a":}', '{"a":1,"a":2}']) {
      expect(await faults({ data })).toHaveProperty('data')
    }
    expect((await faults({ data: '{"a":1,\n"a":2}' }))['data']).toContain('line 2, column 1')
  })

  it('may be 32 levels deep and 32 KiB large, and no more', async () => {
    const deep = (levels: number) => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1)
    const large = (bytes: number) => `{"a":"${'é'.repeat((bytes - 8) / 2)}"}`
    await accepted({ data: deep(32) })
    await accepted({ data: large(32 * 1_024) })
    expect(await faults({ data: deep(33) })).toHaveProperty('data')
    expect(await faults({ data: large(32 * 1_024 + 2) })).toHaveProperty('data')
  })
})

describe('tags', () => {
  it('keep their order and lose exact repeats', async () => {
    const found = await accepted({ tags: '["b","a","b","B","\\u0061",""]'.replace(',""', '') })
    expect(found['tags']).toEqual(['b', 'a', 'B'])
  })

  it('are refused when they are not the text of a JSON array of texts within the limits', async () => {
    const list = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `t${index}`))
    await accepted({ tags: list(100) })
    await accepted({ tags: JSON.stringify(['🍂'.repeat(100)]) })
    for (const tags of [
      list(101),
      JSON.stringify(['x'.repeat(101)]),
      '[""]',
      '[1]',
      '{}',
      '"a"',
      '[null]',
      '["a"',
      '["\\u0000"]',
    ]) {
      expect(await faults({ tags })).toHaveProperty('tags')
    }
  })
})

describe('text and lengths', () => {
  it.each(['title', 'subtitle', 'tracking_campaign', 'tracking_source', 'tracking_medium'])(
    'text: %s refuses U+0000 and half surrogate pairs, and keeps everything else',
    async (name) => {
      for (const bad of ['"a\\u0000"', '"\\ud83c"', '"\\udf42x"']) {
        expect(await faults(`{"${name}":${bad}}`)).toHaveProperty(name)
      }
      const text = ' \u0001\t\n"\\ 🍂 é é <b>&amp; \u2028 \uffff\u{10ffff}'
      expect((await accepted({ [name]: text }))[name]).toBe(text)
    },
  )

  it.each([
    ['title', 255],
    ['subtitle', 1_000],
    ['tracking_campaign', 255],
    ['tracking_source', 255],
    ['tracking_medium', 255],
  ])('lengths: %s takes %d code points', async (name, most) => {
    expect((await accepted({ [name]: '🍂'.repeat(most) }))[name]).toBe('🍂'.repeat(most))
    expect(await faults({ [name]: 'x'.repeat(most + 1) })).toHaveProperty(name)
  })

  it('lengths: url takes 2,048', async () => {
    const url = (length: number) => `https://example.com/${'x'.repeat(length - 20)}`
    await accepted({ desktop_custom_redirect: { url: url(2_048) } })
    expect(await faults({ desktop_custom_redirect: { url: url(2_049) } })).toHaveProperty([
      'desktop_custom_redirect.url',
    ])
  })
})

describe('redirect object', () => {
  it('open_app_if_installed is true where it is omitted, and false for desktop', async () => {
    const url = 'https://example.com/'
    const found = await accepted({
      ios_custom_redirect: { url },
      android_custom_redirect: { url },
      desktop_custom_redirect: { url },
    })
    expect(found['ios_custom_redirect']).toEqual({ url, open_app_if_installed: true })
    expect(found['android_custom_redirect']).toEqual({ url, open_app_if_installed: true })
    expect(found['desktop_custom_redirect']).toEqual({ url, open_app_if_installed: false })
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
  ])('%s: %j is refused at its field', async (name, redirect, field) => {
    expect(await faults({ [name]: redirect })).toHaveProperty([field])
  })
})

describe('url', () => {
  it.each([
    'https://example.com',
    'HTTP://EXAMPLE.com/Ä?q=ü#f',
    'myapp://open',
    'market://details?id=x',
    'tel:+49123',
    'intent://x#Intent;end',
  ])('%s is taken as it is', async (url) => {
    expect((await accepted({ ios_custom_redirect: { url } }))['ios_custom_redirect']).toMatchObject({ url })
  })

  it.each([
    '',
    'example.com',
    '/path',
    '//example.com',
    ' https://example.com',
    'https://example.com\n',
    'https://exa\u0009mple.com',
    'https://',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x/y',
    'about:blank',
    'view-source:https://example.com',
  ])('%j is refused', async (url) => {
    for (const name of ['ios_custom_redirect', 'android_custom_redirect', 'desktop_custom_redirect']) {
      expect(await faults({ [name]: { url } })).toHaveProperty([`${name}.url`])
    }
  })

  it('a link to our own link host is refused, however it is spelled', async () => {
    const { host, port } = new URL(service.origin)
    for (const url of [
      `http://${host}/abc`,
      `HTTPS://${host}`,
      `http://x:y@${host}/`,
      `http://127.1:${port}/a`,
    ]) {
      expect(await faults({ ios_custom_redirect: { url } })).toHaveProperty(['ios_custom_redirect.url'])
    }
    await accepted({ ios_custom_redirect: { url: `http://127.0.0.1:${Number(port) + 1}/` } })
    await accepted({ ios_custom_redirect: { url: `myapp://${host}/` } })
  })
})

describe('show_preview', () => {
  it.each([
    [true, true, true],
    [true, false, true],
    [false, true, true],
    [false, false, false],
    [undefined, undefined, false],
    [undefined, true, true],
  ])('iOS %s, Android %s: %s', async (ios, android, shown) => {
    expect((await accepted({ show_preview_ios: ios, show_preview_android: android }))['show_preview']).toBe(
      shown,
    )
  })
})

describe('active', () => {
  it('lookup still returns a link that was switched off, with the time of that', async () => {
    const path = await service.create({ title: 'Off' })
    await service.store.setLinkActive(path, false, Date.UTC(2030, 0, 1))
    expect(await service.lookup(path)).toMatchObject({
      title: 'Off',
      active: false,
      updated_at: '2030-01-01T00:00:00.000Z',
    })
  })
})

describe('link, access_path', () => {
  it('are the same string under the link host that is set', async () => {
    const elsewhere = await startTestService({ linkOrigin: 'https://links.example.com' })
    try {
      const answer = await elsewhere.post({})
      const { link } = (await answer.json()) as { link: string }
      expect(link).toMatch(/^https:\/\/links\.example\.com\/[2-9A-Za-z]{11}$/)
      expect(await elsewhere.lookup(link.slice(-11))).toMatchObject({
        access_path: link,
        path: link.slice(-11),
      })
      const own = { desktop_custom_redirect: { url: 'https://LINKS.example.com.:443/x' } }
      expect((await elsewhere.post(own)).status).toBe(422)
    } finally {
      await elsewhere.stop()
    }
  })
})
