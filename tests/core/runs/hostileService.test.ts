import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Run } from '../../../contract/app/runs/run.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { nonsense, otherHost, ownLink, sameLink, startHostileService } from '../harness/hostileService.ts'
import type { AnswerCreate } from '../harness/hostileService.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { prepareRun, readStoredRows, readRun, waitForRunState } from '../harness/run.ts'

let folder: string
let app: App
let target: ProfileTarget
let service: Awaited<ReturnType<typeof startHostileService>>
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { pause: instantPause })
  service = await startHostileService(ownLink)
  target = await connectProfile(app, service.origin)
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await removeFolder(folder)
})

const rows = 20

/** Starts a run that also creates existing links, and waits for the outcome of its first row. */
async function startTriedRun(answerCreate: AnswerCreate): Promise<string> {
  service.answer(answerCreate)
  const id = await prepareRun(app, target, rows)
  await app.get('runs.change', { id, createExisting: true })
  await app.get('runs.move', { event: 'start', id, count: rows })
  await waitForRunState(app, id, 'tried')
  return id
}

/** Resumes it, and waits until the run is paused or done. */
async function resume(id: string): Promise<Run> {
  await app.get('runs.move', { event: 'resume', id })
  return await waitForRunState(app, id, 'paused', 'done')
}

const links = (id: string) => readStoredRows(app, id).flatMap(({ link }) => (link === null ? [] : [link]))

describe('a service that gives every row the same link', () => {
  it('a run is paused if the service returns the same link for every row, and only the first row has the link', async () => {
    const id = await startTriedRun(sameLink)
    const paused = await resume(id)
    expect(paused).toMatchObject({ state: 'paused', problem: { code: 'run_link_repeated' } })
    expect(paused.counts.created).toBe(1)
    // At most the requests that were in flight together.
    expect(paused.counts.unknown).toBeLessThanOrEqual(4)
    expect(links(id)).toEqual(['https://l.example/Always'])
    const [second] = (await app.get('runs.rows', { id, show: 'unknown', after: 0, limit: 1 })).rows
    expect(second?.problem).toMatchObject({ code: 'create_unknown', cause: 'run_link_repeated' })
  })

  it('a run whose service returns the same link continues on request, and keeps each new link', async () => {
    const id = await startTriedRun(sameLink)
    const { counts } = await resume(id)
    service.answer(ownLink)
    const done = await resume(id)
    expect(done).toMatchObject({ state: 'done', problem: null })
    expect(done.counts).toMatchObject({ created: rows - counts.unknown, unknown: counts.unknown })
  })

  it('a run notices a repeated link at the first row if the library has it for something else', async () => {
    service.answer(sameLink)
    await app.get('links.create', createInput(target))
    const id = await startTriedRun(sameLink)
    expect((await readRun(app, id)).counts).toMatchObject({ created: 0, unknown: 1, ready: rows - 1 })
  })

  it('a run accepts the same link for equal requests', async () => {
    service.answer(sameLink)
    await app.get('links.create', createInput(target, { title: 'Row 1' }))
    const id = await startTriedRun(sameLink)
    expect((await readRun(app, id)).counts).toMatchObject({ created: 1, unknown: 0 })
  })

  it('a run does not repeat a row that got a repeated link, even if the service announces that this is safe', async () => {
    const announced: AnswerCreate = (nth, response, title) => {
      response.setHeader('Link-Service', 'linkwright/1')
      sameLink(nth, response, title)
    }
    const id = await startTriedRun(announced)
    const { counts } = await resume(id)
    const sent = service.creates()
    expect(await app.problem('runs.settle', { id })).toMatchObject({ code: 'not_repeatable' })
    expect(service.creates()).toBe(sent)
    expect((await readRun(app, id)).counts).toEqual(counts)
  })
})

it.each(Object.entries(nonsense))(
  'a run is paused after %s three times, and each row is unknown',
  async (_what, answer) => {
    const id = await startTriedRun(ownLink)
    service.answer(answer)
    const paused = await resume(id)
    expect(paused.state).toBe('paused')
    expect(paused.problem).not.toBeNull()
    // Three in a row, and the requests in flight beside the third.
    expect(paused.counts.unknown).toBeGreaterThanOrEqual(3)
    expect(paused.counts.unknown).toBeLessThanOrEqual(4)
    expect(paused.counts).toMatchObject({ created: 1, failed: 0, pending: 0 })
    expect(links(id)).toEqual(['https://l.example/p1'])
  },
)

it('a run waits for the user after a first row that is not created', async () => {
  const id = await startTriedRun(nonsense['no link'])
  expect(await readRun(app, id)).toMatchObject({ state: 'tried', counts: { unknown: 1, ready: rows - 1 } })
  expect(service.creates()).toBe(1)
})

it('a single bad answer does not pause a run', async () => {
  const id = await startTriedRun((nth, response, title) =>
    (nth % 3 === 2 ? nonsense['no link'] : ownLink)(nth, response, title),
  )
  const done = await resume(id)
  expect(done.state).toBe('done')
  const unknown = Math.ceil((rows - 1) / 3)
  expect(done.counts).toMatchObject({ created: rows - unknown, unknown })
})

it('a run is paused once by a link of another domain, which is kept as returned', async () => {
  const id = await startTriedRun(ownLink)
  service.answer(otherHost)
  const paused = await resume(id)
  expect(paused).toMatchObject({ state: 'paused', problem: { code: 'run_other_domain' } })
  expect(paused.counts.created).toBeLessThanOrEqual(4)
  expect(links(id)).toContain('https://evil.example/p2')
  expect((await resume(id)).counts.created).toBe(rows)
})
