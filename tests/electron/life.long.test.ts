import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { windowUrlAt, findPath } from '../../contract/app/window/windowPath.ts'
import { startLoopback } from '../../loopback/main.ts'
import { removeFolder, temporaryFolder } from '../core/harness/app.ts'
import { createStuckPipe } from '../stuckPipe.ts'
import { keyringMissing, startSession } from '../core/harness/keyring.ts'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

const windowFolder = join(import.meta.dirname, '..', '..', 'dist', 'renderer')
const page = { origin: 'app://linkwright', main: true }
// Windows has no signals: `kill` ends the process immediately.
const hasSignals = process.platform !== 'win32'

const deepLink = `linkwright://find?url=${encodeURIComponent('https://links.example.com/Ab3')}`

const draft = { id: '0190a1b2-0000-7000-8000-000000000001', form: { values: { title: 'Last words' } } }

let testFolder: TestFolder

beforeEach(async () => {
  testFolder = await createTestFolder()
})
afterEach(() => testFolder.cleanUp())

test.runIf(hasSignals).each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends the app normally, with the service that it runs',
  async (signal) => {
    const desktop = await testFolder.start()
    expect(await desktop.ask('invoke', page, ['profiles.tryLocal', {}])).toMatchObject({ ok: true })
    desktop.signal(signal)
    expect(await desktop.exited).toMatchObject({ code: 0 })
    expect(desktop.output()).toBe('')
    expect(await readdir(testFolder.path)).not.toContain('instance.json')
  },
)

test.runIf(hasSignals)('a second signal during the shutdown is ignored', async () => {
  const desktop = await testFolder.start()
  await desktop.ask('invoke', page, ['profiles.tryLocal', {}])
  desktop.signal('SIGTERM')
  desktop.signal('SIGTERM')
  expect(await desktop.exited).toMatchObject({ code: 0 })
  expect(await readdir(testFolder.path)).not.toContain('instance.json')
})

test('a page that asks to stay open can prevent a user from quitting', async () => {
  const desktop = await testFolder.start()
  await desktop.ask('stayOpen')
  await desktop.ask('quit')
  await desktop.ask('emit', 'activate')
  expect((await desktop.ask('journal')).windows).toMatchObject([{ done: ['show', 'show', 'focus'] }])
})

test.runIf(hasSignals)(
  'a page that asks to stay open cannot prevent the app from ending at a signal',
  async () => {
    const desktop = await testFolder.start()
    await desktop.ask('stayOpen')
    desktop.signal('SIGTERM')
    expect(await desktop.exited).toMatchObject({ code: 0 })
    expect(await readdir(testFolder.path)).not.toContain('instance.json')
  },
)

