import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { forwardRequest } from '../harness/flakyProxy.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { prepareRun, readRun, waitForRunState } from '../harness/run.ts'
import { startServer } from '../harness/server.ts'

let folder: string
let app: App
let service: TestService
let target: ProfileTarget
beforeEach(async () => {
  folder = await temporaryFolder()
  service = await startTestService()
  app = await startApp(folder)
  target = await connectProfile(app, service.origin, service.key)
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await removeFolder(folder)
})

/** Makes the outcomes of all creates unknown, as if their responses were lost. */
function loseResponses(statement = `UPDATE links SET state = 'unknown', link = NULL, path = NULL`): void {
  const sql = new DatabaseSync(join(folder, 'library.db'), { timeout: 10_000 })
  sql.exec(statement)
  sql.close()
}
/** The same for changes. */
const loseChanges = (alsoSender = '') =>
  loseResponses(
    `UPDATE link_changes SET state = 'unknown', problem = '{"code":"change_unknown"}'${alsoSender}`,
  )
/** As if an earlier version had sent them. */
const withoutSender = ', sent_with = NULL'

async function sendChange() {
  const { id: link, path } = await app.get('links.create', createInput(target))
  const { version } = await app.get('changes.read', { link })
  const id = randomUUID()
  const sent = await app.get('changes.send', { id, link, version, patch: { title: 'Changed' } })
  expect(sent.change.state).toBe('applied')
  return { id, path: path ?? '' }
}
const historyLength = async (path: string) => {
  const headers = { ENVIRONMENT: 'development' }
  const response = await service.ask(`/link/${path}/history`, { headers })
  return ((await response.json()) as { history: unknown[] }).history.length
}
/** Counts changes that reach a service. */
async function startCountingService() {
  const patches: string[] = []
  const server = await startServer((request, response, body) => {
    if (request.method === 'PATCH') patches.push(body)
    const exchange = { request, response, body }
    forwardRequest(service.origin, exchange).catch(() => response.destroy())
  })
  return { ...server, patches }
}

const enterKey = (key: string) => app.get('keys.replace', { ...target, key })
const useProfile = () => app.call('links.find', { text: 'Ab3dEf7', ...target })
const storedLinks = async () => (await service.store.scanLinks(-1, 10_000)).length

it('an unknown create isn’t sent again with the key of another project, but again with its own', async () => {
  const { id } = await app.get('links.create', createInput(target))
  loseResponses()
  await enterKey((await createProject(service.store, 'Other')).key)
  expect(await app.problem('links.settle', { id })).toMatchObject({ code: 'not_repeatable' })
  expect(await storedLinks()).toBe(1)
  await enterKey(service.key)
  expect(await app.get('links.settle', { id })).toMatchObject({ state: 'created' })
  expect(await storedLinks()).toBe(1)
})

it('an unknown create of an earlier session isn’t sent again by itself with the key of another project', async () => {
  const { id } = await app.get('links.create', createInput(target))
  await app.core.close()
  loseResponses()
  app = await startApp(folder)
  await enterKey((await createProject(service.store, 'Other')).key)
  await useProfile()
  await app.core.close()
  expect(await storedLinks()).toBe(1)
  app = await startApp(folder)
  expect(await app.get('links.get', { id })).toMatchObject({ state: 'unknown' })
  await enterKey(service.key)
  await useProfile()
  await expect.poll(async () => (await app.get('links.get', { id })).state).toBe('created')
  expect(await storedLinks()).toBe(1)
})

it('the unknown rows of a run aren’t sent again with the key of another project, but again with their own', async () => {
  const rows = 3
  const id = await prepareRun(app, target, rows)
  await app.get('runs.move', { event: 'start', id, count: rows })
  await waitForRunState(app, id, 'tried')
  await app.get('runs.move', { event: 'resume', id })
  await waitForRunState(app, id, 'done')
  loseResponses()
  await enterKey((await createProject(service.store, 'Other')).key)
  expect(await app.problem('runs.settle', { id })).toMatchObject({ code: 'not_repeatable' })
  expect((await readRun(app, id)).counts).toMatchObject({ created: 0, unknown: rows })
  expect(await storedLinks()).toBe(rows)
  await enterKey(service.key)
  expect((await app.get('runs.settle', { id })).run.counts).toMatchObject({ created: rows, unknown: 0 })
  expect(await storedLinks()).toBe(rows)
})

