import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EmbeddedService } from '../../../core/host.ts'
import { startEmbedded } from '../../../service/embedded.ts'
import { mountSmallDisk, smallDiskMissing } from '../../service/reliability/disk.ts'
import { startTestService } from '../../service/running.ts'
import { briefly, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { storedLinks } from '../harness/links.ts'
import { startPlug } from '../harness/plug.ts'
import { connect } from '../harness/profile.ts'
import type { Place } from '../harness/profile.ts'
import { expectTrue, resultsOf } from '../harness/results.ts'
import { prepareRun, rowsOf, runOf, titleOf, until } from '../harness/run.ts'
import { startStoringService } from '../harness/storingService.ts'
import type { StoringService } from '../harness/storingService.ts'

let folder: string
let app: App
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

const polled = { interval: 5 }

/** Starts a run, lets it go on after its first link, and waits until it is in its middle. */
async function runInto(place: Place, rows: number, middle = rows / 5): Promise<string> {
  const id = await prepareRun(app, place, rows)
  await app.get('runs.start', { id, count: rows })
  await until(app, id, 'tried')
  await app.get('runs.goOn', { id })
  await expect.poll(async () => (await runOf(app, id)).counts.created, polled).toBeGreaterThan(middle)
  return id
}
const titles = (rows: number) => Array.from({ length: rows }, (_, at) => titleOf(at + 1))
const unknownOf = (id: string) =>
  new Set(rowsOf(app, id).flatMap(({ state, number }) => (state === 'unknown' ? [titleOf(number)] : [])))

describe('a service in the middle of a run', () => {
  it('goes away and comes back, and the run goes on by itself', async () => {
    const service = await startTestService()
    const plug = await startPlug(service.origin)
    app = await startApp(folder)
    const rows = 300
    const id = await runInto(await connect(app, plug.origin, service.key), rows)
    await plug.pull()
    await expect
      .poll(async () => (await app.get('runs.get', { id })).pulse?.heldMs, polled)
      .toBeGreaterThan(0)
    expect((await runOf(app, id)).state).toBe('running')
    await plug.plugIn()
    await until(app, id, 'done')
    expect((await resultsOf(app, id)).map(({ title, outcome }) => [title, outcome])).toEqual(
      titles(rows).map((title) => [title, 'Created']),
    )
    expect(await service.store.scanLinks(-1, 10_000)).toHaveLength(rows)
    await plug.pull()
    await service.stop()
  })

  it('on this computer is started anew, and the run goes on by itself', async () => {
    const services: EmbeddedService[] = []
    const start = async (options: { folder: string; port: number }) => {
      const service = await startEmbedded(options)
      services.push(service)
      return { ...service, stop: () => Promise.resolve() }
    }
    app = await startApp(folder, { startEmbedded: start })
    const { id: profileId } = await app.get('profiles.tryLocal', {})
    const rows = 200
    const id = await runInto({ profileId, environment: 'production' }, rows)
    const port = Number(new URL(services[0]?.origin ?? '').port)
    await services[0]?.stop()
    await start({ folder, port })
    await until(app, id, 'done')
    const results = await resultsOf(app, id)
    expect(results.map(({ title, outcome }) => [title, outcome])).toEqual(
      titles(rows).map((title) => [title, 'Created']),
    )
    expectTrue(results, storedLinks(folder), new Set())
    await services[1]?.stop()
  })
})

describe('looking for what is unknown', () => {
  it('passes over a link of which the service has forgotten the key, and makes the others certain', async () => {
    const service = await startTestService()
    app = await startApp(folder)
    const rows = 6
    const id = await runInto(await connect(app, service.origin, service.key), rows, 0)
    await until(app, id, 'done')
    const sql = new DatabaseSync(join(folder, 'library.db'))
    sql.exec(`UPDATE links SET state = 'unknown', link = NULL, path = NULL WHERE run IS NOT NULL`)
    sql.exec(`UPDATE links SET created_at = '2026-01-01T00:00:00.000Z' WHERE id =
      (SELECT link_id FROM run_rows WHERE number = 2)`)
    sql.close()
    expect((await runOf(app, id)).counts).toMatchObject({ unknown: rows, created: 0 })
    const { run, settled } = await app.get('runs.settle', { id })
    expect([settled, run.counts.created, run.counts.unknown]).toEqual([rows - 1, rows - 1, 1])
    expect((await resultsOf(app, id))[1]).toMatchObject({ title: titleOf(2), outcome: 'Unknown' })
    expect(await service.store.scanLinks(-1, 10_000)).toHaveLength(rows)
    expect(await app.problem('runs.settle', { id })).toMatchObject({ code: 'not_repeatable' })
    await service.stop()
  })
})

describe('a run at another service', () => {
  let service: StoringService
  beforeEach(async () => {
    service = await startStoringService()
  })
  afterEach(async () => {
    vi.useRealTimers()
    await service.stop()
  })

  it.each([
    ['forwards, as a sleep does', 8],
    ['back', -8],
  ])('goes on when the clock jumps %s', async (_, hours) => {
    app = await startApp(folder, {}, { pause: briefly })
    const rows = 60
    const id = await runInto(await connect(app, service.origin), rows)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + hours * 3_600_000)
    const { counts } = await until(app, id, 'done')
    expect(counts).toMatchObject({ created: rows, unknown: 0 })
    const results = await resultsOf(app, id)
    expect(results.map(({ title }) => title)).toEqual(titles(rows))
    expectTrue(results, service.stored, new Set())
  })

  it.skipIf(smallDiskMissing() !== null)(
    'is paused by a full disk, and goes on when there is space again',
    async () => {
      const disk = mountSmallDisk(16)
      const own = join(disk.folder, 'data')
      mkdirSync(own, { mode: 0o700 })
      app = await startApp(own, {}, { pause: briefly })
      const rows = 1_000
      const id = await runInto(await connect(app, service.origin), rows, 5)
      disk.fill()
      // A state that cannot be written down is not told either.
      await expect.poll(async () => (await app.call('runs.get', { id })).ok).toBe(false)
      const sent = service.stored.length
      expect(sent).toBeLessThan(rows)
      disk.free()
      const paused = await until(app, id, 'paused')
      expect(paused.counts.ready).toBeGreaterThan(0)
      await app.get('runs.goOn', { id })
      const { counts } = await until(app, id, 'done')
      expect(counts.created + counts.unknown).toBe(rows)
      expectTrue(await resultsOf(app, id), service.stored, unknownOf(id))
      // No more than was on its way.
      expect(counts.unknown).toBeLessThanOrEqual(2)
      await app.core.close()
      disk.remove()
    },
  )
})
