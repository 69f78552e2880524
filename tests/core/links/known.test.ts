import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseLinkAddress } from '../../../contract/service/address/linkAddress.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer
let target: ProfileTarget
let lookups = 0

beforeEach(async () => {
  lookups = 0
  folder = await temporaryFolder()
  app = await startApp(folder)
  server = await startServer((request, response) => {
    if (request.method === 'POST') {
      json(response, 201, { link: `https://go.acme.example/${String(request.headers['environment'])}` })
      return
    }
    lookups++
    const path = (request.url ?? '').split('/').at(-1) ?? ''
    json(response, 200, { link: { path, access_path: `https://go.acme.example/${path}` } })
  })
  target = await connectProfile(app, server.origin)
})
afterEach(async () => {
  await app.core.close()
  await server.stop()
  await removeFolder(folder)
})

const create = (environment: ProfileTarget['environment']) =>
  app.get('links.create', { id: randomUUID(), ...target, environment, request: { title: environment } })

const known = async (...texts: string[]) => {
  const links = texts.map((text) => parseLinkAddress(text) ?? { path: text, host: null })
  const lookupsBefore = lookups
  const found = await app.get('links.known', { links, prefer: target })
  expect(lookups).toBe(lookupsBefore)
  return found.map((records) => records.map(({ environment, link }) => [environment, link]))
}

it('Find finds a library link of any environment without a request to the service', async () => {
  await create('production')
  await create('development')
  const production = ['production', 'https://go.acme.example/production']
  expect(await known('https://go.acme.example/production?utm_source=mail', 'production', 'nowhere')).toEqual([
    [production],
    [production],
    [],
  ])
})

it('Find shows an archived link as archived, both from the library and after the service’s answer', async () => {
  const { id } = await create('production')
  await app.get('library.mark', { which: { ids: [id] }, change: { archived: true } })
  const links = [{ path: 'production', host: null }]
  const [records = []] = await app.get('links.known', { links, prefer: target })
  expect(records).toMatchObject([{ local: { archived: true } }])
  const request = { id: randomUUID(), ...target, environment: 'production' as const, text: 'production' }
  const { record } = await app.get('links.find', request)
  expect(record).toMatchObject({ local: { archived: true } })
})

it('Find does not mistake a link of another domain for one of the library', async () => {
  await create('production')
  expect(await known('https://bit.ly/production')).toEqual([[]])
})

it('Find recognizes a link by every domain of its profile', async () => {
  const { profiles } = await app.get('app.state', {})
  const [profile] = profiles
  if (!profile) throw new Error('There is no profile.')
  await create('production')
  const { name, baseUrl } = profile
  const linkHosts = ['go.acme.example', 'short.acme.example']
  await app.get('profiles.save', { id: profile.id, profile: { name, baseUrl, linkHosts } })
  expect((await known('https://short.acme.example/production'))[0]).toHaveLength(1)
})
