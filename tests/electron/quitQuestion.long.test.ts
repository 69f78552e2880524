import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LinkRecord } from '../../contract/app/link/record.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import { startOtherService } from '../browser/otherService.ts'
import type { OtherService } from '../browser/otherService.ts'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

const page = { origin: 'app://linkwright', main: true }
const isMac = process.platform === 'darwin'
const noProgress = -1
const unknownProgress = 2

let testFolder: TestFolder
let service: OtherService
let desktop: Desktop
beforeEach(async () => {
  testFolder = await createTestFolder()
  service = await startOtherService()
  service.setBehaviour('holds')
  desktop = await testFolder.start()
})
afterEach(async () => {
  await testFolder.cleanUp()
  await service.stop()
})

const call = async (name: string, input: object) =>
  (await desktop.ask('invoke', page, [name, input])) as Result<{ id: string }>

/** Starts to create a link whose answer the service holds, so that the app has work in progress. */
async function createSlowly(): Promise<{ creation: Promise<Result<LinkRecord>> }> {
  const profile = { name: 'Other', baseUrl: `${service.origin}/api/v1/sdk`, linkHosts: [] }
  const savedProfile = await call('profiles.save', { profile, key: service.key })
  const destination = { profileId: savedProfile.ok ? savedProfile.value.id : '', environment: 'production' }
  const id = '0190a1b2-0000-4000-8000-000000000001'
  const creation = call('links.create', { id, ...destination, request: { title: 'A secret plan' } })
  await desktop.ask('untilProgress')
  return { creation: creation as Promise<Result<LinkRecord>> }
}

const boxes = async () => (await desktop.ask('journal')).messageBoxes

const question = { message: 'A link is still being created', buttons: ['Keep Open', 'Quit Anyway'] }

test('the dock or the task bar shows that a link is being created', async () => {
  const { creation } = await createSlowly()
  expect((await desktop.ask('journal')).progress).toEqual([unknownProgress])
  service.release()
  expect(await creation).toMatchObject({ ok: true, value: { state: 'created' } })
  expect((await desktop.ask('journal')).progress).toEqual([unknownProgress, noProgress])
})

test('quitting while a link is being created asks once, and can be cancelled', async () => {
  const { creation } = await createSlowly()
  await desktop.ask('quit')
  await desktop.ask('quit')
  expect(await boxes()).toEqual([{ ...question, answer: null }])
  await desktop.ask('answerBox', 'Keep Open')
  service.release()
  expect(await creation).toMatchObject({ ok: true, value: { state: 'created' } })
  expect((await desktop.ask('journal')).windows).toHaveLength(1)
  await desktop.ask('quit')
  const { code, journal } = await desktop.exited
  expect(code).toBe(0)
  expect(journal?.messageBoxes).toHaveLength(1)
})

test('the question is over the window, which is restored if it was minimized', async () => {
  const { creation } = await createSlowly()
  creation.catch(() => undefined)
  await desktop.ask('minimizeWindow')
  await desktop.ask('quit')
  expect((await desktop.ask('journal')).windows).toMatchObject([{ done: ['show', 'restore'] }])
  await desktop.ask('answerBox', 'Quit Anyway')
  expect(await desktop.exited).toMatchObject({ code: 0 })
})

test('quitting anyway does not ask again, and the library has the known state', async () => {
  const { creation } = await createSlowly()
  creation.catch(() => undefined)
  await desktop.ask('quit')
  await desktop.ask('answerBox', 'Quit Anyway')
  const { code, journal } = await desktop.exited
  expect(code).toBe(0)
  expect(journal?.messageBoxes).toEqual([{ ...question, answer: 'Quit Anyway' }])
  desktop = await testFolder.start()
  expect(await desktop.ask('invoke', page, ['links.list', {}])).toMatchObject({
    value: { records: [{ state: 'unknown', request: { title: 'A secret plan' } }] },
  })
})

test.skipIf(isMac)('closing the window quits the app, after a question', async () => {
  const { creation } = await createSlowly()
  creation.catch(() => undefined)
  await desktop.ask('closeWindow')
  expect(await boxes()).toEqual([{ ...question, answer: null }])
  await desktop.ask('answerBox', 'Quit Anyway')
  expect(await desktop.exited).toMatchObject({ code: 0 })
})

test.runIf(isMac)(
  'closing the window does not quit the app, and removes the progress bar from the dock',
  async () => {
    await createSlowly()
    await desktop.ask('closeWindow')
    await desktop.ask('untilClosed')
    await desktop.ask('emit', 'activate')
    const { messageBoxes, progress } = await desktop.ask('journal')
    expect({ messageBoxes, progress }).toEqual({
      messageBoxes: [],
      progress: [unknownProgress, noProgress, unknownProgress],
    })
  },
)

test.runIf(isMac)('quitting without a window asks over a new one', async () => {
  const { creation } = await createSlowly()
  creation.catch(() => undefined)
  await desktop.ask('closeWindow')
  await desktop.ask('untilClosed')
  await desktop.ask('quit')
  expect((await desktop.ask('journal')).windows).toMatchObject([{}, { done: ['show'] }])
  await desktop.ask('answerBox', 'Quit Anyway')
  expect(await desktop.exited).toMatchObject({ code: 0 })
})

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends the app without a question, even while one is open',
  async (signal) => {
    const { creation } = await createSlowly()
    creation.catch(() => undefined)
    await desktop.ask('quit')
    await desktop.ask('untilAsked')
    desktop.signal(signal)
    const { code, journal } = await desktop.exited
    expect(code).toBe(0)
    expect(journal?.messageBoxes).toHaveLength(1)
    expect(await readdir(testFolder.path)).not.toContain('instance.json')
  },
)

test.each(['shutDown', 'endSession'] as const)(
  'a shutdown of the system asks no question: %s',
  async (how) => {
    const { creation } = await createSlowly()
    creation.catch(() => undefined)
    await desktop.ask(how)
    const { code, journal } = await desktop.exited
    expect(code).toBe(0)
    expect(journal?.messageBoxes).toEqual([])
    expect(await readdir(testFolder.path)).not.toContain('instance.json')
  },
)

test.runIf(process.platform === 'linux')(
  'a shutdown of the system waits until the app has ended',
  async () => {
    await desktop.ask('shutDown')
    expect(await desktop.exited).toMatchObject({ code: 0, journal: { delaysShutdown: true } })
  },
)

// Windows kills an app that doesn't refuse. An installer gives up on an app that refuses, and waits for any other.
test.each([
  ['logoff', true],
  ['close-app', false],
] as const)(
  'the end of a Windows session waits until the app has ended: %s',
  async (reason, delaysShutdown) => {
    await desktop.ask('endSession', reason)
    expect(await desktop.exited).toMatchObject({ code: 0, journal: { delaysShutdown } })
  },
)

test('quitting asks no question if no long work is running', async () => {
  await desktop.ask('quit')
  const { code, journal } = await desktop.exited
  expect(code).toBe(0)
  expect(journal).toMatchObject({ messageBoxes: [], progress: [] })
})
