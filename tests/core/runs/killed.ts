import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RunState } from '../../../contract/app/runs/run.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import { startAppProcess } from '../harness/appProcess.ts'
import type { AppProcess } from '../harness/appProcess.ts'
import { storedLinks } from '../harness/links.ts'
import { connectProfile, testKey } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { expectConsistent, readResults } from '../harness/results.ts'
import { prepareRun, readStoredRows, rowTitle } from '../harness/run.ts'
import { startStoringService } from '../harness/storingService.ts'
import type { StoringService } from '../harness/storingService.ts'

/**
 * Kills the app repeatedly in the middle of two runs, one at its own service and one at another, and compares the
 * results files with what these have stored.
 */
export function testKilledRuns(kills: number): void {
  let folder: string
  let app: AppProcess
  let service: StoringService
  beforeEach(async () => {
    folder = await temporaryFolder()
    service = await startStoringService()
    app = await startAppProcess(folder)
  })
  afterEach(async () => {
    await app.kill()
    await service.stop()
    await removeFolder(folder)
  })

  /** Waits until runs are in a state. */
  const until = async (ids: string[], state: RunState) => {
    for (const id of ids) {
      await vi.waitFor(async () => expect((await app.get('runs.get', { id })).run.state).toBe(state), {
        timeout: 120_000,
        interval: 20,
      })
    }
  }
  const rowsIn = (state: string, id: string) =>
    readStoredRows({ folder }, id).filter((row) => row.state === state)
  const startRun = async (target: ProfileTarget, count: number) => {
    const id = await prepareRun(app, target, count)
    await app.get('runs.move', { event: 'start', id, count })
    await until([id], 'tried')
    return { id, count, titles: Array.from({ length: count }, (_, at) => rowTitle(at + 1)) }
  }
  const resume = async (ids: string[]) => {
    for (const id of ids) await app.get('runs.move', { event: 'resume', id })
  }

  it(`runs that are killed ${kills} times create each link once or report it as unknown`, async () => {
    service.answerWithin(300)
    const profileId = (await app.get('app.state', {})).profiles[0]?.id ?? ''
    const otherTarget = await connectProfile(app, service.origin)
    const mainRun = await startRun({ profileId, environment: 'development' }, 100 + kills * 120)
    const otherRun = await startRun(otherTarget, 10 + kills * 2)
    const ids = [mainRun.id, otherRun.id]
    const doubtful = new Set<string>()
    for (let kill = 0; kill < kills; kill++) {
      await resume(ids)
      await setTimeout(Math.random() * 150)
      await app.kill()
      for (const { number } of rowsIn('pending', otherRun.id)) doubtful.add(rowTitle(number))
      for (const id of ids) expect(rowsIn('ready', id)).not.toEqual([])
      app = await startAppProcess(folder)
      // Without a key store, the key is entered again.
      await app.get('keys.replace', { ...otherTarget, key: testKey, unproven: true })
      await until(ids, 'paused')
      const { notices } = await app.get('app.state', {})
      expect(notices.flatMap(({ run }) => run ?? []).toSorted()).toEqual(ids.toSorted())
    }
    service.answerWithin(0)
    await resume(ids)
    await until(ids, 'done')
    // Requests that were in flight when the app was killed are settled with their own idempotency keys.
    await app.get('runs.settle', { id: mainRun.id })
    await app.kill()

    const reader = await startApp(folder)
    const [results, otherResults] = [
      await readResults(reader, mainRun.id),
      await readResults(reader, otherRun.id),
    ]
    await reader.core.close()
    expect(results.map(({ title, outcome }) => [title, outcome])).toEqual(
      mainRun.titles.map((title) => [title, 'Created']),
    )
    expectConsistent(results, storedLinks(folder), new Set())
    expect(otherResults.map(({ title }) => title)).toEqual(otherRun.titles)
    expectConsistent(otherResults, service.stored, doubtful)
  })
}
