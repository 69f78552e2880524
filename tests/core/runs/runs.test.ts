import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instantPause, startApp } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { closeConnectedApp, openConnectedApp } from '../harness/connectedApp.ts'
import { exportTo } from '../harness/exports.ts'
import { connectProfile, testKey } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { prepareRun, readStoredRows, readRun, rowTitle, waitForRunState } from '../harness/run.ts'
import { startStoringService } from '../harness/storingService.ts'
import type { StoringService } from '../harness/storingService.ts'

let folder: string
let app: App
let service: StoringService
let target: ProfileTarget
beforeEach(async () => {
  ;({ folder, app, service, target } = await openConnectedApp(startStoringService))
})
afterEach(() => closeConnectedApp({ folder, app, service }))

const titles = () => service.stored.map(({ title }) => title).toSorted()
const titlesOf = (state: string, id: string) =>
  readStoredRows(app, id)
    .filter((row) => row.state === state)
    .map((row) => (JSON.parse(row.request) as { title: string }).title)
    .toSorted()

/** Prepares a run whose rows have an address, so that the library can find their links. */
async function prepareRows(rows: number): Promise<string> {
  const id = randomUUID()
  const lists = [
    { name: 'Title', values: Array.from({ length: rows }, (_, at) => rowTitle(at + 1)) },
    { name: 'URL', values: ['https://shop.example.com/sale'] },
  ]
  await app.get('runs.prepare', { id, ...target, source: { kind: 'lists', lists } })
  return id
}

/** Starts a run, and waits for its first link. */
async function startTriedRun(rows: number): Promise<string> {
  const id = await prepareRun(app, target, rows)
  await app.get('runs.move', { event: 'start', id, count: rows })
  await waitForRunState(app, id, 'tried')
  return id
}

/** Starts a run and resumes it after its first link. */
async function runAll(rows: number): Promise<string> {
  const id = await startTriedRun(rows)
  await app.get('runs.move', { event: 'resume', id })
  return id
}

