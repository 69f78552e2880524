import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { startChangeProxy } from '../harness/changeProxy.ts'
import type { ChangeProxy } from '../harness/changeProxy.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'

let folder: string
let app: App
let service: TestService
let proxy: ChangeProxy
let target: ProfileTarget
let record: LinkRecord

const request = {
  title: 'Summer sale',
  tags: '["poster"]',
  desktop_custom_redirect: { url: 'https://example.com/old' },
}

beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { pause: instantPause })
  service = await startTestService()
  proxy = await startChangeProxy(service.origin)
  target = await connectProfile(app, proxy.origin, service.key)
  record = await app.get('links.create', createInput(target, request))
})
afterEach(async () => {
  await app.core.close()
  await proxy.stop()
  await service.stop()
  await removeFolder(folder)
})

const movePatch = { desktop_custom_redirect: { url: 'https://example.com/new' } }

async function send(
  patch: CallInput<'changes.send'>['patch'],
  facts: Partial<CallInput<'changes.send'>> = {},
) {
  const { version } = await app.get('changes.read', { link: record.id })
  return await app.get('changes.send', { id: randomUUID(), link: record.id, version, patch, ...facts })
}

const development = { ENVIRONMENT: 'development' }
const readStored = () => service.lookup(record.path ?? '', development)
const visitDestination = async () =>
  (await fetch(`${service.origin}/${record.path}`, { redirect: 'manual' })).headers.get('location')
const history = async () =>
  (await app.get('changes.history', { ...target, path: record.path ?? '' }))?.history ?? []

/** A change that someone else makes. */
async function changeElsewhere(patch: object) {
  const path = `/link/${record.path}`
  const etag = (await service.ask(path, { headers: development })).headers.get('etag') ?? ''
  const headers = { ...development, 'If-Match': etag }
  const response = await service.ask(path, { method: 'PATCH', headers, body: JSON.stringify(patch) })
  expect(response.status).toBe(200)
}

