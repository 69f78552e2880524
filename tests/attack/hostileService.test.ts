import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Run } from '../../contract/app/runs/run.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../core/harness/app.ts'
import type { App } from '../core/harness/app.ts'
import { nonsense, ownLink, reset, sameLink, startHostileService } from '../core/harness/hostileService.ts'
import type { AnswerCreate } from '../core/harness/hostileService.ts'
import { connectProfile } from '../core/harness/profile.ts'
import { prepareRun, readStoredRows, rowTitle, waitForRunState } from '../core/harness/run.ts'

const rows = 300

let folder: string
let app: App
let service: Awaited<ReturnType<typeof startHostileService>>
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { pause: instantPause })
  service = await startHostileService(ownLink)
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await removeFolder(folder)
})

/** Sends a run and resumes it whenever it pauses. Returns the run and the number of pauses. */
async function sendAll(answerCreate: AnswerCreate, count = rows): Promise<{ run: Run; pauses: number }> {
  service.answer(answerCreate)
  const id = await prepareRun(app, await connectProfile(app, service.origin), count)
  await app.get('runs.move', { event: 'start', id, count })
  await waitForRunState(app, id, 'tried')
  for (let pauses = 0; ; pauses++) {
    await app.get('runs.move', { event: 'resume', id })
    const run = await waitForRunState(app, id, 'paused', 'done')
    if (run.state === 'done') return { run, pauses }
    expect(run.problem, 'a paused run has a reason').not.toBeNull()
  }
}

/** Never completes an answer, but sends a byte now and then to keep the connection alive. */
const drip: AnswerCreate = (_nth, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(timer))
}

test(
  'each row reports its true state whatever random answers a service gives',
  { timeout: 300_000 },
  async () => {
    const givenLinks = new Map<string, string>()
    const bad = [...Object.values(nonsense), reset, sameLink]
    const { run, pauses } = await sendAll((nth, response, title) => {
      const choice = Math.random()
      const behave = choice < 0.7 ? ownLink : (bad[Math.floor(Math.random() * bad.length)] ?? ownLink)
      if (behave === ownLink) givenLinks.set(title, `https://l.example/p${nth}`)
      behave(nth, response, title)
    })
    const found = readStoredRows(app, run.id)
    const links = found.flatMap(({ link }) => (link === null ? [] : [link]))
    expect(new Set(links).size, 'no two rows have one link').toBe(links.length)
    for (const { number, state, link } of found) {
      const givenLink = givenLinks.get(rowTitle(number))
      // Of the rows with the same link, only the first has no contradiction.
      if (link === 'https://l.example/Always') expect(givenLink).toBeUndefined()
      else expect([state, link]).toEqual(givenLink === undefined ? ['unknown', null] : ['created', givenLink])
    }
    console.log(`${run.counts.created} created, ${run.counts.unknown} unknown, paused ${pauses} times`)
  },
)

test(
  'alternating valid and unusable answers leave every second row unknown',
  { timeout: 120_000 },
  async () => {
    const { run } = await sendAll((nth, response, title) =>
      (nth % 2 === 0 ? nonsense['no link'] : ownLink)(nth, response, title),
    )
    expect(run.counts).toMatchObject({ created: rows / 2, unknown: rows / 2, failed: 0 })
  },
)

test.each([
  ['resets the connection once it has the request', reset],
  ['never ends its answers', drip],
])(
  'a service that %s pauses the run, and no row counts as created',
  { timeout: 120_000 },
  async (_how, answer) => {
    const network = await app.get('network.get', {})
    await app.get('network.save', { ...network.settings, totalSeconds: 1 })
    const { run, pauses } = await sendAll(answer, 30)
    expect(run.counts).toMatchObject({ created: 0, unknown: 30, failed: 0 })
    expect(pauses).toBeGreaterThan(1)
  },
)
