import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestService } from '../../service/testService.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { startFlakyProxy } from '../harness/flakyProxy.ts'
import type { FlakyProxy } from '../harness/flakyProxy.ts'
import { connectProfile } from '../harness/profile.ts'
import { expectConsistent, readResults } from '../harness/results.ts'
import type { Stored } from '../harness/results.ts'
import { prepareRun, rowTitle, waitForRunState } from '../harness/run.ts'
import { startStoringService } from '../harness/storingService.ts'

/** A service behind the bad connection. */
interface ProxiedService {
  origin: string
  key?: string
  stored: () => Stored[]
  stop: () => Promise<void>
}

/** Our own service. It accepts fewer creates per second than are sent. */
async function startOwnService(): Promise<ProxiedService> {
  const { origin, key, file, stop } = await startTestService({ rateLimit: 150 })
  const sql = new DatabaseSync(file, { readOnly: true })
  return {
    origin,
    key,
    stored: () => sql.prepare('SELECT title, path FROM links').all() as unknown as Stored[],
    stop: () => {
      sql.close()
      return stop()
    },
  }
}

/** A third-party service, which creates a second link from a repeated create. */
async function startThirdPartyService(): Promise<ProxiedService> {
  const { origin, stored, stop } = await startStoringService()
  return { origin, stored: () => stored, stop }
}

/** The waits that a service requests, and the slow rate of a request pool, would take hours. */
const shortPause = (ms: number, signal: AbortSignal) => setTimeout(ms / 500, undefined, { signal })

/** Sends this many rows to services over a bad connection, and compares the results file with what they have stored. */
export function testFlakyService(rows: number): void {
  let folder: string
  let app: App
  let service: ProxiedService
  let proxy: FlakyProxy
  beforeEach(async () => {
    folder = await temporaryFolder()
    app = await startApp(folder, {}, { pause: shortPause })
  })
  afterEach(async () => {
    await app.core.close()
    await proxy.stop()
    await service.stop()
    await removeFolder(folder)
  })

  /** Starts a run, and resumes it whenever it pauses. */
  const runAll = async () => {
    proxy = await startFlakyProxy(service.origin)
    const target = await connectProfile(app, proxy.origin, service.key)
    const id = await prepareRun(app, target, rows)
    for (;;) {
      const { state } = await waitForRunState(app, id, 'preparing', 'tried', 'paused', 'done')
      if (state === 'done') return id
      if (state === 'preparing') await app.get('runs.move', { event: 'start', id, count: rows })
      else await app.get('runs.move', { event: 'resume', id })
    }
  }
  const titles = Array.from({ length: rows }, (_, at) => rowTitle(at + 1))

  describe('a run over a network that resets, delays, throttles, breaks and drops answers', () => {
    it('a run over an unreliable network reports each row’s true state at another service, or unknown', async () => {
      service = await startThirdPartyService()
      const id = await runAll()
      const results = await readResults(app, id)
      expect(results.map(({ title }) => title)).toEqual(titles)
      expectConsistent(results, service.stored(), proxy.doubtful)
      expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['Created', 'Not certain']))
      expect(await app.problem('runs.settle', { id })).toMatchObject({ code: 'not_repeatable' })
    })

    it('a run over an unreliable network creates each link once at our own service, and settles all of them', async () => {
      service = await startOwnService()
      const id = await runAll()
      expectConsistent(await readResults(app, id), service.stored(), proxy.doubtful)
      proxy.heal()
      await app.get('runs.settle', { id })
      const results = await readResults(app, id)
      expect(results.map(({ title, outcome }) => [title, outcome])).toEqual(
        titles.map((title) => [title, 'Created']),
      )
      expectConsistent(results, service.stored(), proxy.doubtful)
    })
  })
}