describe('a change of a link', () => {
  it('a change of a link sends visitors to the new address, and the library stores the values read back', async () => {
    const { change, record: after } = await send({ ...movePatch, title: 'Autumn sale' })
    expect(change).toMatchObject({
      state: 'applied',
      differences: [],
      back: { title: 'Summer sale', desktop_custom_redirect: { url: 'https://example.com/old' } },
    })
    expect(await visitDestination()).toBe('https://example.com/new')
    expect(after).toMatchObject({
      differences: [],
      request: { ...request, ...movePatch, title: 'Autumn sale' },
      stored: { title: 'Autumn sale' },
    })
    const found = await app.get('library.search', { view: { search: 'autumn' } })
    expect(found.rows.map(({ id, title, destination }) => [id, title, destination])).toEqual([
      [record.id, 'Autumn sale', 'https://example.com/new'],
    ])
    expect((await app.get('library.search', { view: { search: 'summer' } })).rows).toEqual([])
  })

  it('a change of a link is undone by its reverse, and both are in the history of the service', async () => {
    const { change } = await send(movePatch)
    if (!change.back || !change.after) throw new Error('The change has no reverse.')
    const back = await send(change.back, { version: change.after })
    expect(back.change.state).toBe('applied')
    expect(await visitDestination()).toBe('https://example.com/old')
    expect(back.record.request).toEqual(record.request)
    expect((await history()).map(({ by, fields }) => [by, Object.keys(fields)])).toEqual([
      ['default', ['desktop_custom_redirect']],
      ['default', ['desktop_custom_redirect']],
    ])
  })

  it('a change can switch a link off, on, or off at a set time', async () => {
    expect((await send({ active: false })).record.stored).toMatchObject({ active: false })
    expect((await fetch(`${service.origin}/${record.path}`, { redirect: 'manual' })).status).toBe(410)
    const until = '2999-12-31T23:59:59+02:00'
    const { change, record: after } = await send({ active: true, active_until: until })
    expect(change).toMatchObject({ state: 'applied', differences: [] })
    expect(after.stored).toMatchObject({
      active: true,
      extra: { active_until: '"2999-12-31T21:59:59.000Z"' },
    })
    expect(await visitDestination()).toBe('https://example.com/old')
  })

  it('a change is listed with what it changed, and those of other computers with their key', async () => {
    await send({ active: false })
    const listed = async () => (await app.get('changes.recent', {})).changes
    const place = { environment: target.environment }
    const own = { kind: 'change', link: record.id, name: 'Summer sale', place, patch: { active: false } }
    expect(await listed()).toMatchObject([own, { kind: 'created', link: record.id, links: 1 }])
    await changeElsewhere({ title: 'Theirs' })
    await app.get('team.read', { profileId: target.profileId })
    await expect.poll(listed).toMatchObject([{ kind: 'colleague', name: 'Theirs', by: 'default' }, {}, {}])
  })

  it('a change that switches a link off or on is shown in the library', async () => {
    const readListed = async () => {
      const { rows } = await app.get('library.search', { view: {} })
      const { total } = await app.get('library.count', { view: { search: 'is:inactive' } })
      return [rows[0]?.lastCheck, total]
    }
    await send({ active: false })
    expect(await readListed()).toEqual(['inactive', 1])
    await send({ active: true })
    expect(await readListed()).toEqual([null, 0])
  })

  it('a change of a link with the same id returns the same outcome and sends nothing', async () => {
    const { version } = await app.get('changes.read', { link: record.id })
    const input = { id: randomUUID(), link: record.id, version, patch: movePatch }
    const [first, second] = await Promise.all([
      app.get('changes.send', input),
      app.get('changes.send', input),
    ])
    expect(second).toEqual(first)
    expect((await app.get('changes.send', input)).change).toEqual(first.change)
    expect(proxy.changes).toHaveLength(1)
  })

  it('a change of a link with invalid values is refused with the service’s message', async () => {
    const { change } = await send({
      title: 'x'.repeat(500),
      desktop_custom_redirect: { url: 'javascript:1' },
    })
    expect(change).toMatchObject({ state: 'refused', problem: { code: 'request_refused', status: 422 } })
    expect(Object.keys(change.problem?.fields ?? {}).toSorted()).toEqual([
      'desktop_custom_redirect.url',
      'title',
    ])
    expect(await app.get('changes.open', { link: record.id })).toMatchObject({ id: change.id })
    await app.get('changes.dismiss', { id: change.id })
    expect(await app.get('changes.open', { link: record.id })).toBeNull()
  })

  it('a change of a link is refused if the project forbids changes', async () => {
    await service.store.setProjectChanges(service.project, true)
    // The service reads a project's settings again after a second.
    await expect
      .poll(async () => (await send({ title: randomUUID() })).change, { timeout: 10_000 })
      .toMatchObject({ state: 'refused', problem: { code: 'changes_off' } })
  })
})

describe('a change that conflicts with someone else’s', () => {
  it('a change of a link that someone else has changed is a conflict, and can be applied to the new state', async () => {
    const { version } = await app.get('changes.read', { link: record.id })
    await changeElsewhere({ title: 'Theirs' })
    const { change, current } = await send(movePatch, { version })
    expect(change).toMatchObject({ state: 'conflict', problem: { code: 'link_changed', status: 412 } })
    expect(current?.link).toMatchObject({
      title: 'Theirs',
      desktop_custom_redirect: { url: 'https://example.com/old' },
    })
    expect(await readStored()).toMatchObject({ title: 'Theirs' })
    if (!current) throw new Error('The current state is missing.')
    const again = await send(movePatch, { version: current.version })
    expect(again.change).toMatchObject({ state: 'applied', differences: [] })
    expect(again.record.differences).toEqual([])
    expect(await readStored()).toMatchObject({ title: 'Theirs', ...movePatch })
  })

  it('concurrent changes of a link never overwrite each other', async () => {
    const titles: string[] = []
    for (let round = 0; round < 20; round++) {
      const { version } = await app.get('changes.read', { link: record.id })
      const [own] = await Promise.all([
        send({ title: `Mine ${round}` }, { version }),
        changeElsewhere({ subtitle: `Theirs ${round}` }).catch(() => undefined),
      ])
      if (own.change.state === 'applied') titles.push(`Mine ${round}`)
      else expect(own.change.state).toBe('conflict')
    }
    const applied = (await history()).flatMap(({ fields }) => fields['title']?.to ?? [])
    expect(applied.toReversed()).toEqual(titles)
  })
})

