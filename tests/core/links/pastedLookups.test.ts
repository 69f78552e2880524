import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CallInput, CallOutput } from '../../../contract/app/calls/calls.ts'
import type { Lookup } from '../../../contract/app/calls/links/links.ts'
import { findLinks } from '../../../contract/service/address/pastedLinks.ts'
import { findPath } from '../../../contract/app/window/windowPath.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { Behaviour, TestServer } from '../harness/server.ts'

let folder: string
let app: App
let own: TestService
const servers: TestServer[] = []
let ownId: string
beforeEach(async () => {
  folder = await temporaryFolder()
  own = await startTestService()
  app = await startApp(folder, {}, { pause: instantPause })
  ownId = await saveOwn(['own.example'])
})
afterEach(async () => {
  await app.core.close()
  await own.stop()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  await removeFolder(folder)
})

async function saveOwn(linkHosts: string[], id?: string): Promise<string> {
  const profile = { name: 'Own', baseUrl: `${own.origin}/api/v1/sdk`, linkHosts }
  return (await app.get('profiles.save', { ...(id !== undefined && { id }), profile, key: own.key })).id
}

/** Starts a service with the domain `gate.example`. */
async function startGate(behave: Behaviour): Promise<{ server: TestServer; profileId: string }> {
  const server = await startServer(behave)
  servers.push(server)
  const { profileId } = await connectProfile(app, server.origin)
  const profile = { name: 'Gate', baseUrl: server.origin, linkHosts: ['gate.example'] }
  await app.get('profiles.save', { id: profileId, profile })
  return { server, profileId }
}

function toInput(text: string, overrides: Partial<CallInput<'lookups.open'>> = {}) {
  const context = { profileId: ownId, environment: 'development' } as const
  return { links: findLinks(text).links, context, isContextChosen: false, ...overrides }
}

