import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Job } from '../../../contract/app/jobs/job.ts'
import type { Pause } from '../../../core/inFlight.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { startChangingService } from '../harness/changingService.ts'
import type { ChangingService } from '../harness/changingService.ts'
import { connectProfile, createInput, testKey } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { json } from '../harness/server.ts'

/** Pauses that the app requested, in milliseconds. Each ends immediately. */
let requestedWaits: number[]
const recordingPause: Pause = (ms) => {
  requestedWaits.push(ms)
  return Promise.resolve()
}

let folder: string
let app: App
let service: ChangingService
let target: ProfileTarget
beforeEach(async () => {
  requestedWaits = []
  folder = await temporaryFolder()
  service = await startChangingService()
  app = await startApp(folder, {}, { pause: recordingPause })
  target = await connectProfile(app, service.origin)
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await removeFolder(folder)
})

const make = async (count: number, linkTarget = target) => {
  const links = []
  for (let at = 0; at < count; at++) {
    const { id, path } = await app.get('links.create', createInput(linkTarget, { title: `Sale ${at}` }))
    links.push({ id, path: path ?? '' })
  }
  return links
}
const everything = { which: { view: {} } }
const remainingChecks = async () => (await app.get('checks.left', {})).links
/** Returns the job when it has ended. */
const waitForJob = (id: string | null): Promise<Job> =>
  vi.waitFor(
    async () => {
      const job = (await app.get('jobs.list', {})).find((one) => one.id === id)
      if (!job || job.state === 'running') throw new Error('The job is still running.')
      return job
    },
    { timeout: 60_000, interval: 20 },
  )
/** Holds a lookup: reports its arrival, and answers it on request. */
const createHeldResponse = () => {
  const arrived = Promise.withResolvers<undefined>()
  const permission = Promise.withResolvers<undefined>()
  service.instead.push((response) => {
    arrived.resolve(undefined)
    void permission.promise.then(() => response.destroy())
  })
  return { arrived: arrived.promise, release: () => permission.resolve(undefined) }
}