it('an unknown change isn’t sent again with the key of another project, but again with its own', async () => {
  const { id, path } = await sendChange()
  loseChanges()
  await enterKey((await createProject(service.store, 'Other')).key)
  expect(await app.problem('changes.settle', { id, confirmSender: true })).toEqual({ code: 'sender_changed' })
  await enterKey(service.key)
  expect((await app.get('changes.settle', { id })).change).toMatchObject({ state: 'applied' })
  expect(await historyLength(path)).toBe(1)
})

it.each(['a create', 'a change'])('%s that is unknown isn’t sent again to another address', async (kind) => {
  const other = await startCountingService()
  const { id } = kind === 'a change' ? await sendChange() : await app.get('links.create', createInput(target))
  if (kind === 'a change') loseChanges()
  else loseResponses()
  const profile = { name: 'Moved', baseUrl: other.origin }
  await app.get('profiles.save', { id: target.profileId, profile, key: service.key })
  // The other service announces itself.
  await useProfile()
  if (kind === 'a change')
    expect(await app.problem('changes.settle', { id })).toEqual({ code: 'sender_changed' })
  else expect(await app.problem('links.settle', { id })).toEqual({ code: 'not_repeatable' })
  expect(other.patches).toEqual([])
  expect(await storedLinks()).toBe(1)
  await other.stop()
})

it('an unknown change of an earlier version is sent again only if the user confirms the profile', async () => {
  const proxy = await startCountingService()
  target = await connectProfile(app, proxy.origin, service.key)
  const { id, path } = await sendChange()
  await app.core.close()
  loseChanges(withoutSender)
  proxy.patches.length = 0
  app = await startApp(folder)
  await enterKey(service.key)
  await useProfile()
  expect(await app.problem('changes.settle', { id })).toEqual({ code: 'sender_unknown' })
  await app.core.close()
  expect(proxy.patches).toEqual([])
  app = await startApp(folder)
  await enterKey(service.key)
  expect((await app.get('changes.settle', { id, confirmSender: true })).change.state).toBe('applied')
  expect([proxy.patches.length, await historyLength(path)]).toEqual([1, 1])
  await proxy.stop()
})

it('an unknown change of an earlier session is sent again by itself only with its own key', async () => {
  const { id, path } = await sendChange()
  await app.core.close()
  loseChanges()
  app = await startApp(folder)
  await enterKey((await createProject(service.store, 'Other')).key)
  await useProfile()
  await app.core.close()
  app = await startApp(folder)
  await enterKey(service.key)
  await useProfile()
  await expect
    .poll(async () => (await app.get('changes.settle', { id })).change.state, { timeout: 10_000 })
    .toBe('applied')
  expect(await historyLength(path)).toBe(1)
})

it.each([
  ['with another key', '', 'sender_changed'],
  ['of an earlier version', withoutSender, 'sender_unknown'],
])('the unknown rows of a change run %s aren’t sent again unasked', async (_, alsoSender, code) => {
  const { id: link, path } = await app.get('links.create', createInput(target))
  const run = randomUUID()
  const change = { patch: { title: 'Changed' } }
  const source = { kind: 'same' as const, which: { ids: [link] }, change }
  await app.get('runs.prepare', { id: run, ...target, source })
  await app.get('runs.move', { event: 'start', id: run, count: 1 })
  await waitForRunState(app, run, 'done')
  loseChanges(alsoSender)
  if (alsoSender === '') await enterKey((await createProject(service.store, 'Other')).key)
  expect(await app.problem('runs.settle', { id: run })).toEqual({ code })
  await enterKey(service.key)
  const { counts } = (await app.get('runs.settle', { id: run, confirmSender: true })).run
  expect(counts).toMatchObject({ created: 1, unknown: 0 })
  expect(await historyLength(path ?? '')).toBe(1)
})

it('an unknown create of the service on this computer is sent again, although the app makes a new key', async () => {
  const { id: profileId } = await app.get('profiles.tryLocal', {})
  const { id } = await app.get('links.create', createInput({ profileId, environment: 'production' }))
  loseResponses()
  await app.core.close()
  app = await startApp(folder)
  expect(await app.get('links.settle', { id })).toMatchObject({ state: 'created' })
})
