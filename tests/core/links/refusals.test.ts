import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrolmentLink } from '../../../contract/service/keys/enrolmentLink.ts'
import { isUnderWay } from '../../../contract/app/runs/stateMachine.ts'
import type { ServiceErrorCode } from '../../../contract/service/api/serviceError.ts'
import { serviceErrors } from '../../../contract/service/api/serviceError.ts'
import { invite } from '../../../service/keys/invite.ts'
import { defaultKey } from '../../../service/keys/issue.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { forwardRequest, requestService } from '../harness/flakyProxy.ts'
import { uploadText, waitForJob } from '../harness/imports.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { prepareRun, readRun } from '../harness/run.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

/**
 * Twelve kinds of refusal. Each proves that the request that it answers did nothing, and says nothing about an earlier one
 * whose answer was lost (decision 27).
 */
const refusals: ServiceErrorCode[] = [
  'malformed_json', // 400
  'invalid_project_key', // 401
  'key_scope', // 403
  'link_not_found', // 404
  'method_not_allowed', // 405
  'idempotency_running', // 409
  'precondition_failed', // 412
  'too_large', // 413
  'unsupported_media_type', // 415
  'invalid_field', // 422
  'precondition_required', // 428
  'rate_limited', // 429
]

let folder: string
let app: App
let service: TestService
let proxy: TestServer
let target: ProfileTarget
/** What the proxy does with requests that change something: with the first one, and with all later ones. */
let first: 'pass' | 'lose' | ServiceErrorCode = 'pass'
let later: 'pass' | ServiceErrorCode = 'pass'
/** The requests that the proxy disturbs. */
let disturbed = /generate_link|PATCH|enroll/

beforeAll(async () => {
  folder = await temporaryFolder()
  service = await startTestService()
  app = await startApp(folder, {}, { pause: instantPause })
  proxy = await startServer((request, response, body) => {
    const exchange = { request, response, body }
    const isDisturbed = disturbed.test(`${request.method} ${request.url}`)
    const behavior = isDisturbed ? first : 'pass'
    if (isDisturbed) first = later
    const handled = async () => {
      if (behavior === 'pass') await forwardRequest(service.origin, exchange)
      else if (behavior === 'lose') {
        await requestService(service.origin, exchange)
        response.destroy()
      } else {
        const refusal = { error: 'No.', code: behavior, stored: 'no', request_id: 'r' }
        json(response, serviceErrors[behavior], refusal, { 'Link-Service': 'linkwright/1; changes; enroll' })
      }
    }
    handled().catch(() => response.destroy())
  })
  target = await connectProfile(app, proxy.origin, service.key)
  await app.get('links.create', createInput(target))
})
afterAll(async () => {
  await app.core.close()
  await proxy.stop()
  await service.stop()
  await removeFolder(folder)
})

/** Loses the answer to the next request, and refuses all later ones. */
function loseAndRefuse(refusal: ServiceErrorCode) {
  first = 'lose'
  later = refusal
}
function heal() {
  first = 'pass'
  later = 'pass'
}
const countLinks = async () => (await service.store.scanLinks(-1, 100_000)).length
const history = async (path: string | null) =>
  (await app.get('changes.history', { ...target, path: path ?? '' }))?.history ?? []
/** Waits until nothing of a run is being sent, and returns its counts. */
async function countsAfter(id: string) {
  await expect
    .poll(
      async () => {
        const { state, counts } = await readRun(app, id)
        return isUnderWay(state) || counts.pending > 0
      },
      { timeout: 20_000 },
    )
    .toBe(false)
  return (await readRun(app, id)).counts
}

