import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { postInvalidBody } from './fieldErrors.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const postForErrors = (body: unknown) => postInvalidBody(service, body)
const createAndRead = async (body: object) => await service.lookup(await service.create(body))

describe('url', () => {
  it.each([
    'https://example.com',
    'HTTP://EXAMPLE.com/Ä?q=ü#f',
    'myapp://open',
    'market://details?id=x',
    'tel:+49123',
    'intent://x#Intent;end',
  ])('the url %s is stored unchanged', async (url) => {
    expect((await createAndRead({ ios_custom_redirect: { url } }))['ios_custom_redirect']).toMatchObject({
      url,
    })
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
    'ms-msdt:/id',
    'feed:javascript:alert(1)',
    'intent:x#Intent;scheme=file;end',
  ])('the url %j is refused', async (url) => {
    for (const name of ['ios_custom_redirect', 'android_custom_redirect', 'desktop_custom_redirect']) {
      expect(await postForErrors({ [name]: { url } })).toHaveProperty([`${name}.url`])
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
      expect(await postForErrors({ ios_custom_redirect: { url } })).toHaveProperty([
        'ios_custom_redirect.url',
      ])
    }
    await createAndRead({ ios_custom_redirect: { url: `http://127.0.0.1:${Number(port) + 1}/` } })
    await createAndRead({ ios_custom_redirect: { url: `myapp://${host}/` } })
  })
})
