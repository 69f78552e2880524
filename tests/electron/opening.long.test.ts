import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AppState } from '../../contract/app/calls/app/app.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

const page = { origin: 'app://linkwright', main: true }
const draft = { id: 'a-draft', form: { values: { title: 'Summer sale' } } }
const hiddenWindow = { loaded: ['app://linkwright/'], done: [] }
const hasSignals = process.platform !== 'win32'

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

/** Makes a call whose process may end before it answers. */
const callWithoutResult = (name: string, input: object) => void call(name, input).catch(() => undefined)

async function expectDraftKept(): Promise<void> {
  desktop = await testFolder.start()
  expect(await call('drafts.list', {})).toMatchObject({ ok: true, value: [draft] })
}

describe('while the library opens', () => {
  beforeEach(startHeld)
  afterEach(cleanUp)

  test('quitting while the library opens waits for it, and keeps what the page has sent', async () => {
    callWithoutResult('drafts.save', draft)
    await desktop.ask('quit')
    await desktop.ask('untilEnding')
    await desktop.ask('releaseThreads')
    expect(await desktop.exited).toMatchObject({ code: 0, journal: { errorBoxes: [] } })
    expect(await readdir(testFolder.path)).not.toContain('instance.json')
    await expectDraftKept()
  })

  test.runIf(hasSignals)(
    'a signal while the library opens waits for it, and keeps what the page has sent',
    async () => {
      callWithoutResult('drafts.save', draft)
      desktop.signal('SIGTERM')
      await desktop.ask('untilEnding')
      await desktop.ask('releaseThreads')
      expect(await desktop.exited).toMatchObject({ code: 0 })
      expect(desktop.output()).toBe('')
      await expectDraftKept()
    },
  )

  test('an uncaught exception during the start shuts the app down and is reported at the next start', async () => {
    callWithoutResult('drafts.save', draft)
    await desktop.ask('throwLater')
    await desktop.ask('untilEnding')
    await desktop.ask('releaseThreads')
    const { code, journal } = await desktop.exited
    expect(code).toBe(1)
    expect(journal?.errorBoxes).toMatchObject([['Linkwright closed because of a bug', expect.anything()]])
    await expectDraftKept()
    const state = (await call('app.state', {})) as Result<AppState>
    expect(state.ok && state.value.notices).toMatchObject([{ title: 'Linkwright closed because of a bug' }])
  })

  test('a killed process does not block the next start', async () => {
    desktop.signal('SIGKILL')
    await desktop.exited
    desktop = await testFolder.start()
    expect(await call('drafts.save', draft)).toMatchObject({ ok: true })
  })
})

describe('a library that cannot be opened', () => {
  const library = () => join(testFolder.path, 'library.db')
  beforeEach(startHeld)
  beforeEach(() => mkdir(library()))
  afterEach(cleanUp)

  test('a library that cannot be opened is reported without a window, and does not block the next start', async () => {
    callWithoutResult('app.state', {})
    await desktop.ask('releaseThreads')
    const { code, journal } = await desktop.exited
    expect(code).toBe(1)
    const reason = expect.stringContaining(
      `Linkwright cannot use its data folder ${testFolder.path}: `,
    ) as string
    expect(journal).toMatchObject({
      windows: [hiddenWindow],
      errorBoxes: [['Linkwright could not start', reason]],
    })
    await rm(library(), { recursive: true })
    desktop = await testFolder.start()
    expect(await call('drafts.list', {})).toMatchObject({ ok: true })
  })

  test('a library that cannot be opened is not reported if the user has quit meanwhile', async () => {
    await desktop.ask('quit')
    await desktop.ask('untilEnding')
    await desktop.ask('releaseThreads')
    expect(await desktop.exited).toMatchObject({ code: 0, journal: { errorBoxes: [] } })
    expect(await readdir(testFolder.path)).not.toContain('instance.json')
  })
})