/** Sends a request to the service on this computer and never completes it, which delays a normal end. */
async function startEndlessRequest(desktop: Desktop): Promise<Socket> {
  const savedProfile = await desktop.ask('invoke', page, ['profiles.tryLocal', {}])
  const { hostname, port } = new URL((savedProfile as { value: { baseUrl: string } }).value.baseUrl)
  const socket = createConnection(Number(port), hostname).on('error', () => undefined)
  await once(socket, 'connect')
  const head = ['POST /api/v1/sdk/generate_link HTTP/1.1', `Host: ${hostname}:${port}`]
  const fields = ['Content-Type: application/json', 'Content-Length: 100', 'Expect: 100-continue']
  socket.write(`${[...head, ...fields].join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

test('a shutdown that hangs does not keep the process alive, and a start meanwhile opens the app', async () => {
  const desktop = await testFolder.start()
  const socket = await startEndlessRequest(desktop)
  await desktop.ask('quit')
  await desktop.ask('untilEnding')
  expect(await desktop.ask('journal')).toMatchObject({ releasedLock: true })
  const next = testFolder.boot()
  await next.ask('untilLoaded')
  const { code, journal } = await desktop.exited
  expect(code).toBe(0)
  expect(journal).toMatchObject({ windows: [{}], relaunches: [] })
  expect((await next.ask('journal')).errorBoxes).toEqual([])
  socket.destroy()
})

test.runIf(hasSignals)('a thread that waits for a disk does not keep the process alive', async () => {
  const pipe = createStuckPipe(testFolder.path)
  const desktop = await testFolder.start({ env: pipe.env })
  expect(await desktop.ask('invoke', page, ['drafts.save', draft])).toMatchObject({ ok: true })
  desktop.signal('SIGUSR2')
  const writer = await pipe.waitUntilStuck()
  await desktop.ask('quit')
  // A normal end would wait for the thread.
  expect(await desktop.exited).toEqual({ code: null, journal: null })
  await writer.close()
  const restarted = await testFolder.start()
  expect(await restarted.ask('invoke', page, ['drafts.list', {}])).toMatchObject({ value: [draft] })
})

test('the app ends normally when npm start on Windows requests it or has ended', async () => {
  for (const method of ['sendQuit', 'disconnect'] as const) {
    const desktop = await testFolder.start()
    desktop[method]()
    expect(await desktop.exited).toMatchObject({ code: 0 })
    expect(await readdir(testFolder.path)).not.toContain('instance.json')
  }
})

/** What macOS does with the one process that it keeps: opens it by its icon, or with a link. */
test('a start during the shutdown opens a new process, not a window of the old one', async () => {
  const desktop = await testFolder.start()
  const socket = await startEndlessRequest(desktop)
  await desktop.ask('quit')
  await desktop.ask('untilEnding')
  await desktop.ask('emit', 'open-url', deepLink)
  await desktop.ask('emit', 'activate')
  socket.destroy()
  const { code, journal } = await desktop.exited
  expect(code).toBe(0)
  expect(journal?.windows).toHaveLength(1)
  expect(journal?.relaunches.map((args) => args.slice(-3))).toEqual([
    [`--data-dir=${testFolder.path}`, '--', deepLink],
  ])
  const next = testFolder.boot({ args: ['--', deepLink] })
  await next.ask('untilLoaded')
  expect(await next.ask('take', page)).toBe(findPath('https://links.example.com/Ab3'))
})

test.runIf(process.platform === 'linux')(
  'a start during the shutdown starts the AppImage again, not the program in it',
  async () => {
    const image = join(testFolder.path, 'Linkwright.AppImage')
    const started = join(testFolder.path, 'started')
    await writeFile(
      image,
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${started}.part'\nmv '${started}.part' '${started}'\n`,
    )
    await chmod(image, 0o755)
    const desktop = await testFolder.start({ env: { APPIMAGE: image, APPDIR: dirname(process.execPath) } })
    const socket = await startEndlessRequest(desktop)
    await desktop.ask('quit')
    await desktop.ask('untilEnding')
    await desktop.ask('emit', 'open-url', deepLink)
    socket.destroy()
    expect(await desktop.exited).toMatchObject({ code: 0, journal: { relaunches: [] } })
    await expect.poll(() => readFile(started, 'utf8').catch(() => '')).toContain(`--\n${deepLink}\n`)
  },
)

test.each(['quit', 'endSession'] as const)(
  'data that the page sends while it closes is kept: %s',
  async (method) => {
    const desktop = await testFolder.start()
    const profile = { name: 'Acme', baseUrl: 'https://links.example.com' }
    await desktop.ask('callOnHide', 'drafts.save', draft)
    await desktop.ask('callOnHide', 'profiles.save', { profile })
    await desktop.ask(method)
    expect(await desktop.exited).toMatchObject({ code: 0 })
    const restarted = await testFolder.start()
    expect(await restarted.ask('invoke', page, ['drafts.list', {}])).toMatchObject({ value: [draft] })
    const state = await restarted.ask('invoke', page, ['app.state', {}])
    expect(state).toMatchObject({ value: { profiles: [{ name: 'Acme' }] } })
  },
)

test.runIf(process.platform !== 'darwin')('closing the last window ends the app', async () => {
  const desktop = await testFolder.start()
  await desktop.ask('closeWindow').catch(() => undefined)
  expect(await desktop.exited).toMatchObject({ code: 0 })
})

test('a second start shows the first window', async () => {
  const desktop = await testFolder.start()
  await desktop.ask('minimizeWindow')
  await desktop.ask('emit', 'second-instance', ['linkwright'], testFolder.path)
  const [window, ...others] = (await desktop.ask('journal')).windows
  expect(others).toEqual([])
  expect(window?.done).toEqual(['show', 'restore', 'show', 'focus'])
})

test('the second process ends immediately', async () => {
  const desktop = testFolder.boot({ env: { STANDIN_SECOND: '1' } })
  expect(await desktop.exited).toMatchObject({ code: 0 })
})

