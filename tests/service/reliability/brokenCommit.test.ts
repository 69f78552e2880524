import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPostgresStore } from '../../../service/store/postgres/store.ts'
import { removeFolder, startApp, temporaryFolder } from '../../core/harness/app.ts'
import type { App } from '../../core/harness/app.ts'
import { createInput } from '../../core/harness/profile.ts'
import { postgresMissing } from '../postgres/binaries.ts'
import { openBreakingProxy } from '../postgres/breakingProxy.ts'
import type { BreakingProxy } from '../postgres/breakingProxy.ts'
import { startPostgres } from '../postgres/server.ts'
import type { PostgresServer } from '../postgres/server.ts'
import { readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

describe.skipIf(postgresMissing() !== null)('a connection that breaks after the commit', () => {
  let server: PostgresServer
  let proxy: BreakingProxy
  let service: TestService
  beforeAll(async () => void (server = await startPostgres()))
  afterAll(() => server.remove())
  beforeEach(async () => {
    proxy = await openBreakingProxy(await server.createDatabase())
    service = await startTestService({ store: await openPostgresStore(proxy.url) })
  })
  afterEach(async () => {
    await service.stop()
    await proxy.close()
  })

  const links = async () => (await service.store.scanLinks(-1, 1_000)).length

  it('if the connection breaks after the commit, the answer says that the link may be stored, and the same key creates no second one', async () => {
    proxy.breakAfterCommit()
    const headers = { 'Idempotency-Key': 'once' }
    const error = await readError(await service.post({ title: 'Once' }, headers))
    expect(error).toMatchObject({ status: 503, code: 'unavailable', stored: 'unknown' })
    expect(proxy.broken()).toBe(1)
    expect(await links()).toBe(1)
    await service.create({ title: 'Once' }, headers)
    expect(await links()).toBe(1)
  })

  it('a broken commit is distinguished from an unreachable server', async () => {
    await service.create({ title: 'Before' })
    await server.stop('fast')
    try {
      // The connections that broke with the server are detected one by one.
      await expect
        .poll(async () => await readError(await service.post({ title: 'Never' })))
        .toMatchObject({ status: 503, stored: 'no' })
    } finally {
      await server.start()
    }
  })

  describe('a connection of an app', () => {
    let folder: string
    let app: App
    beforeEach(async () => {
      folder = await temporaryFolder()
      app = await startApp(folder)
    })
    afterEach(async () => {
      await app.core.close()
      await removeFolder(folder)
    })

    it('a connection of an app that breaks after the commit leaves its create unknown, and settling it ends with exactly one link', async () => {
      const profile = { name: 'Ours', baseUrl: service.origin }
      const { id } = await app.get('profiles.save', { profile, key: service.key })
      const target = { profileId: id, environment: 'production' } as const
      expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'created' })

      proxy.breakAfterCommit('shut')
      const record = await app.get('links.create', createInput(target))
      expect(record).toMatchObject({
        state: 'unknown',
        problem: { code: 'create_unknown', cause: 'service_unavailable', status: 503 },
      })
      // The service couldn't store this attempt, which proves nothing about the first one.
      expect(await app.problem('links.settle', { id: record.id })).toMatchObject({ status: 503 })
      expect(await app.get('links.get', { id: record.id })).toMatchObject({ state: 'unknown' })

      proxy.reopen()
      const result = await app.get('links.settle', { id: record.id })
      expect(result).toMatchObject({ state: 'created', differences: [] })
      expect(proxy.broken()).toBe(1)
      expect(await links()).toBe(2)
    })

    it('a create whose connection breaks after the commit is settled immediately if only one connection breaks', async () => {
      const profile = { name: 'Ours', baseUrl: service.origin }
      const { id } = await app.get('profiles.save', { profile, key: service.key })
      proxy.breakAfterCommit()
      const record = await app.get('links.create', createInput({ profileId: id, environment: 'production' }))
      expect(record).toMatchObject({ state: 'created' })
      expect(proxy.broken()).toBe(1)
      expect(await links()).toBe(1)
    })
  })
})
