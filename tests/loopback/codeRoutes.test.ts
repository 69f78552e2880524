import { request } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestOneTimeAddress } from '../../core/folder/requestOneTimeAddress.ts'
import { startLoopback } from '../../loopback/main.ts'
import type { Loopback } from '../../loopback/main.ts'
import { runAsOtherUser, canBeOtherUser, postScript } from './otherUser.ts'

const windowFolder = join(import.meta.dirname, '..', '..', 'dist', 'renderer')

let folder: string
let app: Loopback
let origin: string
let token: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-codes-'))
  app = await startLoopback({ dataFolder: folder, windowFolder, port: 0 })
  origin = new URL(app.address).origin
  token = new URL(app.address).hash.replace('#token=', '')
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const readCode = (address: string) => new URL(address).hash.replace('#code=', '')

function post(path: string, body: unknown, headers: Record<string, string> = { origin }) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const allHeaders = { 'content-type': 'application/json', ...headers }
    const clientRequest = request(origin + path, { method: 'POST', headers: allHeaders }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    clientRequest.on('error', reject).end(JSON.stringify(body))
  })
}
const exchange = (code: unknown, headers?: Record<string, string>) => post('/codes/exchange', code, headers)

test('the address that opens a browser contains no token, and its code works once', async () => {
  const address = app.oneTimeAddress()
  expect(address).not.toContain(token)
  expect(await exchange(readCode(address))).toEqual({
    status: 200,
    text: JSON.stringify({ ok: true, value: token }),
  })
  expect(await exchange(readCode(address))).toMatchObject({ status: 403 })
})

test.each([
  ['another page', { origin: 'https://example.com' }],
  ['a program that names no page', {}],
])('%s can neither exchange a code nor use it up', async (_who, headers) => {
  const code = readCode(app.oneTimeAddress())
  expect(await exchange(code, headers)).toMatchObject({ status: 403 })
  expect(await exchange(code)).toMatchObject({ status: 200 })
})

test.each([
  ['a made-up code', 'x'.repeat(43)],
  ['an empty code', ''],
  ['an object', { code: 'x' }],
  ['null', null],
])('exchanging %s is refused', async (_what, code) => {
  expect(await exchange(code)).toMatchObject({ status: 403 })
})

test('a second start gets a one-time address only with the token', async () => {
  const address = (await requestOneTimeAddress(app.address)) ?? ''
  expect(address).not.toContain(token)
  expect(await exchange(readCode(address))).toMatchObject({ status: 200 })
  expect(await requestOneTimeAddress(`${origin}/#token=guessed`)).toBeNull()
  expect(await requestOneTimeAddress(`${origin}/`)).toBeNull()
})

test.skipIf(!canBeOtherUser)(
  'another user who reads the address can neither use the code nor use it up',
  async () => {
    const code = readCode(app.oneTimeAddress())
    const response = await runAsOtherUser(postScript, `${origin}/codes/exchange`, JSON.stringify(code))
    expect(JSON.parse(response)).toMatchObject({ status: 403 })
    expect(await exchange(code)).toMatchObject({ status: 200 })
  },
)
