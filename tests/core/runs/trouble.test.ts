import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EmbeddedService } from '../../../core/host.ts'
import type { Pause } from '../../../core/inFlight.ts'
import { startEmbedded } from '../../../service/embedded/embedded.ts'
import { mountSmallDisk, smallDiskMissing } from '../../service/reliability/disk.ts'
import { startTestService } from '../../service/testService.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { storedLinks } from '../harness/links.ts'
import { startCuttableProxy } from '../harness/cuttableProxy.ts'
import { connectProfile } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { expectConsistent, readResults } from '../harness/results.ts'
import { prepareRun, readStoredRows, readRun, rowTitle, waitForRunState } from '../harness/run.ts'
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

const pollOptions = { interval: 5 }

/** Starts a run, resumes it after its first link, and waits until it is halfway. */
async function runHalfway(target: ProfileTarget, rows: number, middle = rows / 5): Promise<string> {
  const id = await prepareRun(app, target, rows)
  await app.get('runs.move', { event: 'start', id, count: rows })
  await waitForRunState(app, id, 'tried')
  await app.get('runs.move', { event: 'resume', id })
  await expect.poll(async () => (await readRun(app, id)).counts.created, pollOptions).toBeGreaterThan(middle)
  return id
}
const titles = (rows: number) => Array.from({ length: rows }, (_, at) => rowTitle(at + 1))
const unknownTitles = (id: string) =>
  new Set(
    readStoredRows(app, id).flatMap(({ state, number }) => (state === 'unknown' ? [rowTitle(number)] : [])),
  )

describe('a service in the middle of a run', () => {
  it('a run continues automatically after its service was unavailable', async () => {
    const service = await startTestService()
    const plug = await startCuttableProxy(service.origin)
    app = await startApp(folder)
    const rows = 300
    const id = await runHalfway(await connectProfile(app, plug.origin, service.key), rows)
    await plug.disconnect()
    await expect
      .poll(async () => (await app.get('runs.get', { id })).throughput?.heldMs, pollOptions)
      .toBeGreaterThan(0)
    expect((await readRun(app, id)).state).toBe('running')
    await plug.reconnect()
    await waitForRunState(app, id, 'done')
    expect((await readResults(app, id)).map(({ title, outcome }) => [title, outcome])).toEqual(
      titles(rows).map((title) => [title, 'Created']),
    )
    expect(await service.store.scanLinks(-1, 10_000)).toHaveLength(rows)
    await plug.disconnect()
    await service.stop()
  })

  it('a run that waits for its service continues at once when the user wants that', async () => {
    const service = await startTestService()
    const plug = await startCuttableProxy(service.origin)
    // A back-off ends only when the user ends it.
    const pause: Pause = (ms, signal) =>
      ms < 2_000
        ? Promise.resolve()
        : new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new Error('Ended'))),
          )
    app = await startApp(folder, {}, { pause })
    const id = await runHalfway(await connectProfile(app, plug.origin, service.key), 300)
    await plug.disconnect()
    await expect
      .poll(async () => (await app.get('runs.get', { id })).throughput?.heldBy?.code, pollOptions)
      .toMatch(/connection/)
    await plug.reconnect()
    await app.get('runs.move', { id, event: 'tryNow' })
    await waitForRunState(app, id, 'done')
    await plug.disconnect()
    await service.stop()
  })

  it('a run continues automatically after the service on this computer restarted', async () => {
    const services: EmbeddedService[] = []
    const start = async (options: { folder: string; port: number }) => {
      const service = await startEmbedded(options)
      services.push(service)
      return { ...service, stop: () => Promise.resolve() }
    }
    app = await startApp(folder, { startEmbedded: start })
    const { id: profileId } = await app.get('profiles.tryLocal', {})
    const rows = 200
    const id = await runHalfway({ profileId, environment: 'production' }, rows)
    const port = Number(new URL(services[0]?.origin ?? '').port)
    await services[0]?.stop()
    await start({ folder, port })
    await waitForRunState(app, id, 'done')
    const results = await readResults(app, id)
    expect(results.map(({ title, outcome }) => [title, outcome])).toEqual(
      titles(rows).map((title) => [title, 'Created']),
    )
    expectConsistent(results, storedLinks(folder), new Set())
    await services[1]?.stop()
  })
})