describe('a change without an answer', () => {
  it('a change whose answer was lost is repeated under its key and applied once', async () => {
    proxy.behave('swallow', 'pass')
    const { change } = await send(movePatch)
    expect(change).toMatchObject({ state: 'applied', differences: [] })
    expect(new Set(proxy.changes.map(({ key, ifMatch, body }) => `${key} ${ifMatch} ${body}`)).size).toBe(1)
    expect(proxy.changes).toHaveLength(2)
    expect(await history()).toHaveLength(1)
  })

  it.each(['swallow', 'reset'] as const)(
    'a change without an answer stays unknown while the connection fails (%s), and the next lookup applies it once',
    async (behavior) => {
      proxy.behave(behavior)
      const { change } = await send(movePatch)
      expect(change).toMatchObject({ state: 'unknown', problem: { code: 'change_unknown' } })
      expect(await app.get('changes.open', { link: record.id })).toMatchObject({ id: change.id })
      proxy.behave('pass')
      const settled = await app.get('changes.settle', { id: change.id })
      expect(settled.change).toMatchObject({ state: 'applied', differences: [] })
      expect(settled.record.request).toMatchObject(movePatch)
      expect(await history()).toHaveLength(1)
      expect(await app.get('changes.open', { link: record.id })).toBeNull()
    },
  )

  it('a change without an answer is a conflict when looked up if it never arrived and another one did', async () => {
    proxy.behave('reset')
    const { change } = await send(movePatch)
    await changeElsewhere({ title: 'Theirs' })
    proxy.behave('pass')
    expect((await app.get('changes.settle', { id: change.id })).change.state).toBe('conflict')
    expect(await readStored()).toMatchObject({
      title: 'Theirs',
      desktop_custom_redirect: { url: 'https://example.com/old' },
    })
  })

  it('a change without an answer is found in the history after its key expired, whatever was changed since', async () => {
    proxy.behave('swallow')
    const sent = await send({ ...movePatch, tags: '[ "a" ]', active_until: '2999-01-01T00:00:00+01:00' })
    await changeElsewhere({ title: 'Theirs' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60 * 1_000 })
    try {
      proxy.behave('pass')
      const { change, record: after } = await app.get('changes.settle', { id: sent.change.id })
      expect(change).toMatchObject({ state: 'applied' })
      expect(after).toMatchObject({ id: record.id, stored: { title: 'Theirs' } })
      expect(await history()).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('a change without an answer is settled after the next start with the first request to its service', async () => {
    proxy.behave('swallow')
    const { change } = await send(movePatch)
    await app.core.close()
    app = await startApp(folder, {}, { pause: instantPause })
    await app.get('keys.replace', { ...target, key: service.key, unproven: true })
    expect(await app.get('changes.open', { link: record.id })).toMatchObject({ state: 'unknown' })
    proxy.behave('pass')
    await app.get('links.find', { ...target, text: record.link ?? '' })
    await expect.poll(() => app.get('changes.open', { link: record.id })).toBeNull()
    expect(await history()).toHaveLength(1)
    expect(change.state).toBe('unknown')
  })
})

describe('a service that does not announce changes', () => {
  it('a service that does not announce changes never receives one, and its links offer none', async () => {
    const other = await startServer((request, response) => {
      if (request.method === 'POST') json(response, 200, { link: 'https://l.example/One1' })
      else json(response, 200, { link: { path: 'One1', access_path: 'https://l.example/One1' } })
    })
    const otherTarget = await connectProfile(app, other.origin)
    const link = await app.get('links.create', createInput(otherTarget))
    const { profiles } = await app.get('app.state', {})
    expect(profiles.map(({ id, canChangeLinks }) => [id === otherTarget.profileId, canChangeLinks])).toEqual([
      [false, true],
      [true, false],
    ])
    expect(await app.problem('changes.read', { link: link.id })).toEqual({ code: 'changes_not_offered' })
    expect(await app.get('changes.history', { ...otherTarget, path: 'One1' })).toBeNull()
    expect(other.requests.every((line) => !line.startsWith('PATCH') && !line.includes('include='))).toBe(true)
    await other.stop()
  })
})