describe('a run', () => {
  it('a run creates one link for review, then the rest, each once and in order', async () => {
    const id = await prepareRun(app, target, 20)
    await app.get('runs.move', { event: 'start', id, count: 20 })
    const firstPause = await waitForRunState(app, id, 'tried')
    expect(firstPause.counts).toMatchObject({ created: 1, ready: 19 })
    expect(titles()).toEqual([rowTitle(1)])
    await app.get('runs.move', { event: 'resume', id })
    const done = await waitForRunState(app, id, 'done')
    expect(done).toMatchObject({ counts: { created: 20, ready: 0 }, problem: null })
    expect(titles()).toEqual(Array.from({ length: 20 }, (_, at) => rowTitle(at + 1)).toSorted())
    for (const row of readStoredRows(app, id)) {
      const record = await app.get('links.get', { id: row.link_id ?? '' })
      expect(record).toMatchObject({
        state: 'created',
        link: row.link,
        request: { title: rowTitle(row.number) },
      })
    }
  })

  it('a run starts after the check that a changed environment requires', async () => {
    const id = await prepareRun(app, target, 2_000)
    const changing = app.get('runs.change', { id, environment: 'production' })
    await expect.poll(async () => (await readRun(app, id)).checked).toBe(false)
    expect(await app.get('runs.move', { event: 'start', id, count: 2_000 })).toMatchObject({
      environment: 'production',
    })
    await changing
    await waitForRunState(app, id, 'tried')
  })

  it('a run sends nothing if its number of links changed since the review', async () => {
    const id = await prepareRun(app, target, 3)
    expect(await app.problem('runs.move', { event: 'start', id, count: 2 })).toMatchObject({
      code: 'run_count',
    })
    expect(service.stored).toEqual([])
    expect((await readRun(app, id)).state).toBe('preparing')
  })

  it('a run recognizes links that another run created after its check', async () => {
    const [first, second] = [await prepareRows(3), await prepareRows(4)]
    await app.get('runs.move', { event: 'start', id: first, count: 3 })
    await waitForRunState(app, first, 'tried')
    await app.get('runs.move', { event: 'resume', id: first })
    await waitForRunState(app, first, 'done')
    expect(await app.problem('runs.move', { event: 'start', id: second, count: 4 })).toMatchObject({
      code: 'run_count',
    })
    const { counts } = await readRun(app, second)
    expect(counts).toMatchObject({ existing: 3, ready: 1 })
    await app.get('runs.move', { event: 'start', id: second, count: 1 })
    await waitForRunState(app, second, 'done')
    expect(service.stored).toHaveLength(4)
  })

  it('a run waits behind another one and can be paused there', async () => {
    const gate = service.holdAll()
    const first = await prepareRun(app, target, 4)
    const second = await prepareRows(4)
    for (const id of [first, second]) await app.get('runs.move', { event: 'start', id, count: 4 })
    gate.open()
    for (const id of [first, second]) await waitForRunState(app, id, 'tried')
    const secondGate = service.holdAll()
    await app.get('runs.move', { event: 'resume', id: first })
    await waitForRunState(app, first, 'running')
    await app.get('runs.move', { event: 'resume', id: second })
    expect(await app.get('runs.get', { id: second })).toMatchObject({
      run: { state: 'queued' },
      isBehind: true,
    })
    await app.get('runs.move', { event: 'pause', id: second })
    secondGate.open()
    await waitForRunState(app, first, 'done')
    expect((await readRun(app, second)).state).toBe('paused')
    await app.get('runs.move', { event: 'resume', id: second })
    await waitForRunState(app, second, 'done')
    expect(service.stored).toHaveLength(8)
  })

  it('a run resumed alone waits for no other run while its last requests are pending', async () => {
    const id = await startTriedRun(4)
    const gate = service.holdAll()
    await app.get('runs.move', { event: 'resume', id })
    await waitForRunState(app, id, 'running')
    await expect.poll(async () => (await readRun(app, id)).counts.pending).toBeGreaterThan(0)
    await app.get('runs.move', { event: 'pause', id })
    await app.get('runs.move', { event: 'resume', id })
    expect(await app.get('runs.get', { id })).toMatchObject({ run: { state: 'queued' }, isBehind: false })
    gate.open()
    await waitForRunState(app, id, 'done')
  })

  it.each([
    ['has destinations', prepareRows],
    ['has only titles', async (rows: number) => await prepareRun(app, target, rows)],
  ])('a run creates nothing again if its table, which %s, is added a second time', async (_, prepare) => {
    const first = await prepare(4)
    await app.get('runs.move', { event: 'start', id: first, count: 4 })
    await waitForRunState(app, first, 'tried')
    await app.get('runs.move', { event: 'resume', id: first })
    await waitForRunState(app, first, 'done')
    const second = await prepare(5)
    expect((await readRun(app, second)).counts).toMatchObject({ ready: 1, existing: 4 })
    await app.get('runs.move', { event: 'start', id: second, count: 1 })
    await waitForRunState(app, second, 'done')
    expect(service.stored).toHaveLength(5)
    const again = await app.get('runs.change', { id: await prepare(4), createExisting: true })
    expect(again).toMatchObject({ checked: true, counts: { ready: 4, existing: 0 } })
  })

  it('a run creates each link once if two runs of the same table start together', async () => {
    const gate = service.holdAll()
    const ids = await Promise.all([prepareRows(6), prepareRows(6)])
    await Promise.all(ids.map((id) => app.get('runs.move', { event: 'start', id, count: 6 })))
    // Both send their first row before either has a result.
    for (const id of ids) await expect.poll(async () => (await readRun(app, id)).counts.pending).toBe(1)
    gate.open()
    for (const id of ids) await waitForRunState(app, id, 'tried')
    await Promise.all(ids.map((id) => app.get('runs.move', { event: 'resume', id })))
    for (const id of ids) await waitForRunState(app, id, 'done')
    expect(titles()).toEqual(Array.from({ length: 6 }, (_, at) => rowTitle(at + 1)).toSorted())
    const runs = await Promise.all(ids.map((id) => readRun(app, id)))
    expect(runs.reduce((sum, { counts }) => sum + counts.created, 0)).toBe(6)
    for (const { counts } of runs) {
      expect(counts).toMatchObject({ ready: 0, failed: 0, unknown: 0 })
      expect(counts.created + counts.existing).toBe(6)
    }
    const links = await Promise.all(ids.map((id) => app.get('runs.rows', { id, show: 'existing' })))
    for (const { rows } of links) for (const { link } of rows) expect(link).toMatch(/^https:/)
  })

  it('a run is done without sending anything if another run has created its only link', async () => {
    const gate = service.holdAll()
    const ids = await Promise.all([prepareRows(1), prepareRows(1)])
    await Promise.all(ids.map((id) => app.get('runs.move', { event: 'start', id, count: 1 })))
    gate.open()
    for (const id of ids) await waitForRunState(app, id, 'done')
    expect(service.stored).toHaveLength(1)
    const runs = await Promise.all(ids.map((id) => readRun(app, id)))
    expect(runs.map(({ counts }) => [counts.created, counts.existing]).toSorted()).toEqual([
      [0, 1],
      [1, 0],
    ])
  })

  it('a run counts a link as existing only once its create has ended, because it may fail', async () => {
    const gate = service.holdAll()
    const [first, second] = [await prepareRows(6), await prepareRows(6)]
    await app.get('runs.move', { event: 'start', id: first, count: 6 })
    await expect.poll(async () => (await readRun(app, first)).counts.pending).toBe(1)
    await app.get('runs.move', { event: 'start', id: second, count: 6 })
    await expect.poll(async () => (await readRun(app, second)).counts.pending).toBe(1)
    expect((await readRun(app, second)).counts).toMatchObject({ ready: 5, existing: 0 })
    gate.open()
    for (const id of [first, second]) await waitForRunState(app, id, 'tried')
  })

  it('a run does not wait for runs at other services', async () => {
    const other = await startStoringService()
    const otherTarget = await connectProfile(app, other.origin)
    const sameService = await connectProfile(app, service.origin)
    const [first, second, third] = [
      await prepareRun(app, target, 4),
      await prepareRun(app, otherTarget, 4),
      await prepareRun(app, sameService, 4),
    ]
    for (const id of [first, second, third]) {
      await app.get('runs.move', { event: 'start', id, count: 4 })
      await waitForRunState(app, id, 'tried')
    }
    const gate = service.holdAll()
    for (const id of [first, third, second]) await app.get('runs.move', { event: 'resume', id })
    await waitForRunState(app, second, 'done')
    expect((await readRun(app, first)).state).toBe('running')
    expect((await readRun(app, third)).state).toBe('queued')
    gate.open()
    for (const id of [first, third]) await waitForRunState(app, id, 'done')
    expect([service.stored.length, other.stored.length]).toEqual([8, 4])
    await other.stop()
  })

  it('a run is never considered stopped at the moment its turn begins', async () => {
    const id = await startTriedRun(6)
    const resumed = app.get('runs.move', { event: 'resume', id })
    const polls: Promise<{ run: { state: string } }>[] = []
    for (let poll = 0; poll < 60; poll++) {
      polls.push(app.get('runs.get', { id }))
      await new Promise(setImmediate)
    }
    await resumed
    expect((await waitForRunState(app, id, 'done', 'paused')).state).toBe('done')
    for (const { run } of await Promise.all(polls)) expect(run.state).not.toBe('paused')
  })

  it('a run marks a row as failed if it alone fails repeatedly, and creates the others', async () => {
    service.breakFor(({ title }) => title === rowTitle(4))
    const id = await runAll(30)
    const { counts } = await waitForRunState(app, id, 'done', 'paused')
    expect(counts).toMatchObject({ created: 29, failed: 1, ready: 0, unknown: 0 })
    expect(titlesOf('failed', id)).toEqual([rowTitle(4)])
  })

  it('a run can be paused and continued without sending a row twice', async () => {
    const id = await runAll(30)
    await service.untilStored(5)
    await app.get('runs.move', { event: 'pause', id })
    expect((await readRun(app, id)).state).toBe('paused')
    await app.get('runs.move', { event: 'resume', id })
    const done = await waitForRunState(app, id, 'done')
    expect(done.counts.created).toBe(30)
    expect(new Set(titles()).size).toBe(30)
    expect(service.stored).toHaveLength(30)
  })

  it('after a run was reopened, the row for review is the one that was sent last', async () => {
    const id = await prepareRun(app, target, 4)
    const lastSent = async () =>
      (await app.get('runs.rows', { id, show: 'lastSent' })).rows.map(({ number, state }) => ({
        number,
        state,
      }))
    const [first, second, third] = (await app.get('runs.rows', { id })).rows.map(({ number }) => number)
    if (first === undefined || second === undefined || third === undefined) throw new Error('Too few rows')
    expect(await lastSent()).toEqual([])
    await app.get('runs.skip', { id, which: [first], skip: true })
    await app.get('runs.move', { event: 'start', id, count: 3 })
    await waitForRunState(app, id, 'tried')
    expect(await lastSent()).toEqual([{ number: second, state: 'created' }])
    await app.get('runs.move', { event: 'reopen', id })
    await app.get('runs.skip', { id, which: [first], skip: false })
    await app.get('runs.move', { event: 'start', id, count: 3 })
    await waitForRunState(app, id, 'tried')
    expect(await lastSent()).toEqual([{ number: first, state: 'created' }])
    service.refuse(() => true)
    await app.get('runs.move', { event: 'reopen', id })
    await app.get('runs.move', { event: 'start', id, count: 2 })
    await waitForRunState(app, id, 'tried')
    expect(await lastSent()).toEqual([{ number: third, state: 'failed' }])
  })

  it('why a first link was not created is forgotten once the run has another target', async () => {
    const id = await prepareRun(app, target, 2)
    await app.get('keys.remove', { profileId: target.profileId })
    await app.get('runs.move', { event: 'start', id, count: 2 })
    const stopped = await waitForRunState(app, id, 'preparing')
    expect(stopped.problem).toMatchObject({ code: 'key_missing' })
    const renamed = await app.get('runs.change', { id, name: 'Spring' })
    expect(renamed.problem).toEqual(stopped.problem)
    expect((await app.get('runs.change', { id, environment: 'production' })).problem).toBeNull()
  })

  it('a run can be continued while earlier requests are still pending', async () => {
    const id = await startTriedRun(6)
    const gate = service.holdAll()
    await app.get('runs.move', { event: 'resume', id })
    await waitForRunState(app, id, 'running')
    await app.get('runs.move', { event: 'pause', id })
    expect((await app.get('runs.move', { event: 'resume', id })).state).toBe('queued')
    gate.open()
    expect((await waitForRunState(app, id, 'done', 'paused')).state).toBe('done')
    expect(titles()).toHaveLength(6)
  })

  it('a run does not start while earlier requests are pending, because their rows may become ready again', async () => {
    const id = await startTriedRun(10)
    service.breakFor(() => true)
    const gate = service.holdAll()
    await app.get('runs.move', { event: 'resume', id })
    await expect.poll(async () => (await readRun(app, id)).counts.pending).toBeGreaterThan(0)
    await app.get('runs.move', { event: 'pause', id })
    await app.get('runs.move', { event: 'reopen', id })
    const { ready } = (await readRun(app, id)).counts
    expect(await app.problem('runs.move', { event: 'start', id, count: ready })).toMatchObject({
      code: 'run_pending',
    })
    expect(await readRun(app, id)).toMatchObject({ state: 'preparing', counts: { ready } })
    gate.open()
    service.breakFor(() => false)
    await expect.poll(async () => (await readRun(app, id)).counts.pending).toBe(0)
    const { counts } = await readRun(app, id)
    await expect
      .poll(async () => (await app.call('runs.move', { event: 'start', id, count: counts.ready })).ok)
      .toBe(true)
    await waitForRunState(app, id, 'tried', 'done')
    expect((await readRun(app, id)).counts.pending).toBe(0)
  })

  it('a cancelled run keeps its links and sends no more', async () => {
    const id = await runAll(30)
    await service.untilStored(5)
    await app.get('runs.move', { event: 'cancel', id })
    const { counts } = await waitForRunState(app, id, 'cancelled')
    expect(counts.created + counts.ready + counts.pending).toBe(30)
    await expect.poll(async () => (await readRun(app, id)).counts.pending).toBe(0)
    expect(titlesOf('created', id)).toEqual(titles())
  })

  it('a run retries only failed rows', async () => {
    service.refuse(({ title }) => title === rowTitle(3))
    const id = await runAll(5)
    const { counts } = await waitForRunState(app, id, 'done')
    expect(counts).toMatchObject({ created: 4, failed: 1 })
    service.refuse(() => false)
    await app.get('runs.move', { event: 'retry', id })
    await app.get('runs.move', { event: 'resume', id })
    expect((await waitForRunState(app, id, 'done')).counts).toMatchObject({ created: 5, failed: 0 })
    expect(service.stored).toHaveLength(5)
    expect((await app.get('library.count', { view: {} })).total).toBe(5)
  })

  it('a run can be repeated as a new one that sends nothing until it is started', async () => {
    const id = await runAll(3)
    await waitForRunState(app, id, 'done')
    const as = randomUUID()
    const repeated = await app.get('runs.repeat', { id, as })
    expect(repeated).toMatchObject({ state: 'preparing', counts: { ready: 3, created: 0 } })
    expect(service.stored).toHaveLength(3)
  })

  it('a repeated run is named after the one that it repeats', async () => {
    const id = await prepareRun(app, target, 1)
    await app.get('runs.change', { id, name: 'Autumn' })
    expect((await app.get('runs.repeat', { id, as: randomUUID() })).name).toBe('Repeat “Autumn”')
  })

  it('a repeated run is listed only once it has all its rows', async () => {
    const rows = 3_000
    const [id, as] = [await prepareRun(app, target, rows), randomUUID()]
    const repeating = app.get('runs.repeat', { id, as })
    const counts: number[] = []
    while (counts.length === 0) {
      const { runs } = await app.get('runs.list', { kind: 'create', search: '', limit: 10 })
      for (const run of runs) if (run.id === as) counts.push(run.counts.ready)
    }
    expect(counts).toEqual([rows])
    await repeating
  })

  it('a run is found by its name in any case, beyond ASCII too', async () => {
    const [first, second] = [await prepareRun(app, target, 1), await prepareRun(app, target, 1)]
    await app.get('runs.change', { id: first, name: 'Frühling ÖSTERREICH' })
    await app.get('runs.change', { id: second, name: 'Лето' })
    const findRuns = async (search: string) =>
      (await app.get('runs.list', { search, limit: 1 })).runs.map(({ id }) => id)
    expect(await findRuns('FRÜHLING österr')).toEqual([first])
    expect(await findRuns('ЛЕТО')).toEqual([second])
    expect(await findRuns('Herbst')).toEqual([])
    const { runs, next } = await app.get('runs.list', { search: '', limit: 1 })
    expect(runs.map(({ id }) => id)).toEqual([second])
    const lastPage = await app.get('runs.list', { before: next ?? '', limit: 1 })
    expect([lastPage.runs.map(({ id }) => id), lastPage.next]).toEqual([[first], null])
  })

  it('a run exports the QR codes of its links', async () => {
    service.refuse(({ title }) => title === rowTitle(2))
    const id = await runAll(3)
    await waitForRunState(app, id, 'done')
    const view = { run: id, states: ['created' as const], archived: 'all' as const }
    const job = await exportTo(app, { which: { view }, format: { kind: 'qr' } })
    expect(job).toMatchObject({ state: 'finished', counts: { links: 2 } })
  })

  it('a run can be removed and restored without affecting its links', async () => {
    const id = await runAll(2)
    await waitForRunState(app, id, 'done')
    await app.get('runs.remove', { id })
    expect((await app.get('runs.list', {})).runs).toEqual([])
    expect(await app.problem('runs.get', { id })).toMatchObject({ code: 'run_not_found' })
    expect((await app.get('library.count', { view: {} })).total).toBe(2)
    expect(await app.get('runs.unremove', { id })).toMatchObject({ id, state: 'done' })
  })

  it('a run is paused when the app closes and can be continued afterwards', async () => {
    const id = await runAll(40)
    await service.untilStored(5)
    await app.core.close()
    app = await startApp(folder, {}, { pause: instantPause })
    // Without a key store, the key is entered again.
    await app.get('keys.replace', {
      profileId: target.profileId,
      key: testKey,
      environment: 'development',
      unproven: true,
    })
    const paused = await readRun(app, id)
    expect(paused).toMatchObject({ state: 'paused', problem: null, counts: { pending: 0 } })
    const { notices } = await app.get('app.state', {})
    const text = expect.stringContaining(`${paused.counts.created} of 40 created`) as string
    expect(notices).toMatchObject([{ run: id, text }])
    await app.get('runs.move', { event: 'resume', id })
    await waitForRunState(app, id, 'done')
    const { counts } = await readRun(app, id)
    expect(counts.created + counts.unknown).toBe(40)
    expect(new Set(titles()).size).toBe(service.stored.length)
  })

  it('a run resumed without its key pauses again with the reason, and continues once it has the key', async () => {
    const id = await runAll(40)
    await service.untilStored(5)
    await app.core.close()
    app = await startApp(folder, {}, { pause: instantPause })
    const listed = async () => (await app.get('runs.list', {})).runs
    expect(await listed()).toMatchObject([{ id, state: 'paused', problem: null }])
    const sent = service.stored.length
    expect(await app.get('runs.move', { event: 'resume', id })).toMatchObject({ state: 'queued' })
    await waitForRunState(app, id, 'paused')
    expect(await listed()).toMatchObject([{ id, state: 'paused', problem: { code: 'key_missing' } }])
    expect(service.stored).toHaveLength(sent)
    await app.get('keys.replace', {
      profileId: target.profileId,
      key: testKey,
      environment: 'development',
      unproven: true,
    })
    expect(await app.get('runs.move', { event: 'resume', id })).toMatchObject({
      state: 'queued',
      problem: null,
    })
    const { counts } = await waitForRunState(app, id, 'done')
    expect(counts.created + counts.unknown).toBe(40)
  })
})
