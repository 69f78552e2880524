import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Job } from '../../../contract/app/jobs/job.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { waitForJob, uploadText } from '../harness/imports.ts'
import type { ProfileTarget } from '../harness/profile.ts'

let folder: string
let app: App
let own: TestService
let target: ProfileTarget
beforeEach(async () => {
  folder = await temporaryFolder()
  own = await startTestService()
  app = await startApp(folder, {}, { pause: () => Promise.resolve() })
  const profile = { name: 'Own', baseUrl: `${own.origin}/api/v1/sdk`, linkHosts: [] }
  const { id } = await app.get('profiles.save', { profile, key: own.key })
  target = { profileId: id, environment: 'production' }
})
afterEach(async () => {
  await app.core.close()
  await own.stop()
  await removeFolder(folder)
})

/** Creates links at the service, without the app. */
const make = (count: number, environment = 'production') =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      own.create({ title: `Sale ${at}`, data: '{"n":1.50}' }, { ENVIRONMENT: environment }),
    ),
  )
const countRequests = async () => (await app.get('activity.list', {})).entries.length

describe('checking many links', () => {
  const check = async (): Promise<Job> => {
    const { job } = await app.get('checks.many', { which: { view: {} } })
    return await vi.waitFor(
      async () => {
        const found = (await app.get('jobs.list', {})).find(({ id }) => id === job)
        if (!found || found.state === 'running') throw new Error('The job is still running.')
        return found
      },
      { timeout: 60_000, interval: 20 },
    )
  }

  it('checking many links requests 200 at a time from our own service, in each environment', async () => {
    const [production, development] = [await make(250), await make(20, 'development')]
    const file = [
      'link',
      ...[...production, ...development].map((path) => `${new URL(own.origin).host}/${path}`),
    ]
    await app.get('profiles.save', {
      id: target.profileId,
      profile: { name: 'Own', baseUrl: `${own.origin}/api/v1/sdk`, linkHosts: [new URL(own.origin).host] },
    })
    const { job } = await app.get('imports.run', { id: await uploadText(app, file.join('\n')), ...target })
    expect(await waitForJob(app, job)).toMatchObject({ counts: { new: 270 } })
    const requestsBefore = await countRequests()
    expect(await check()).toMatchObject({
      ...{ state: 'finished', done: 270, total: 270 },
      counts: { same: 270, changed: 0, gone: 0, unanswered: 0 },
    })
    expect((await countRequests()) - requestsBefore).toBeLessThan(8)
    expect((await app.get('checks.left', {})).links).toBe(0)
  })
})
