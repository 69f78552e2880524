import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLoopback } from '../../loopback/main.ts'
import { boot } from './standin/boot.ts'
import type { Desktop } from './standin/boot.ts'

const page = { origin: 'app://linkwright', main: true }
let folder: string
let running: Desktop[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-desktop-'))
  running = []
})
afterEach(async () => {
  for (const desktop of running) desktop.signal('SIGKILL')
  await Promise.all(running.map(({ ended }) => ended))
  await rm(folder, { recursive: true })
})

function start(env?: NodeJS.ProcessEnv): Desktop {
  const desktop = boot(folder, env)
  running.push(desktop)
  return desktop
}

async function startWithWindow(): Promise<Desktop> {
  const desktop = start()
  await desktop.ask('untilLoaded')
  return desktop
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends it in order, with the service that it runs',
  async (signal) => {
    const desktop = await startWithWindow()
    expect(await desktop.ask('invoke', page, ['profiles.tryLocal', {}])).toMatchObject({ ok: true })
    desktop.signal(signal)
    expect(await desktop.ended).toMatchObject({ code: 0 })
    expect(desktop.output()).toBe('')
    expect(await readdir(folder)).not.toContain('instance.json')
  },
)

test.runIf(process.platform !== 'darwin')('closing the last window ends it', async () => {
  const desktop = await startWithWindow()
  await desktop.ask('closeWindow').catch(() => undefined)
  expect(await desktop.ended).toMatchObject({ code: 0 })
})

test('a second start shows the first window', async () => {
  const desktop = await startWithWindow()
  await desktop.ask('emit', 'second-instance', ['linkwright'], folder)
  const [window, ...others] = (await desktop.ask('journal')).windows
  expect(others).toEqual([])
  expect(window?.done).toEqual(['show', 'restore', 'show', 'focus'])
})

test('the second process ends at once', async () => {
  const desktop = start({ STANDIN_SECOND: '1' })
  expect(await desktop.ended).toMatchObject({ code: 0 })
})

test('where the app is open in the browser already, that is shown', async () => {
  const first = await startLoopback({ dataFolder: folder, port: 0 })
  const desktop = start()
  const { code, journal } = await desktop.ended
  expect(code).toBe(1)
  expect(journal).toMatchObject({ openedOutside: [first.address], windows: [], errorBoxes: [] })
  await first.close()
})

test.skipIf(process.platform === 'win32')(
  'a data folder that others can read is refused with a reason',
  async () => {
    await chmod(folder, 0o755)
    await mkdtemp(join(folder, 'of-others-'))
    const desktop = start()
    const { code, journal } = await desktop.ended
    expect(code).toBe(1)
    const reason = expect.stringContaining(`Other users can read ${folder}`) as string
    expect(journal).toMatchObject({ windows: [], errorBoxes: [['Linkwright could not start', reason]] })
  },
)