/** Looks links up, and follows that as the window does until it ends. */
async function lookUp(input: CallInput<'lookups.open'>): Promise<CallOutput<'lookups.open'>> {
  for (;;) {
    const opened = await app.get('lookups.open', input)
    if (opened.phase !== 'running') return opened
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const resultOf = ({ result }: Lookup) =>
  result && ('found' in result ? result.found.path : result.problem.code)

it('each link is looked up at its own service, in the other environment if the first doesn’t have it', async () => {
  const [here, there] = [
    await own.create({ title: 'Here' }, { ENVIRONMENT: 'development' }),
    await own.create({ title: 'There', data: '{"n":1.50}' }, { ENVIRONMENT: 'production' }),
  ]
  const paths = [here, there, 'nowhere'].map((path) => `own.example/${path}`)
  const { phase, lookups } = await lookUp(toInput([...paths, 'bit.ly/x'].join('\n')))
  expect(phase).toBe('finished')
  expect(lookups.map(resultOf)).toEqual([here, there, 'link_not_found', null])
  expect(lookups.map(({ context }) => context?.environment)).toEqual([
    ...['development', 'production', 'production'],
    undefined,
  ])
  expect(lookups.map(({ inNeither }) => inNeither)).toEqual([false, false, true, false])
  // The service's own text: parsing would lose the spelling of numbers.
  const { result } = lookups[1] ?? {}
  expect(result && 'found' in result ? result.found.raw : '').toContain('1.50')
})

it('a chosen environment is the only one that is asked', async () => {
  const path = await own.create({ title: 'There' }, { ENVIRONMENT: 'production' })
  const text = `own.example/${path}\nown.example/nowhere`
  const { lookups } = await lookUp(toInput(text, { isContextChosen: true }))
  expect(lookups.map(resultOf)).toEqual(['link_not_found', 'link_not_found'])
  expect(lookups.map(({ inNeither }) => inNeither)).toEqual([false, false])
})

it('links that neither environment had are looked up in both again', async () => {
  const first = await own.create({ title: 'First' }, { ENVIRONMENT: 'development' })
  const input = toInput(`own.example/${first}\nown.example/second`)
  const { job, lookups } = await lookUp(input)
  expect(lookups.map(resultOf)).toEqual([first, 'link_not_found'])
  await app.get('lookups.resume', { job })
  const again = await lookUp(input)
  expect(again.lookups.map(resultOf)).toEqual([first, 'link_not_found'])
  expect(again.lookups[1]).toMatchObject({ inNeither: true, context: { environment: 'production' } })
})

it('a link of the library is looked up where it was created, and keeps its record', async () => {
  const { link } = await app.get('links.create', {
    ...{ id: crypto.randomUUID(), profileId: ownId, environment: 'production' },
    request: { title: 'Sale' },
  })
  const { lookups } = await lookUp(toInput(`${link}\nown.example/nowhere`))
  expect(lookups[0]).toMatchObject({
    context: { environment: 'production' },
    record: { request: { title: 'Sale' } },
    result: { found: { record: { request: { title: 'Sale' } } } },
  })
})

it('the same text shows the same lookups, and asks no service again', async () => {
  const path = await own.create({ title: 'One' }, { ENVIRONMENT: 'development' })
  const input = toInput(`own.example/${path}\nown.example/other`, { omitted: { more: 3, cut: false } })
  const { lookups } = await lookUp(input)
  const countRequests = async () => (await app.get('activity.list', {})).entries.length
  const requests = await countRequests()
  // A window that comes back from a job's link has no text.
  const again = await app.get('lookups.open', { ...input, omitted: { more: 0, cut: false } })
  expect(again.lookups).toEqual(lookups)
  expect(again.omitted).toEqual({ more: 3, cut: false })
  expect(await countRequests()).toBe(requests)
})

it('links are looked up again once a profile has their domain', async () => {
  const path = await own.create({ title: 'One' }, { ENVIRONMENT: 'development' })
  const input = toInput(`own.example/${path}\nnew.example/${path}`)
  expect((await lookUp(input)).lookups.map(resultOf)).toEqual([path, null])
  await saveOwn(['own.example', 'new.example'], ownId)
  expect((await lookUp(input)).lookups.map(resultOf)).toEqual([path, path])
})

it('our own service is sent 200 links per request, with the waits that it requests', async () => {
  const announcement = { 'Link-Service': 'linkwright/1; lookup' }
  const toLink = (path: string) => ({ path, access_path: `https://gate.example/${path}` })
  const batches: number[] = []
  const { profileId } = await startGate(({ method, url = '' }, response, body) => {
    const path = url.split('/').at(-1)?.split('?')[0] ?? ''
    if (method === 'GET') {
      const isMissing = path === 'F8'
      json(
        response,
        isMissing ? 404 : 200,
        isMissing ? { code: 'link_not_found' } : { link: toLink(path) },
        announcement,
      )
      return
    }
    const { paths } = JSON.parse(body) as { paths: string[] }
    batches.push(paths.length)
    if (batches.length === 1) {
      json(response, 429, { code: 'rate_limited' }, { ...announcement, 'Retry-After': '0' })
      return
    }
    // A response that is full before some of its links.
    const remaining = paths.filter((each) => each === 'F7')
    const found = paths.filter((each) => !['F7', 'F8'].includes(each))
    const links = Object.fromEntries(found.map((each) => [each, toLink(each)]))
    json(response, 200, { links, remaining }, announcement)
  })
  await app.get('links.find', { text: 'gate.example/F0', profileId, environment: 'development' })
  const text = Array.from({ length: 450 }, (_, index) => `gate.example/F${index}`).join('\n')
  const { phase, lookups } = await lookUp(toInput(text))
  expect(phase).toBe('finished')
  expect(lookups.filter(({ result }) => result && 'found' in result)).toHaveLength(449)
  expect(resultOf(lookups[8] as Lookup)).toBe('link_not_found')
  expect(batches.filter((size) => size === 200).length).toBeGreaterThanOrEqual(2)
  expect(Math.max(...batches)).toBe(200)
})

it('a service that fails stops the lookups with the reason, and the rest can be looked up later', async () => {
  let isUp = false
  const { server } = await startGate(({ url = '' }, response) => {
    const path = url.split('/').at(-1) ?? ''
    if (isUp) json(response, 200, { link: { path, access_path: `https://gate.example/${path}` } })
    else response.destroy()
  })
  const input = toInput(Array.from({ length: 8 }, (_, index) => `gate.example/C${index}`).join('\n'))
  const stopped = await lookUp(input)
  expect(stopped).toMatchObject({ phase: 'stopped', problem: { code: 'connection_lost' } })
  expect(server.requests.length).toBeLessThan(8)
  isUp = true
  await app.get('lookups.resume', { job: stopped.job })
  const resumed = await lookUp(input)
  expect(resumed.phase).toBe('finished')
  expect(resumed.lookups.map(resultOf)).toEqual(Array.from({ length: 8 }, (_, index) => `C${index}`))
})

it('lookups are a job, which can be cancelled and continued, and names the page that shows it', async () => {
  const asked = Promise.withResolvers<undefined>()
  let isHeld = true
  await startGate(({ url = '' }, response) => {
    const path = url.split('/').at(-1) ?? ''
    asked.resolve(undefined)
    // Until then, no link is answered.
    if (!isHeld) json(response, 200, { link: { path, access_path: `https://gate.example/${path}` } })
  })
  const text = 'gate.example/B1\ngate.example/B2'
  const input = toInput(text)
  const { job } = await app.get('lookups.open', input)
  await asked.promise
  const running = (await app.get('jobs.list', {})).find(({ id }) => id === job)
  expect(running).toMatchObject({ kind: 'lookUp', state: 'running', path: findPath(text) })
  await app.get('jobs.cancel', { id: job })
  const cancelled = await lookUp(input)
  expect(cancelled.phase).toBe('cancelled')
  expect(cancelled.lookups.map(({ result }) => result)).toEqual([null, null])
  isHeld = false
  await app.get('lookups.resume', { job })
  expect((await lookUp(input)).lookups.map(resultOf)).toEqual(['B1', 'B2'])
})
