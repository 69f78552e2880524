import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { waitForRunState } from '../harness/run.ts'

let folder: string
let app: App
let service: TestService
let target: ProfileTarget

beforeEach(async () => {
  folder = await temporaryFolder()
  service = await startTestService()
  app = await open()
  target = await connectProfile(app, service.origin, service.key)
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await removeFolder(folder)
})

const open = () => startApp(folder, {}, { pause: instantPause })
const leadingTo = (url: string) => createInput(target, { desktop_custom_redirect: { url } })
const unconfirmed = (...schemes: (readonly [scheme: string, requests: number])[]) => ({
  code: 'scheme_unconfirmed',
  unconfirmed: {
    profileId: target.profileId,
    schemes: schemes.map(([scheme, requests]) => ({ scheme, requests })),
  },
})
const confirm = (...schemes: string[]) =>
  app.get('profiles.confirmSchemes', { id: target.profileId, schemes })

describe('a destination with a new scheme', () => {
  it('is not sent in a create until it is confirmed for the profile', async () => {
    const input = leadingTo('myapp://products/1')
    expect(await app.problem('links.create', input)).toEqual(unconfirmed(['myapp:', 1]))
    expect(await app.get('links.list', { limit: 10 })).toMatchObject({ records: [] })
    await confirm('myapp:')
    expect(await app.get('links.create', input)).toMatchObject({ state: 'created' })
    expect(await app.get('links.create', leadingTo('MYAPP://products/2'))).toMatchObject({ state: 'created' })
    expect(await app.problem('links.create', leadingTo('shop://a'))).toEqual(unconfirmed(['shop:', 1]))
    const other = await connectProfile(app, service.origin, service.key)
    const elsewhere = { ...leadingTo('myapp://products/3'), ...other }
    expect(await app.problem('links.create', elsewhere)).toMatchObject({ code: 'scheme_unconfirmed' })
  })

  it('is asked about again after its confirmation was withdrawn', async () => {
    const { profileId: id } = target
    const readSchemes = () => app.get('profiles.schemes', { id })
    expect(await readSchemes()).toEqual({ schemes: [] })
    await confirm('myapp:', 'shop:')
    expect(await readSchemes()).toEqual({ schemes: ['myapp:', 'shop:'] })
    await app.get('links.create', leadingTo('myapp://a'))
    await app.get('profiles.confirmSchemes', { id, schemes: ['myapp:'], isWithdrawn: true })
    expect(await readSchemes()).toEqual({ schemes: ['shop:'] })
    // The link that was created before confirms nothing.
    expect(await app.problem('links.create', leadingTo('myapp://b'))).toEqual(unconfirmed(['myapp:', 1]))
    expect(await app.get('links.create', leadingTo('shop://b'))).toMatchObject({ state: 'created' })
    expect(await app.problem('profiles.schemes', { id: 'missing' })).toMatchObject({
      code: 'profile_not_found',
    })
  })

  it('is not sent in a change until it is confirmed', async () => {
    const { id: link } = await app.get('links.create', leadingTo('https://example.com/'))
    const { version } = await app.get('changes.read', { link })
    const patch = { ios_custom_redirect: { url: 'myapp://a' } }
    const change = { id: randomUUID(), link, version, patch }
    expect(await app.problem('changes.send', change)).toEqual(unconfirmed(['myapp:', 1]))
    expect(await app.get('changes.open', { link })).toBeNull()
    await confirm('myapp:')
    expect((await app.get('changes.send', change)).change.state).toBe('applied')
  })

  it('starts no run until it is confirmed, with the number of rows', async () => {
    const id = randomUUID()
    const values = ['https://example.com/', 'myapp://1', 'myapp://2', 'shop://3']
    const lists = [{ name: 'URL', values }]
    await app.get('runs.prepare', { id, ...target, source: { kind: 'lists', lists } })
    const { run } = await app.get('runs.get', { id })
    const start = { id, event: 'start', count: run.counts.ready } as const
    expect(start.count).toBe(4)
    expect(await app.problem('runs.move', start)).toEqual(unconfirmed(['myapp:', 2], ['shop:', 1]))
    expect((await app.get('runs.get', { id })).run.state).toBe('preparing')
    await confirm('myapp:', 'shop:')
    await app.get('runs.move', start)
    await waitForRunState(app, id, 'tried')
    await app.get('runs.move', { event: 'resume', id })
    expect((await waitForRunState(app, id, 'done')).counts.created).toBe(4)
  })

  it('starts no run of changes until it is confirmed', async () => {
    const { id: link } = await app.get('links.create', leadingTo('https://example.com/'))
    const id = randomUUID()
    const change = { address: 'myapp://1', patch: {} }
    const source = { kind: 'same' as const, which: { ids: [link] }, change }
    await app.get('runs.prepare', { id, ...target, source })
    expect(await app.problem('runs.move', { event: 'start', id, count: 1 })).toEqual(
      unconfirmed(['myapp:', 1]),
    )
    await confirm('myapp:')
    await app.get('runs.move', { event: 'start', id, count: 1 })
    expect((await waitForRunState(app, id, 'done')).state).toBe('done')
  })
})

it('the schemes of links from an earlier version need no question', async () => {
  await confirm('myapp:', 'shop:')
  await app.get('links.create', leadingTo('myapp://1'))
  await app.core.close()
  const file = join(folder, 'settings.json')
  const settings = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  delete settings['confirmedSchemes']
  await writeFile(file, JSON.stringify(settings))
  app = await open()
  await app.get('profiles.save', {
    id: target.profileId,
    profile: { name: 'Test', baseUrl: service.origin },
    key: service.key,
  })
  expect(await app.get('links.create', leadingTo('myapp://2'))).toMatchObject({ state: 'created' })
  expect(await app.problem('links.create', leadingTo('shop://a'))).toEqual(unconfirmed(['shop:', 1]))
})
