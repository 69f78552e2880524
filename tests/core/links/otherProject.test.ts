import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { prepareRun, readRun, waitForRunState } from '../harness/run.ts'

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
function loseResponses(): void {
  const sql = new DatabaseSync(join(folder, 'library.db'))
  sql.exec(`UPDATE links SET state = 'unknown', link = NULL, path = NULL`)
  sql.close()
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
  await app.get('runs.start', { id, count: rows })
  await waitForRunState(app, id, 'tried')
  await app.get('runs.resume', { id })
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

it('an unknown create of the service on this computer is sent again, although the app makes a new key', async () => {
  const { id: profileId } = await app.get('profiles.tryLocal', {})
  const { id } = await app.get('links.create', createInput({ profileId, environment: 'production' }))
  loseResponses()
  await app.core.close()
  app = await startApp(folder)
  expect(await app.get('links.settle', { id })).toMatchObject({ state: 'created' })
})
