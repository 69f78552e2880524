import { createServer } from 'node:https'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { makeCertificate } from '../harness/certificate.ts'
import { startProxy } from '../harness/secureServer.ts'
import { listen } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'
import { goodAndroid, goodApple } from './fixtures.ts'
import type { FileResponse } from './fixtures.ts'

const host = 'links.example.com'
const appleHost = 'app-site-association.cdn-apple.com'
const googleHost = 'digitalassetlinks.googleapis.com'
const link = `https://${host}/x/a`

/** The response of each host. One server behind a proxy replaces all of them. */
let answers: Record<string, FileResponse>
let app: App
let folder: string
let server: TestServer
let proxy: TestServer

beforeAll(async () => {
  const authority = makeCertificate({ name: 'Public Root', authority: true })
  const { cert, key } = makeCertificate({
    name: host,
    hosts: [host, appleHost, googleHost],
    signedBy: authority,
  })
  const requests: string[] = []
  const web = createServer({ cert, key }, (request, response) => {
    const name = request.headers.host ?? ''
    requests.push(`${name}${request.url}`)
    const file = name === host ? (request.url?.endsWith('.json') ? goodAndroid : goodApple) : answers[name]
    response.writeHead(file?.status ?? 200, file?.headers).end(file?.body)
  })
  server = await listen(web, requests)
  proxy = await startProxy(server.port)
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { time: { connect: 2_000, idle: 500, total: 2_000 } })
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

/** Checks the domain while Apple and Google answer so. */
async function compare(apple: FileResponse, google: FileResponse) {
  answers = { [appleHost]: apple, [googleHost]: google }
  server.requests.length = 0
  const { copies } = await app.get('appLinks.check', { link, copies: true })
  return copies
}

/** Google's list for the statements of a file. */
function googleList(file: FileResponse, change = (fingerprint: string) => fingerprint) {
  const statements = (
    JSON.parse(String(file.body)) as {
      target: { package_name: string; sha256_cert_fingerprints: string[] }
    }[]
  ).flatMap(({ target }) =>
    target.sha256_cert_fingerprints.map((fingerprint) => ({
      source: { web: { site: `https://${host}.` } },
      relation: 'delegate_permission/common.handle_all_urls',
      target: {
        androidApp: {
          packageName: target.package_name,
          certificate: { sha256Fingerprint: change(fingerprint) },
        },
      },
    })),
  )
  return { body: JSON.stringify({ statements, maxAge: '599s' }) }
}

it('Apple and Google are asked only on request, once each, about the domain alone', async () => {
  answers = {}
  expect(await app.get('appLinks.check', { link })).not.toHaveProperty('copies')
  expect(server.requests).toHaveLength(2)
  await compare({ status: 404 }, { status: 404 })
  expect(server.requests.slice(2).toSorted()).toEqual([
    `${appleHost}/a/v1/${host}`,
    `${googleHost}/v1/statements:list?source.web.site=https%3A%2F%2F${host}&relation=delegate_permission%2Fcommon.handle_all_urls`,
  ])
  const withPort = await app.get('appLinks.check', { link: `https://${host}:8443/x`, copies: true })
  expect(withPort).not.toHaveProperty('copies')
})

it('copies with the same content are the same, however they are spelled, and kept with the files', async () => {
  const spaced = JSON.stringify(JSON.parse(String(goodApple.body)), null, 4)
  const copies = await compare({ body: spaced, headers: { Age: '7200' } }, googleList(goodAndroid))
  expect(copies).toEqual({
    apple: { state: 'same', ageSeconds: 7_200, reason: null },
    google: { state: 'same', ageSeconds: null, reason: null },
  })
  expect((await app.get('appLinks.get', { link }))?.copies).toEqual(copies)
})

it('copies with other content differ', async () => {
  const other = googleList(goodAndroid, (fingerprint) => fingerprint.replace(/^../, '00'))
  expect(await compare({ body: '{"applinks":{}}' }, other)).toMatchObject({
    apple: { state: 'differs' },
    google: { state: 'differs' },
  })
})

it('a missing copy has the server’s reason, and a wrong answer says nothing about the copy', async () => {
  const reason = 'SWCERR00101 Bad HTTP Response: 403 Forbidden'
  expect(
    await compare(
      { status: 404, headers: { 'Apple-Failure-Reason': reason } },
      { body: '{"errorCode":["ERROR_CODE_WRONG_CONTENT_TYPE"]}' },
    ),
  ).toEqual({
    apple: { state: 'missing', ageSeconds: null, reason },
    google: { state: 'missing', ageSeconds: null, reason: 'ERROR_CODE_WRONG_CONTENT_TYPE' },
  })
  const long = await compare(
    { status: 404, headers: { 'Apple-Failure-Reason': 'x'.repeat(2_000) } },
    { body: '<p>captive portal' },
  )
  expect(long?.apple.reason).toHaveLength(200)
  expect(long?.google).toMatchObject({ state: 'unknown' })
  expect(await compare({ status: 503 }, { body: 'x'.repeat(2_000_000) })).toMatchObject({
    apple: { state: 'unknown', reason: 'status 503' },
    google: { state: 'unknown' },
  })
})
