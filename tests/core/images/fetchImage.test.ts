import { createServer } from 'node:https'
import type { ServerResponse } from 'node:http'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxImageBytes } from '../../../contract/app/calls/app/images.ts'
import { readImageHeader } from '../../../core/images/imageHeader.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { makeCertificate } from '../harness/certificate.ts'
import { startProxy } from '../harness/secureServer.ts'
import { listen } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

const host = 'images.example.com'
/** A PNG header with this size, which is all that is read. */
function png(width: number, height: number): Buffer {
  const header = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0', 'latin1')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}

let answer: (response: ServerResponse, path: string) => void
let app: App
let folder: string
let server: TestServer
let proxy: TestServer

beforeAll(async () => {
  const authority = makeCertificate({ name: 'Public Root', authority: true })
  const { cert, key } = makeCertificate({ name: host, hosts: [host], signedBy: authority })
  const requests: string[] = []
  const web = createServer({ cert, key }, (request, response) => {
    requests.push(`${request.headers.host}${request.url} ${Object.keys(request.headers).toSorted().join()}`)
    answer(response, request.url ?? '')
  })
  server = await listen(web, requests)
  proxy = await startProxy(server.port)
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { time: { connect: 5_000, idle: 1_500, total: 4_000 } })
  await app.get('network.setAuthorities', { pem: authority.cert })
  const { settings } = await app.get('network.get', {})
  await app.get('network.save', { ...settings, proxy: 'manual', proxyUrl: `http://127.0.0.1:${proxy.port}` })
})
afterAll(async () => {
  await app.core.close()
  await proxy.stop()
  await server.stop()
  await removeFolder(folder)
})

/** Fetches an image that the server answers so. */
async function fetchFrom(behave: typeof answer, url = `https://${host}/a`) {
  answer = behave
  server.requests.length = 0
  proxy.requests.length = 0
  return await app.get('images.fetch', { url })
}
const send =
  (body: string | Buffer, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(200, headers).end(body)

describe('an image that is fetched', () => {
  it('comes with its type, size and a data address of that type, after one request without a key', async () => {
    const body = png(1_200, 630)
    expect(await fetchFrom(send(body, { 'Content-Type': 'image/svg+xml' }))).toEqual({
      ...{ ok: true, type: 'png', width: 1_200, height: 630, bytes: 24 },
      dataUrl: `data:image/png;base64,${body.toString('base64')}`,
    })
    expect(server.requests).toEqual([`${host}/a accept,connection,host`])
    const { entries: all } = await app.get('activity.list', {})
    const entries = all.filter(({ operation }) => operation === 'image')
    expect(entries[0]).toMatchObject({ status: 200, code: null, profileId: null })
  })

  it('is followed through redirects on public hosts, and no further', async () => {
    const redirect = (response: ServerResponse, path: string) =>
      path === '/a3'
        ? send(png(1, 1))(response)
        : void response.writeHead(302, { Location: `${path}x` }).end()
    expect(
      await fetchFrom((response, path) =>
        path === '/axxx'
          ? send(png(1, 1))(response)
          : void response.writeHead(302, { Location: `${path}x` }).end(),
      ),
    ).toMatchObject({ ok: true })
    expect(await fetchFrom(redirect)).toEqual({ ok: false, reason: 'redirects' })
    expect(server.requests).toHaveLength(4)
  })

  it.each([
    ['http://images.example.com/a', 'Must start with https://.'],
    ['https://127.0.0.1/a', 'Must be on a public host'],
    ['https://169.254.169.254/latest/meta-data', 'Must be on a public host'],
    ['https://[::1]/a', 'Must be on a public host'],
    ['https://printer.lan/a', 'Must be on a public host'],
    ['file:///etc/passwd', 'Links may not lead to file: addresses.'],
    ['data:image/png;base64,AAAA', 'Links may not lead to data: addresses.'],
  ])('is refused without a request at %s, also after a redirect', async (url, message) => {
    const expected = { ok: false, reason: 'refused', detail: expect.stringContaining(message) as string }
    expect(await fetchFrom(send(png(1, 1)), url)).toEqual(expected)
    expect([server.requests, proxy.requests]).toEqual([[], []])
    expect(await fetchFrom((response) => void response.writeHead(301, { Location: url }).end())).toEqual(
      expected,
    )
    expect([server.requests.length, proxy.requests.length <= 1]).toEqual([1, true])
  })

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/png', 'svg'],
    ['<?xml version="1.0"?><svg onload="alert(1)"/>', 'text/plain', 'svg'],
    ['no image', 'image/svg+xml', 'svg'],
    ['<!doctype html><p>Sign in', 'text/html', 'other_type'],
    ['\0\0\0\x1cftypavif', 'image/avif', 'other_type'],
    ['', 'image/png', 'other_type'],
  ])('is refused if it is %j', async (body, type, reason) => {
    expect(await fetchFrom(send(body, { 'Content-Type': type }))).toEqual({ ok: false, reason })
  })

  it('is refused if there is none', async () => {
    expect(await fetchFrom((response) => void response.writeHead(404).end())).toEqual({
      ...{ ok: false, reason: 'status', detail: '404' },
    })
  })

  it('is refused if it is too large, at once and whatever its length says', async () => {
    let sent = 0
    const endless = (response: ServerResponse) => {
      response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': 2 * 1_024 ** 3 })
      const part = Buffer.alloc(64 * 1_024)
      const more = () => {
        do sent += part.length
        while (!response.destroyed && response.write(part))
      }
      response.on('drain', more)
      more()
    }
    expect(await fetchFrom(endless)).toEqual({ ok: false, reason: 'too_large' })
    expect(sent).toBeLessThan(4 * maxImageBytes)
    const bomb = deflateSync(Buffer.alloc(2 * maxImageBytes))
    expect(await fetchFrom(send(bomb, { 'Content-Encoding': 'deflate' }))).toEqual({
      ...{ ok: false, reason: 'too_large' },
    })
  })

  it('has no data address if it has too many pixels to be drawn', async () => {
    expect(await fetchFrom(send(png(60_000, 60_000)))).toMatchObject({
      ...{ ok: true, width: 60_000, dataUrl: null },
    })
  })

  it('ends if the host is silent or slow, and can be cancelled', async () => {
    const fetchProblem = async (behave: typeof answer) => {
      answer = behave
      return await app.problem('images.fetch', { url: `https://${host}/a` })
    }
    expect(await fetchProblem(() => undefined)).toMatchObject({ code: 'timed_out' })
    const drip = (response: ServerResponse) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 100)
      response.on('close', () => clearInterval(timer))
    }
    expect(await fetchProblem(drip)).toMatchObject({ code: 'timed_out' })
    const id = crypto.randomUUID()
    answer = () => void app.get('links.cancel', { id })
    expect(await app.problem('images.fetch', { url: `https://${host}/a`, id })).toMatchObject({
      code: 'cancelled',
    })
  })
})

