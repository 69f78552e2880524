import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppState } from '../../contract/app/calls/app/app.ts'
import { chromiumLicencesPath, packageLicencesPath } from '../../contract/app/window/licences.ts'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

const page = { origin: 'app://linkwright', main: true }
const list = '<div class="product"><span class="title">Abseil</span></div>'
let testFolder: TestFolder

beforeEach(async () => {
  testFolder = await createTestFolder()
})
afterEach(() => testFolder.cleanUp())

async function readDesktopState(desktop: Desktop): Promise<AppState['desktop']> {
  const state = (await desktop.ask('invoke', page, ['app.state', {}])) as { value: AppState }
  return state.value.desktop
}

test('the window gets the licences of the packages in it', async () => {
  const desktop = await testFolder.start()
  const { status, headers, text } = await desktop.ask('load', `app://linkwright${packageLicencesPath}`)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text).toContain('## react - ')
})

test.each([
  ['beside the executable', 'linkwright', 'LICENSES.chromium.html'],
  ['beside an unpacked bundle for macOS', 'Electron.app/Contents/MacOS/Electron', 'LICENSES.chromium.html'],
])('the list of Chromium’s licences is offered as text: %s', async (_where, executable, file) => {
  await mkdir(join(testFolder.path, executable, '..'), { recursive: true })
  await writeFile(join(testFolder.path, file), list)
  const desktop = await testFolder.start({ env: { STANDIN_EXE: join(testFolder.path, executable) } })
  expect(await readDesktopState(desktop)).toMatchObject({ chromiumLicences: true })
  const { status, headers, text } = await desktop.ask('load', `app://linkwright${chromiumLicencesPath}`)
  expect({ status, text }).toEqual({ status: 200, text: list })
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  const postResponse = await desktop.ask('load', `app://linkwright${chromiumLicencesPath}`, 'POST')
  expect(postResponse.status).toBe(405)
})

test('a runtime without the list is reported', async () => {
  const desktop = await testFolder.start()
  expect(await readDesktopState(desktop)).toMatchObject({ chromiumLicences: false })
  expect((await desktop.ask('load', `app://linkwright${chromiumLicencesPath}`)).status).toBe(404)
})

test.each<[string, NodeJS.ProcessEnv, string[], boolean]>([
  ['nothing', {}, [], true],
  ['--no-sandbox', {}, ['--no-sandbox'], false],
  ['ELECTRON_DISABLE_SANDBOX', { ELECTRON_DISABLE_SANDBOX: '1' }, [], false],
])('the window shows whether it is sandboxed: %s', async (_name, env, args, sandboxed) => {
  expect(await readDesktopState(await testFolder.start({ env, args }))).toMatchObject({ sandboxed })
})

test.runIf(process.platform === 'linux')(
  'a start without the sandbox never enables it later, which would leave a white window',
  async () => {
    const desktop = await testFolder.start({ args: ['--no-sandbox'] })
    expect((await desktop.ask('journal')).sandboxed).toBe(false)
  },
)
