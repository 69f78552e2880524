import { cp } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallOutput } from '../../../contract/app/calls/calls.ts'
import { issueKey } from '../../../service/keys/issue.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { createClient, startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import { setLinkActive } from '../../service/setLinkActive.ts'

type Row = CallOutput<'library.search'>['rows'][number]

describe('the links of the team', () => {
  let [service, folder, app, target]: [TestService, string, App, ProfileTarget] = [] as never
  let bert: ReturnType<typeof createClient>
  beforeEach(async () => {
    service = await startTestService()
    folder = await temporaryFolder()
    app = await startApp(folder, {}, { pause: instantPause })
    target = await connectProfile(app, service.origin, await addKey('anna'))
    bert = createClient(service.origin, await addKey('bert'))
  })
  afterEach(async () => {
    await app.core.close()
    await service.stop()
    await removeFolder(folder)
  })

  const addKey = (name: string, terms: { scope?: 'read-only'; mayList?: boolean } = {}) =>
    issueKey(service.store, service.project, { name, environment: null, scope: 'full', ...terms })
  const read = () => app.get('team.read', { profileId: target.profileId })
  const rows = async (): Promise<Row[]> =>
    (await app.get('library.search', { view: emptyView, limit: 100 })).rows
  const byTitle = async (title: string) => (await rows()).filter((row) => row.title === title)

  it('colleagues’ links appear once with who made them, as new as they are', async () => {
    const paths = [
      await bert.create({ title: 'Bert 1' }),
      await bert.create({ title: 'Bert 2' }, { ENVIRONMENT: 'development' }),
    ]
    expect(await read()).toMatchObject({
      isOn: true,
      isOffered: true,
      problem: null,
      isReading: false,
      changes: 2,
    })
    expect((await rows()).map(({ path, author }) => [path, author]).toSorted()).toEqual(
      paths.map((path) => [path, 'bert']).toSorted(),
    )
    expect(await read()).toMatchObject({ changes: 2 })
    // Pasted links of the service find the profile from now on.
    const profile = async () =>
      (await app.get('app.state', {})).profiles.find(({ id }) => id === target.profileId)
    const { name = '', baseUrl = '', linkHosts } = (await profile()) ?? {}
    expect(linkHosts).toEqual([new URL(service.origin).host])
    // A domain that the user has replaced stays away.
    const own = { name, baseUrl, linkHosts: ['own.example'] }
    await app.get('profiles.save', { id: target.profileId, profile: own })
    const { headers } = await bert.ask(`/link/${paths[0]}`)
    const change = {
      method: 'PATCH',
      body: '{"title":"Renamed"}',
      headers: { 'If-Match': headers.get('etag') ?? '' },
    }
    expect((await bert.ask(`/link/${paths[0]}`, change)).status).toBe(200)
    await read()
    expect(await byTitle('Renamed')).toMatchObject([{ path: paths[0] }])
    expect(await rows()).toHaveLength(2)
    expect(await profile()).toMatchObject({ linkHosts: ['own.example'] })
  })

  it('own links are never doubled, and get their author', async () => {
    await read()
    const record = await app.get('links.create', createInput(target, { title: 'Mine', path: 'Mine-1' }))
    await read()
    expect(await rows()).toMatchObject([{ id: record.id, author: 'anna' }])
  })

  it('a second profile of the same project adds no second entry', async () => {
    await bert.create({ title: 'Once' })
    await read()
    const second = await connectProfile(app, service.origin, await addKey('laptop'))
    await app.get('team.read', { profileId: second.profileId })
    expect(await byTitle('Once')).toHaveLength(1)
  })

  it('an erased link is marked as gone, and stays in the library', async () => {
    const path = await bert.create({ title: 'Erased' })
    await read()
    await service.store.changes.erase([path], Date.now())
    await read()
    expect(await rows()).toMatchObject([{ path, title: 'Erased', lastCheck: 'gone' }])
  })

  it('after a restore, the list is read again, and only what is gone is marked', async () => {
    const kept = await bert.create({ title: 'Kept' })
    await read()
    const copy = `${folder}/copy.sqlite`
    await cp(service.file, copy)
    await cp(`${service.file}-wal`, `${copy}-wal`)
    const lost = await bert.create({ title: 'Lost' })
    await read()
    const port = Number(new URL(service.origin).port)
    await service.stop()
    service = await startTestService({ store: openSqliteStore(copy), port })
    expect(await read()).toMatchObject({ problem: null })
    expect((await rows()).map(({ path, lastCheck }) => [path, lastCheck]).toSorted()).toEqual(
      [
        [kept, null],
        [lost, 'gone'],
      ].toSorted(),
    )
  })

  it('a key that may not list says so, and offline the last state is kept', async () => {
    await bert.create({ title: 'Seen' })
    const { readAt } = await read()
    expect(readAt).not.toBeNull()
    const limited = await connectProfile(app, service.origin, await addKey('limited', { scope: 'read-only' }))
    expect(await app.get('team.read', { profileId: limited.profileId })).toMatchObject({
      ...{ readAt: null, problem: { code: 'key_scope' } },
    })
    await service.stop()
    const offline = await read()
    expect(offline.problem).not.toBeNull()
    expect([offline.readAt, (await rows()).length]).toEqual([readAt, 1])
    service = await startTestService()
  })

  it('a key that is removed during the first reading ends it, and the next one continues', async () => {
    for (let number = 0; number < 450; number++) await bert.create({ title: `Link ${number}` })
    const remove = async () => {
      const hasSome = async () => (await rows()).length > 0
      await expect.poll(hasSome).toBe(true)
      await service.store.expireKeys(service.project, Date.now(), null, 'anna')
    }
    // The second page may be on its way.
    const [first] = await Promise.all([read(), remove()])
    if (first.problem) expect(first.problem.code).toBe('key_refused')
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect((await read()).problem?.code).toBe('key_refused')
    const key = await addKey('anna again')
    await app.get('keys.replace', {
      profileId: target.profileId,
      key,
      environment: 'production',
      keep: 'memory',
    })
    expect(await read()).toMatchObject({ problem: null })
    const { total } = await app.get('library.count', { view: emptyView })
    expect(total).toBe(450)
  })

  it('a link that the user removed stays away until it is restored', async () => {
    const path = await bert.create({ title: 'Unwanted' })
    await read()
    const [row] = await rows()
    const { undo } = await app.get('library.remove', { which: { ids: [row?.id ?? ''] } })
    await setLinkActive(service.store, path, false)
    await read()
    expect(await rows()).toEqual([])
    await app.get('library.undo', { changeId: undo })
    expect(await rows()).toHaveLength(1)
    await setLinkActive(service.store, path, true)
    expect(await read()).toMatchObject({ changes: 2 })
  })

  it('two windows that read at once share a reading, and nothing is doubled', async () => {
    const paths = await Promise.all(
      Array.from({ length: 30 }, (_, number) => bert.create({ title: `Link ${number}` })),
    )
    const states = await Promise.all([read(), read(), app.get('team.read', { profileId: target.profileId })])
    expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(1)
    expect(states[0]).toMatchObject({ problem: null, changes: 30 })
    expect((await rows()).map(({ path }) => path).toSorted()).toEqual(paths.toSorted())
  })

  it('what changes after the computer’s clock was set back is read as well', async () => {
    const path = await bert.create({ title: 'Before' })
    await read()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
    try {
      const added = await bert.create({ title: 'Later' })
      await setLinkActive(service.store, path, false)
      expect(await read()).toMatchObject({ problem: null, changes: 3 })
      expect((await rows()).map((row) => [row.path, row.lastCheck]).toSorted()).toEqual(
        [
          [added, null],
          [path, 'inactive'],
        ].toSorted(),
      )
    } finally {
      vi.useRealTimers()
    }
  })
})