describe('settling unknown links', () => {
  it('settling unknown links skips one whose key the service has forgotten, and settles the others', async () => {
    const service = await startTestService()
    app = await startApp(folder)
    const rows = 6
    const id = await runHalfway(await connectProfile(app, service.origin, service.key), rows, 0)
    await waitForRunState(app, id, 'done')
    const sql = new DatabaseSync(join(folder, 'library.db'))
    sql.exec(`UPDATE links SET state = 'unknown', link = NULL, path = NULL WHERE run IS NOT NULL`)
    sql.exec(`UPDATE links SET created_at = '2026-01-01T00:00:00.000Z' WHERE id =
      (SELECT link_id FROM run_rows WHERE number = 2)`)
    sql.close()
    expect((await readRun(app, id)).counts).toMatchObject({ unknown: rows, created: 0 })
    const { run, settled } = await app.get('runs.settle', { id })
    expect([settled, run.counts.created, run.counts.unknown]).toEqual([rows - 1, rows - 1, 1])
    expect((await readResults(app, id))[1]).toMatchObject({ title: rowTitle(2), outcome: 'Not certain' })
    expect(await service.store.scanLinks(-1, 10_000)).toHaveLength(rows)
    expect(await app.problem('runs.settle', { id })).toMatchObject({ code: 'not_repeatable' })
    const removed = readStoredRows(app, id).flatMap(({ state, link_id }) =>
      state === 'unknown' && link_id !== null ? [link_id] : [],
    )
    await app.get('library.remove', { which: { ids: removed } })
    expect(await app.problem('runs.settle', { id })).toMatchObject({ code: 'link_not_in_library' })
    await service.stop()
  })

  it('settling unknown links asks the environment they were sent to, even if the run has another one now', async () => {
    const service = await startTestService()
    app = await startApp(folder)
    const rows = 3
    const id = await runHalfway(await connectProfile(app, service.origin, service.key), rows, 0)
    await waitForRunState(app, id, 'done')
    const sql = new DatabaseSync(join(folder, 'library.db'))
    sql.exec(`UPDATE links SET state = 'unknown', link = NULL, path = NULL WHERE run IS NOT NULL`)
    sql.close()
    await app.get('runs.move', { event: 'reopen', id })
    await app.get('runs.change', { id, environment: 'production' })
    const { run } = await app.get('runs.settle', { id })
    expect(run.counts).toMatchObject({ created: rows, unknown: 0 })
    expect(await service.store.scanLinks(-1, 10_000)).toHaveLength(rows)
    await service.stop()
  })

  it('settling unknown links skips those from the future, whose age is unknown since the clock was set back', async () => {
    const service = await startTestService()
    app = await startApp(folder)
    const id = await runHalfway(await connectProfile(app, service.origin, service.key), 2, 0)
    await waitForRunState(app, id, 'done')
    const sql = new DatabaseSync(join(folder, 'library.db'))
    sql.exec(
      `UPDATE links SET state = 'unknown', link = NULL, path = NULL, created_at = '2099-01-01T00:00:00.000Z'`,
    )
    sql.close()
    expect(await app.problem('runs.settle', { id })).toMatchObject({ code: 'not_repeatable' })
    expect((await readRun(app, id)).counts).toMatchObject({ unknown: 2, created: 0 })
    await service.stop()
  })

  it('a run settles the unknown links of a backup only when asked to, because their rows may have been sent again', async () => {
    const service = await startTestService()
    app = await startApp(folder)
    const rows = 10
    const id = await runHalfway(await connectProfile(app, service.origin, service.key), rows, 0)
    await waitForRunState(app, id, 'done')
    const sql = new DatabaseSync(join(folder, 'library.db'))
    sql.exec(`UPDATE links SET state = 'unknown', link = NULL, path = NULL, settles_by_itself = 0;
      UPDATE runs SET state = 'paused';`)
    sql.close()
    await app.get('runs.move', { event: 'resume', id })
    await waitForRunState(app, id, 'done')
    expect((await readRun(app, id)).counts).toMatchObject({ created: 0, unknown: rows })
    expect((await app.get('runs.settle', { id })).run.counts).toMatchObject({ created: rows, unknown: 0 })
    await service.stop()
  })

  it('a run has one result, which includes the links settled at its end', async () => {
    const service = await startTestService()
    app = await startApp(folder)
    const rows = 60
    const id = await runHalfway(await connectProfile(app, service.origin, service.key), rows)
    await app.get('runs.move', { event: 'pause', id })
    await waitForRunState(app, id, 'paused')
    const sql = new DatabaseSync(join(folder, 'library.db'))
    sql.exec(
      `UPDATE links SET state = 'unknown', link = NULL, path = NULL WHERE run IS NOT NULL AND state = 'created'`,
    )
    sql.close()
    await app.get('runs.move', { event: 'resume', id })
    await waitForRunState(app, id, 'done')
    await expect
      .poll(async () => await app.get('jobs.list', {}), pollOptions)
      .toMatchObject([
        { kind: 'run', run: id, state: 'finished', counts: { created: rows, failed: 0, unknown: 0 } },
      ])
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
    ['forward, as after sleep', 8],
    ['back', -8],
  ])('a run at another service continues when the clock jumps %s', async (_, hours) => {
    app = await startApp(folder, {}, { pause: instantPause })
    const rows = 60
    const id = await runHalfway(await connectProfile(app, service.origin), rows)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + hours * 3_600_000)
    const { counts } = await waitForRunState(app, id, 'done')
    expect(counts).toMatchObject({ created: rows, unknown: 0 })
    const results = await readResults(app, id)
    expect(results.map(({ title }) => title)).toEqual(titles(rows))
    expectConsistent(results, service.stored, new Set())
  })

  it.skipIf(smallDiskMissing() !== null)(
    'a run at another service is paused by a full disk, and continues when there is space again',
    async () => {
      // A table is read only if 64 MB stay free afterwards.
      const disk = mountSmallDisk(120)
      const ownFolder = join(disk.folder, 'data')
      mkdirSync(ownFolder, { mode: 0o700 })
      app = await startApp(ownFolder, {}, { pause: instantPause })
      const rows = 1_000
      const id = await runHalfway(await connectProfile(app, service.origin), rows, 5)
      disk.fill()
      // A state that can't be stored isn't reported either.
      await expect.poll(async () => (await app.call('runs.get', { id })).ok).toBe(false)
      expect((await app.get('runs.list', {})).runs).toMatchObject([{ id, state: 'paused' }])
      const storedBefore = service.stored.length
      expect(storedBefore).toBeLessThan(rows)
      disk.free()
      const paused = await waitForRunState(app, id, 'paused')
      expect(paused.counts.ready).toBeGreaterThan(0)
      await app.get('runs.move', { event: 'resume', id })
      const { counts } = await waitForRunState(app, id, 'done')
      expect(counts.created + counts.unknown).toBe(rows)
      expectConsistent(await readResults(app, id), service.stored, unknownTitles(id))
      // At most the requests that were in flight.
      expect(counts.unknown).toBeLessThanOrEqual(2)
      await app.core.close()
      disk.remove()
    },
  )
})