test('a folder that Chromium cannot use is reported', async () => {
  const folder = join(testFolder.path, 'window')
  await writeFile(folder, '')
  const { code, journal } = await testFolder.boot().exited
  expect(code).toBe(1)
  const reason = expect.stringContaining(`cannot use its data folder ${folder}: a file is where`) as string
  expect(journal).toMatchObject({ windows: [], errorBoxes: [['Linkwright could not start', reason]] })
})

/** An address of its window that opens it once and contains no token, because program arguments are readable by all. */
function oneTimeAddress({ address }: { address: string }, suffix = ''): unknown {
  return expect.stringMatching(new RegExp(`^${new URL(address).origin}/#code=[\\w-]{43}${suffix}$`))
}

test('the app shows its browser window if it is already open there', async () => {
  const browserApp = await startLoopback({ dataFolder: testFolder.path, windowFolder, port: 0 })
  const desktop = testFolder.boot()
  const { code, journal } = await desktop.exited
  expect(code).toBe(0)
  expect(journal).toMatchObject({ openedOutside: [oneTimeAddress(browserApp)], windows: [], errorBoxes: [] })
  await browserApp.close()
})

test('a link that the app was started with is shown in the browser window', async () => {
  const browserApp = await startLoopback({ dataFolder: testFolder.path, windowFolder, port: 0 })
  const { code, journal } = await testFolder.boot({ args: ['--', deepLink] }).exited
  expect(code).toBe(0)
  const path = findPath('https://links.example.com/Ab3')
  expect(journal).toMatchObject({
    openedOutside: [oneTimeAddress(browserApp, windowUrlAt('', path).replace('#', '&'))],
    errorBoxes: [],
  })
  await browserApp.close()
})

test('the app reports that the browser window cannot be shown, and ends', async () => {
  const browserApp = await startLoopback({ dataFolder: testFolder.path, windowFolder, port: 0 })
  const desktop = testFolder.boot({ env: { STANDIN_BROWSER: 'none' } })
  const { code, journal } = await desktop.exited
  expect(code).toBe(1)
  const reason = expect.stringContaining('already open in a browser') as string
  expect(journal).toMatchObject({ windows: [], errorBoxes: [['Linkwright could not start', reason]] })
  await browserApp.close()
})

test('an address that cannot belong to the other window is not opened', async () => {
  const browserApp = await startLoopback({ dataFolder: testFolder.path, windowFolder, port: 0 })
  const holder = { pid: process.pid, address: 'https://example.com/' }
  await writeFile(join(testFolder.path, 'instance.json'), JSON.stringify(holder))
  const desktop = testFolder.boot()
  const { code, journal } = await desktop.exited
  expect(code).toBe(1)
  const reason = `The data folder is in use by process ${process.pid}.`
  expect(journal).toMatchObject({ openedOutside: [], errorBoxes: [['Linkwright could not start', reason]] })
  await browserApp.close()
})

const isLinux = process.platform === 'linux'

test.skipIf(isLinux && keyringMissing())(
  'a failed process of the key store is reported, and nothing else fails',
  async () => {
    const folder = await temporaryFolder()
    const session = isLinux ? await startSession(folder) : null
    const desktop = testFolder.boot({ env: { ...session?.env, STANDIN_KEY_STORE: 'fails' } })
    await desktop.ask('untilLoaded')
    const storage = await desktop.ask('invoke', page, ['keys.storage', {}])
    expect(storage).toMatchObject({ ok: true, value: { store: { kind: 'memory', reason: 'failed' } } })
    expect(desktop.output()).toBe('')
    await session?.stop()
    await removeFolder(folder)
  },
)

test.skipIf(process.platform === 'win32')(
  'a data folder that others can read is refused with a reason',
  async () => {
    await chmod(testFolder.path, 0o755)
    await mkdtemp(join(testFolder.path, 'of-others-'))
    const desktop = testFolder.boot()
    const { code, journal } = await desktop.exited
    expect(code).toBe(1)
    const reason = expect.stringContaining(`Other users can read ${testFolder.path}`) as string
    expect(journal).toMatchObject({
      windows: [],
      errorBoxes: [['Linkwright could not start', reason]],
      errorsOnStderr: [],
    })
    const profile = journal?.paths['userData'] ?? ''
    expect(profile.startsWith(join(tmpdir(), 'linkwright-'))).toBe(true)
    expect(profile.startsWith(testFolder.path)).toBe(false)
    expect(existsSync(profile)).toBe(false)
  },
)
