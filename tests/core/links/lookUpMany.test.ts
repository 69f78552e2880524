import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Job } from '../../../contract/app/jobs/job.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { waitForJob, uploadText } from '../harness/imports.ts'
import { connectProfile } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'

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

describe('finding many links', () => {
  it('finding many links sends one request for all of them once the service is known to be ours', async () => {
    const paths = await make(150)
    const texts = [...paths, 'nowhere', '..'].map((path) => `https://own.example/${path}`)
    expect(await app.get('links.findMany', { ...target, texts })).toEqual(texts.map(() => null))
    await app.get('links.find', { ...target, text: paths[0] ?? '' })
    const requestsBefore = await countRequests()
    const found = await app.get('links.findMany', { ...target, texts })
    expect(await countRequests()).toBe(requestsBefore + 1)
    for (const [index, result] of found.slice(0, 150).entries()) {
      expect(result).toMatchObject({ found: { path: paths[index], defaults: 'ours', record: null } })
      const raw = result && 'found' in result ? result.found.raw : ''
      // The service's own text: parsing would lose the spelling of numbers.
      expect(raw).toContain('1.50')
    }
    expect(found[150]).toEqual({ problem: { code: 'link_not_found' } })
  })

  it('finding many links leaves links to be found one by one if the answer for many cannot be used', async () => {
    let isAnnounced = true
    const gateway = await startServer(({ method }, response) => {
      const announcement = isAnnounced ? { 'Link-Service': 'linkwright/1; lookup' } : {}
      if (method === 'POST') json(response, 404, { error: 'No such page.' }, announcement)
      else json(response, 200, { link: { path: 'a', access_path: 'https://l.example/a' } }, announcement)
    })
    const gatewayTarget = await connectProfile(app, gateway.origin)
    await app.get('links.find', { ...gatewayTarget, text: 'a' })
    isAnnounced = false
    const texts = ['a', 'b']
    expect(await app.get('links.findMany', { ...gatewayTarget, texts })).toEqual([null, null])
    await gateway.stop()
  })
})

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