describe('checking many links', () => {
  it('checking many links counts each outcome and requests each link once', async () => {
    const created = await make(8)
    const [changed, inactive, gone] = created
    service.links.set(changed?.path ?? '', { ...service.links.get(changed?.path ?? ''), title: 'Other' })
    service.links.set(inactive?.path ?? '', { ...service.links.get(inactive?.path ?? ''), active: false })
    service.links.delete(gone?.path ?? '')
    const { links, job } = await app.get('checks.many', everything)
    expect(links).toBe(8)
    expect(await waitForJob(job)).toMatchObject({
      ...{ kind: 'check', state: 'finished', done: 8, total: 8, problem: null },
      counts: { same: 5, changed: 1, inactive: 1, gone: 1, unanswered: 0 },
    })
    expect(await remainingChecks()).toBe(0)
    // Once when it was read back, and once in this check.
    expect(created.map(({ path }) => service.countLookups(path))).toEqual(created.map(() => 2))
    const view = { search: 'is:gone' }
    expect((await app.get('library.search', { view })).rows.map(({ id }) => id)).toEqual([gone?.id])
  })

  it('checking many links covers only selected links that a service has created', async () => {
    const [first] = await make(3)
    service.instead.push((response) => response.destroy())
    const ids = { ids: [first?.id ?? ''] }
    const { links, job } = await app.get('checks.many', { which: ids })
    expect(links).toBe(1)
    expect((await waitForJob(job)).counts).toMatchObject({ same: 0, unanswered: 1 })
    const noLinks = { ids: ['5f0c1f5e-9d5b-4c55-8a37-0a4a8c8f4a11'] }
    expect(await app.get('checks.many', { which: noLinks })).toEqual({ links: 0, job: null })
  })

  it('checking many links waits as long as the service requests, then continues', async () => {
    await make(6)
    for (let times = 0; times < 2; times++) {
      service.instead.push((response) => json(response, 429, { error: 'Slowly' }, { 'Retry-After': '7' }))
    }
    requestedWaits = []
    const { job } = await app.get('checks.many', everything)
    expect(await waitForJob(job)).toMatchObject({
      state: 'finished',
      counts: { same: 6, unanswered: 0, held: 0 },
    })
    expect(requestedWaits).toContain(7_000)
  })

  it('checking many links continues when the connection for one link is lost', async () => {
    const created = await make(5)
    service.instead.push((response) => response.destroy())
    const { job } = await app.get('checks.many', everything)
    expect(await waitForJob(job)).toMatchObject({ state: 'finished', counts: { same: 4, unanswered: 1 } })
    expect(await remainingChecks()).toBe(1)
    const resumed = await waitForJob((await app.get('checks.resume', {})).job)
    expect(resumed).toMatchObject({ done: 1, total: 1, counts: { same: 1, unanswered: 0 } })
    expect(await remainingChecks()).toBe(0)
    for (const { id } of created)
      expect(await app.get('checks.history', { id })).toMatchObject([{ times: 1 }])
  })

  it('checking many links continues with other profiles when a key is rejected', async () => {
    await make(12)
    const other = await startChangingService()
    const otherTarget = await connectProfile(app, other.origin)
    const profile = { name: 'Other shop', baseUrl: other.origin }
    await app.get('profiles.save', { id: otherTarget.profileId, profile, key: testKey })
    await make(12, otherTarget)
    for (let times = 0; times < 12; times++) {
      other.instead.push((response) => json(response, 401, { error: 'No' }))
    }
    const { job } = await app.get('checks.many', everything)
    expect(await waitForJob(job)).toMatchObject({
      state: 'failed',
      problem: { code: 'key_refused', detail: 'Other shop' },
      counts: { same: 12 },
    })
    expect(await remainingChecks()).toBe(12)
    // The app doesn't send all twelve requests with a key that is rejected each time.
    expect(other.instead.length).toBeGreaterThan(6)
    other.instead.length = 0
    expect((await waitForJob((await app.get('checks.resume', {})).job)).counts).toMatchObject({ same: 12 })
    await other.stop()
  })

  it('queued checks of a removed profile stay until discarded', async () => {
    const [first] = await make(3)
    await app.get('profiles.remove', { id: target.profileId })
    const requestsBefore = service.requests.length
    const { job } = await app.get('checks.many', everything)
    expect(await waitForJob(job)).toMatchObject({ state: 'failed', problem: { code: 'profile_not_found' } })
    expect(await app.problem('checks.one', { id: first?.id ?? '' })).toMatchObject({
      code: 'profile_not_found',
    })
    expect(service.requests.length).toBe(requestsBefore)
    expect(await remainingChecks()).toBe(3)
    expect(await app.get('checks.discard', {})).toEqual({ links: 3 })
    expect(await remainingChecks()).toBe(0)
  })

  it('checking many links stops on a full disk without losing the queue', async () => {
    await make(6)
    const other = new DatabaseSync(join(folder, 'library.db'))
    service.instead.push((response) => {
      other.exec('BEGIN IMMEDIATE')
      response.destroy()
    })
    const { job } = await app.get('checks.many', everything)
    expect(await waitForJob(job)).toMatchObject({ state: 'failed', problem: { code: 'storage_failed' } })
    other.close()
    const remaining = await remainingChecks()
    expect(remaining).toBeGreaterThan(0)
    const resumed = await waitForJob((await app.get('checks.resume', {})).job)
    expect(resumed.counts).toMatchObject({ same: remaining })
  })

  it('checking many links can be cancelled and continued', async () => {
    const created = await make(9)
    const { arrived, release } = createHeldResponse()
    const { job } = await app.get('checks.many', everything)
    await arrived
    await app.get('jobs.cancel', { id: job ?? '' })
    release()
    const { state, counts } = await waitForJob(job)
    expect(state).toBe('cancelled')
    const remaining = await remainingChecks()
    expect(remaining).toBeGreaterThan(0)
    expect(counts['same']).toBe(9 - remaining)
    const resumed = await waitForJob((await app.get('checks.resume', {})).job)
    expect(resumed.counts).toMatchObject({ same: remaining })
    for (const { id } of created)
      expect(await app.get('checks.history', { id })).toMatchObject([{ times: 1 }])
  })

  it('checking many links ends when it is cancelled although the service doesn’t answer', async () => {
    await make(3)
    const { arrived, release } = createHeldResponse()
    const { job } = await app.get('checks.many', everything)
    await arrived
    await app.get('jobs.cancel', { id: job ?? '' })
    const { state, counts } = await waitForJob(job)
    expect({ state, unanswered: counts['unanswered'] }).toEqual({ state: 'cancelled', unanswered: 0 })
    expect(await remainingChecks()).toBe(3 - (counts['same'] ?? 0))
    release()
  })

  it('checking many links includes links queued meanwhile', async () => {
    const created = await make(6)
    const [first, ...others] = created.map(({ id }) => id)
    const { arrived, release } = createHeldResponse()
    const firstJob = await app.get('checks.many', { which: { ids: [first ?? ''] } })
    await arrived
    const more = await app.get('checks.many', { which: { ids: others } })
    expect(more).toEqual({ links: 5, job: firstJob.job })
    release()
    expect(await waitForJob(firstJob.job)).toMatchObject({ total: 6, counts: { same: 5, unanswered: 1 } })
    // A new selection doesn't retry links that an earlier one left over.
    const next = await app.get('checks.many', { which: { ids: others } })
    expect(await waitForJob(next.job)).toMatchObject({ done: 5, total: 5, counts: { same: 5 } })
    expect(await remainingChecks()).toBe(1)
  })

  it('checking many links continues after the app was closed', async () => {
    const created = await make(9)
    const { arrived } = createHeldResponse()
    await app.get('checks.many', everything)
    await arrived
    await app.core.close()
    app = await startApp(folder, {}, { pause: recordingPause })
    expect(await app.get('jobs.list', {})).toEqual([])
    const remaining = await remainingChecks()
    expect(remaining).toBeGreaterThan(0)
    // The app lost its key when it was closed. Without a key, nothing is sent and every check stays queued.
    const requestsBefore = service.requests.length
    const resumed = await waitForJob((await app.get('checks.resume', {})).job)
    expect(resumed).toMatchObject({ state: 'failed', problem: { code: 'key_missing', detail: 'Test' } })
    expect(service.requests.length).toBe(requestsBefore)
    expect(await remainingChecks()).toBe(remaining)
    await app.get('keys.replace', { ...target, key: testKey, unproven: true })
    expect((await waitForJob((await app.get('checks.resume', {})).job)).counts).toMatchObject({
      same: remaining,
    })
    for (const { id } of created)
      expect(await app.get('checks.history', { id })).toMatchObject([{ times: 1 }])
  })
})