describe('the header of an image', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1')

  it.each<[string, string, object | null]>([
    ['a GIF', 'GIF89a\x40\x01\xf0\0', { type: 'gif', width: 320, height: 240 }],
    [
      'a lossy WebP',
      'RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x40\x01\xf0\0',
      { type: 'webp', width: 320, height: 240 },
    ],
    [
      'a lossless WebP',
      `RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x3f\xc1\x3b\0${'\0'.repeat(9)}`,
      { type: 'webp', width: 320, height: 240 },
    ],
    [
      'an extended WebP',
      'RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x3f\x01\0\xef\0\0',
      { type: 'webp', width: 320, height: 240 },
    ],
    [
      'a JPEG after other segments and fill bytes',
      '\xff\xd8\xff\xe1\0\x04ab\xff\xff\xff\xc4\0\x02\xff\xc2\0\x11\x08\0\xf0\x01\x40\x03',
      { type: 'jpeg', width: 320, height: 240 },
    ],
    ['a JPEG with a segment that ends nowhere', '\xff\xd8\xff\xe1\xff\xff', null],
    ['a JPEG with a segment without a length', '\xff\xd8\xff\xe1\0\0\xff\xc0\0\x11\x08\0\x01\0\x01', null],
    ['a PNG without a size', png(0, 5).toString('latin1'), null],
    ['a PNG that is cut off', png(5, 5).toString('latin1').slice(0, 20), null],
  ])('of %s is read', (_, text, expected) => {
    expect(readImageHeader(bytes(text))).toEqual(expected)
  })

  it('takes little time for any bytes', () => {
    expect(readImageHeader(Buffer.alloc(maxImageBytes, 0xff))).toBeNull()
    const segments = Buffer.alloc(maxImageBytes)
    segments.write('\xff\xd8', 'latin1')
    for (let at = 2; at + 4 <= segments.length; at += 4) segments.writeUInt32BE(0xffe10002, at)
    expect(readImageHeader(segments)).toBeNull()
  })
})
