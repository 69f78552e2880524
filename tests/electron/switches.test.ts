import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

let testFolder: TestFolder
beforeEach(async () => {
  testFolder = await createTestFolder()
})
afterEach(() => testFolder.cleanUp())

/** Returns the switches that the app has removed by the time it has a window. */
async function readRemovedSwitches(
  env: NodeJS.ProcessEnv,
  switches: string[],
): Promise<string[] | undefined> {
  const desktop = await testFolder.start({ env, args: switches })
  return (await desktop.ask('journal')).removedSwitches
}

const packed = { STANDIN_PACKAGED: '1' }

/** Switches that let another program into the app, start a program, redirect requests, or turn off a protection. */
const hostile = [
  '--remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '--remote-debugging-address=0.0.0.0',
  '--remote-allow-origins=*',
  '--inspect=0.0.0.0:9229',
  '--inspect-brk',
  '--inspect-port=1',
  '--js-flags=--expose-gc',
  '--load-extension=/tmp/x',
  '--disable-extensions-except=/tmp/x',
  '--proxy-server=evil.example:8080',
  '--proxy-pac-url=http://evil.example/',
  '--proxy-bypass-list=*',
  '--no-proxy-server',
  '--host-rules=MAP * evil.example',
  '--host-resolver-rules=MAP * evil.example',
  '--ignore-certificate-errors',
  '--ignore-certificate-errors-spki-list=x',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--allow-file-access-from-files',
  '--unsafely-treat-insecure-origin-as-secure=http://evil.example',
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins',
  '--enable-features=X',
  '--enable-blink-features=X',
  '--enable-experimental-web-platform-features',
  '--user-data-dir=/tmp/x',
  '--renderer-cmd-prefix=xterm -e',
  '--utility-cmd-prefix=xterm -e',
  '--gpu-launcher=xterm -e',
  '--ppapi-plugin-launcher=xterm',
  '--browser-subprocess-path=/tmp/x',
  '--disable-seccomp-filter-sandbox',
  '--disable-gpu-sandbox',
  '--auth-server-whitelist=*',
  '--use-fake-ui-for-media-stream',
  '--log-net-log=/tmp/x',
  '--log-file=/tmp/x',
  '--ssl-key-log-file=/tmp/x',
]
const switchNames = (switches: string[]) => switches.map((text) => /^--([\w-]+)/.exec(text)?.[1])

test('a packed app removes every switch that would let another program in', async () => {
  expect(await readRemovedSwitches(packed, hostile)).toEqual(switchNames(hostile))
})

test('each spelling of a switch that Chromium reads is recognized', async () => {
  expect(
    await readRemovedSwitches(packed, [
      '-remote-debugging-port=1',
      '/gpu-launcher=x',
      '--JS-Flags=x',
      '--js-flags',
    ]),
  ).toEqual(['remote-debugging-port', 'gpu-launcher', 'js-flags'])
})

test('switches that help with problems of graphics and displays are kept', async () => {
  const useful = [
    '--disable-gpu',
    '--ozone-platform=wayland',
    '--force-device-scale-factor=1.5',
    '--lang=de',
    '--enable-logging',
  ]
  expect(
    await readRemovedSwitches(packed, [
      ...useful,
      'linkwright://find?url=--disable-web-security',
      '/home/me',
    ]),
  ).toEqual([])
})

test('every switch that docs/installing.md explains is kept', async () => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'installing.md'), 'utf8')
  const [, section = ''] = text.split('## Command-line switches')
  // Each start of a test has its own `--data-dir`.
  const switches = section.split('\n## ', 1)[0]?.match(/(?<=`)--(?!data-dir)[\w-]+/g) ?? []
  expect(switches.length).toBeGreaterThan(10)
  expect(await readRemovedSwitches(packed, switches)).toEqual([])
})

test('an app in development can be debugged', async () => {
  expect(await readRemovedSwitches({}, hostile)).toEqual([])
})
