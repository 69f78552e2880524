import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPath } from '../../contract/app/window/windowPath.ts'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

const page = { origin: 'app://linkwright', main: true }
const deepLink = `linkwright://find?url=${encodeURIComponent('https://links.example.com/Ab3')}`
const draft = { id: 'a-draft', form: { values: { title: 'Summer sale' } } }
const hiddenWindow = { loaded: ['app://linkwright/'], done: [] }

let testFolder: TestFolder
let desktop: Desktop

/** The library doesn't open until the test releases its thread. */
async function startHeld(): Promise<void> {
  testFolder = await createTestFolder()
  desktop = testFolder.boot({ env: { STANDIN_THREADS: 'held' } })
  await desktop.ask('untilLoaded')
}
const cleanUp = () => testFolder.cleanUp()

const call = (name: string, input: object) => desktop.ask('invoke', page, [name, input])
const windows = async () => (await desktop.ask('journal')).windows

describe('an app whose library opens slowly', () => {
  beforeAll(startHeld)
  afterAll(cleanUp)

  test('an app whose library opens slowly loads its page in a window that is hidden', async () => {
    expect(await windows()).toMatchObject([hiddenWindow])
  })

  test('an app whose library opens slowly locks its folder: another start learns that it is in use', async () => {
    const { code, journal } = await testFolder.boot().exited
    expect(code).toBe(1)
    expect(journal).toMatchObject({
      windows: [],
      errorBoxes: [['Linkwright could not start', expect.anything()]],
    })
  })

  test('an app whose library opens slowly accepts the link of a second start, and shows no window for it', async () => {
    await desktop.ask('emit', 'second-instance', ['linkwright', deepLink], testFolder.path)
    expect(await windows()).toMatchObject([hiddenWindow])
    expect(await desktop.ask('take', page)).toBe(findPath('https://links.example.com/Ab3'))
  })

  test('an app whose library opens slowly queues calls, answers them in order, and shows its window when the library is open', async () => {
    const savedDraft = call('drafts.save', draft)
    const drafts = call('drafts.list', {})
    expect(await windows()).toMatchObject([hiddenWindow])
    await desktop.ask('releaseThreads')
    expect(await savedDraft).toMatchObject({ ok: true })
    expect(await drafts).toMatchObject({ ok: true, value: [draft] })
    await desktop.ask('untilShown')
    expect((await windows()).map(({ done }) => done)).toEqual([['show']])
  })
})