describe.each(refusals)('%s', (refusal) => {
  it.each(['create', 'promotion'] as const)(
    'a %s whose answer was lost stays unknown when its repeat is refused, and is settled by a success',
    async (kind) => {
      const { records } = await app.get('links.list', { limit: 1 })
      const [origin] = records
      const links = await countLinks()
      loseAndRefuse(refusal)
      const input = createInput(kind === 'create' ? target : { ...target, environment: 'production' }, {
        title: randomUUID(),
      })
      const promotion = kind === 'promotion' && origin ? { promotedFrom: origin.id } : {}
      expect(await app.get('links.create', { ...input, ...promotion })).toMatchObject({ state: 'unknown' })
      const { id } = input
      expect(await app.problem('links.settle', { id })).toMatchObject({ status: serviceErrors[refusal] })
      expect(await app.get('links.get', { id })).toMatchObject({ state: 'unknown' })
      heal()
      expect(await app.get('links.settle', { id })).toMatchObject({ state: 'created' })
      expect(await countLinks()).toBe(links + 1)
    },
  )

  it('a change whose answer was lost stays unknown when its repeat is refused, or the history proves it', async () => {
    const record = await app.get('links.create', createInput(target))
    const { version } = await app.get('changes.read', { link: record.id })
    loseAndRefuse(refusal)
    const id = randomUUID()
    const patch = { title: randomUUID() }
    const { change } = await app.get('changes.send', { id, link: record.id, version, patch })
    if (change.state !== 'applied') {
      expect(change).toMatchObject({ state: 'unknown' })
      expect(await app.problem('changes.settle', { id })).toMatchObject({ status: serviceErrors[refusal] })
      expect(await app.get('changes.open', { link: record.id })).toMatchObject({ id, state: 'unknown' })
    }
    heal()
    expect((await app.get('changes.settle', { id })).change).toMatchObject({ state: 'applied' })
    expect(await history(record.path)).toHaveLength(1)
  })

  it('a row of a run whose answer was lost is never failed when its repeat is refused', async () => {
    const links = await countLinks()
    const run = await prepareRun(app, target, 1)
    await app.get('runs.change', { id: run, createExisting: true })
    loseAndRefuse(refusal)
    await app.get('runs.move', { event: 'start', id: run, count: 1 })
    expect(await countsAfter(run)).toMatchObject({ unknown: 1, failed: 0 })
    await app.call('runs.settle', { id: run })
    expect((await readRun(app, run)).counts).toMatchObject({ unknown: 1, failed: 0 })
    heal()
    expect((await app.get('runs.settle', { id: run })).run.counts).toMatchObject({ created: 1, unknown: 0 })
    expect(await countLinks()).toBe(links + 1)
  })

  it('a row of a change run whose answer was lost is never failed when its repeat is refused', async () => {
    const record = await app.get('links.create', createInput(target))
    const run = randomUUID()
    const change = { patch: { title: randomUUID() } }
    const source = { kind: 'same' as const, which: { ids: [record.id] }, change }
    await app.get('runs.prepare', { id: run, ...target, source })
    loseAndRefuse(refusal)
    await app.get('runs.move', { event: 'start', id: run, count: 1 })
    expect(await countsAfter(run)).toMatchObject({ failed: 0 })
    await app.call('runs.settle', { id: run })
    expect((await readRun(app, run)).counts).toMatchObject({ failed: 0 })
    heal()
    await app.get('runs.settle', { id: run })
    expect((await readRun(app, run)).counts).toMatchObject({ created: 1, unknown: 0 })
    expect(await history(record.path)).toHaveLength(1)
  })

  it('a create and a change that get only this refusal have failed', async () => {
    const record = await app.get('links.create', createInput(target))
    const { version } = await app.get('changes.read', { link: record.id })
    const links = await countLinks()
    later = refusal
    first = refusal
    expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'failed' })
    const input = { id: randomUUID(), link: record.id, version, patch: { title: 'New' } }
    const { state } = (await app.get('changes.send', input)).change
    expect(state).toBe(refusal === 'precondition_failed' ? 'conflict' : 'refused')
    heal()
    expect([await countLinks(), await history(record.path)]).toEqual([links, []])
  })

  it('an import counts a link as absent only if that is what the refusal says', async () => {
    disturbed = /GET .*link\/|links\/lookup/
    later = refusal
    first = refusal
    const { origin } = proxy
    const file = await uploadText(app, `link\n${origin}/${randomUUID().slice(0, 8)}\n`)
    const { job } = await app.get('imports.run', { id: file, ...target, host: new URL(origin).host })
    const { counts } = await waitForJob(app, job)
    heal()
    disturbed = /generate_link|PATCH|enroll/
    const isAbsent = (counts['absentInDevelopment'] ?? 0) + (counts['absentAnywhere'] ?? 0) > 0
    expect([isAbsent, counts['new']]).toEqual([refusal === 'link_not_found', 0])
  })

  it('an invitation whose answer was lost keeps its key when its repeat is refused', async () => {
    const terms = { ...defaultKey, name: `k-${randomUUID().slice(0, 8)}` }
    const invitation = await invite(service.store, service.project, terms, Date.now() + 3_600_000)
    const text = enrolmentLink({ service: `${proxy.origin}/api/v1/sdk`, invitation })
    const id = (await app.get('enrolment.open', { text }))?.id ?? ''
    const name = terms.name
    loseAndRefuse(refusal)
    expect((await app.call('enrolment.accept', { id, name })).ok).toBe(false)
    expect((await app.call('enrolment.accept', { id, name })).ok).toBe(false)
    heal()
    expect(await app.get('enrolment.accept', { id, name })).toMatchObject({ name })
    const keys = (await service.store.listKeys(service.project)).filter((key) => key.name === name)
    expect(keys).toHaveLength(1)
  })
})
