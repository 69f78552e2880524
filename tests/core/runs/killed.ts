import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunState } from '../../../contract/runs/run.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import { startAppProcess } from '../harness/appProcess.ts'
import type { AppProcess } from '../harness/appProcess.ts'
import { storedLinks } from '../harness/links.ts'
import { connect, testKey } from '../harness/profile.ts'
import type { Place } from '../harness/profile.ts'
import { expectTrue, resultsOf } from '../harness/results.ts'
import type { Stored } from '../harness/results.ts'
import { prepareRun, rowsOf, titleOf } from '../harness/run.ts'
import { startStoringService } from '../harness/storingService.ts'

/** Kills the app as often in the middle of one run, and holds the file of results against what the service has stored. */
export function killsRuns(kills: number): void {
  let folder: string
  let app: AppProcess
  beforeEach(async () => {
    folder = await temporaryFolder()
    app = await startAppProcess(folder)
  })
  afterEach(async () => {
    await app.kill()
    await removeFolder(folder)
  })

  /** Waits until a run is in one of some states. */
  const until = (id: string, ...states: RunState[]) =>
    vi.waitFor(async () => expect(states).toContain((await app.get('runs.get', { id })).run.state), {
      timeout: 60_000,
      interval: 20,
    })

  /** Starts a run and kills the app again and again. Answers the titles that were on their way at one of its ends. */
  const killAgainAndAgain = async (id: string, rows: number, longestMs: number, unlock = noWork) => {
    const doubtful = new Set<string>()
    await app.get('runs.start', { id, count: rows })
    await until(id, 'tried')
    for (let kill = 0; kill < kills; kill++) {
      await app.get('runs.goOn', { id })
      await setTimeout(Math.random() * longestMs)
      await app.kill()
      const left = rowsOf({ folder }, id)
      for (const { state, number } of left) if (state === 'pending') doubtful.add(titleOf(number))
      expect(left.some(({ state }) => state === 'ready')).toBe(true)
      app = await startAppProcess(folder)
      await unlock()
      await until(id, 'paused')
    }
    return doubtful
  }
  /** Opens the app in this process, where its files can be fetched. */
  const resultsAfter = async (id: string) => {
    await app.kill()
    const here = await startApp(folder)
    try {
      return await resultsOf(here, id)
    } finally {
      await here.core.close()
    }
  }
  const titles = (rows: number) => Array.from({ length: rows }, (_, at) => titleOf(at + 1))

  describe(`a run that is killed ${kills} times`, () => {
    it('makes each of its links at the service of the app, and none twice', async () => {
      const rows = 100 + kills * 100
      const profileId = (await app.get('app.state', {})).profiles[0]?.id ?? ''
      const id = await prepareRun(app, { profileId, environment: 'development' }, rows)
      await killAgainAndAgain(id, rows, 200)
      await app.get('runs.goOn', { id })
      await until(id, 'done')
      // What was on its way when the app was killed is made certain under its own key.
      await app.get('runs.settle', { id })
      const results = await resultsAfter(id)
      expect(results.map(({ title, outcome }) => [title, outcome])).toEqual(
        titles(rows).map((title) => [title, 'Created']),
      )
      expectTrue(results, storedLinks(folder), new Set())
    })

    it('sends nothing again to another service, and says which links nobody knows of', async () => {
      const rows = 10 + kills * 5
      const service = await startStoringService()
      try {
        service.answerWithin(300)
        const place = await connect(app, service.origin)
        const id = await prepareRun(app, place, rows)
        const unlock = () => app.get('keys.replace', { ...keyOf(place), unproven: true })
        const doubtful = await killAgainAndAgain(id, rows, 1_000, unlock)
        service.answerWithin(0)
        await app.get('runs.goOn', { id })
        await until(id, 'done')
        const results = await resultsAfter(id)
        expect(results.map(({ title }) => title)).toEqual(titles(rows))
        expectTrue(results, service.stored satisfies Stored[], doubtful)
      } finally {
        await service.stop()
      }
    })
  })
}

const noWork = (): Promise<unknown> => Promise.resolve()
/** Without a key store the key is entered anew. */
const keyOf = ({ profileId, environment }: Place) => ({ profileId, environment, key: testKey })
