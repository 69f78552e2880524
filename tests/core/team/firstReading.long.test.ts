import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import { issueKey } from '../../../service/keys/issue.ts'
import { sampleLink } from '../../service/store/sample.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile } from '../harness/profile.ts'

const links = 20_000

let [service, folder, app, profileId]: [TestService, string, App, string] = [] as never
beforeEach(async () => {
  service = await startTestService()
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { pause: instantPause })
  const key = await issueKey(service.store, service.project, {
    name: 'anna',
    environment: null,
    scope: 'full',
  })
  ;({ profileId } = await connectProfile(app, service.origin, key))
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await removeFolder(folder)
})

const fill = async (count: number) => {
  for (let done = 0; done < count; done += 1_000)
    await service.store.putLinks(
      Array.from({ length: 1_000 }, () => sampleLink({ project: service.project, keyName: 'bert' })),
    )
}
const count = async () => (await app.get('library.count', { view: emptyView })).total

it(
  'a first reading shows its progress, can be cancelled, and continues where it was',
  { timeout: 600_000 },
  async () => {
    await fill(links)
    const reading = app.get('team.read', { profileId })
    const running = async () => (await app.get('jobs.list', {})).find(({ kind }) => kind === 'readTeam')
    await expect.poll(async () => ((await running())?.done ?? 0) > 2_000).toBe(true)
    await app.get('jobs.cancel', { id: (await running())?.id ?? randomUUID() })
    expect(await reading).toMatchObject({ isPaused: true, readAt: null, problem: null })
    const before = await count()
    expect(before).toBeGreaterThan(2_000)
    expect(before).toBeLessThan(links)
    const asks = new AbortController()
    let searches = 0
    // What the window asks for meanwhile is answered between the pages.
    const asking = (async () => {
      while (!asks.signal.aborted) {
        await app.get('library.search', { view: emptyView, limit: 50 })
        searches++
      }
    })()
    expect(await app.get('team.read', { profileId })).toMatchObject({ isPaused: false, problem: null })
    asks.abort()
    await asking
    expect(searches).toBeGreaterThan(20)
    expect(await count()).toBe(links)
  },
)
