import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

let testFolder: TestFolder
let desktop: Desktop

beforeAll(async () => {
  testFolder = await createTestFolder()
  desktop = await testFolder.start()
})
afterAll(() => testFolder.cleanUp())

const journal = () => desktop.ask('journal')
const windows = async () => (await journal()).windows

describe('the window', () => {
  test('the window is isolated, sandboxed and without Node', async () => {
    const [window] = await windows()
    expect(window?.powers).toEqual([])
    expect((await journal()).sandboxed).toBe(true)
  })

  test('the window enables no additional feature of Chromium', async () => {
    const [window] = await windows()
    const preferences = window?.options['webPreferences']
    expect(preferences).toHaveProperty('sandbox')
    for (const name of ['enableBlinkFeatures', 'disableBlinkFeatures', 'additionalArguments'])
      expect(preferences).not.toHaveProperty(name)
  })

  test('there is one window, and it shows the app', async () => {
    expect((await windows()).map(({ loaded }) => loaded)).toEqual([['app://linkwright/']])
  })

  test('the window is shown once there is something to see', async () => {
    const [window] = await windows()
    expect(window?.options['show']).toBe(false)
    expect(window?.done).toEqual(['show'])
  })

  test('the window reopens with the size and place that it had', async () => {
    const [window] = await windows()
    // Electron saves the state under the name, and nothing without one.
    expect(window?.options).toMatchObject({ name: 'main', windowStatePersistence: true })
  })

  test('the window has its own origin, with the rights of a web page', async () => {
    const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
    expect((await journal()).schemes).toEqual([{ scheme: 'app', privileges }])
  })

  test('the window receives its page with the content security policy', async () => {
    const { status, headers, text } = await desktop.ask('load', 'app://linkwright/')
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(text).not.toContain('__CSP_NONCE__')
  })

  test.each(['app://other/', 'app://linkwright/../../package.json', 'app://linkwright/%2e%2e/main/main.js'])(
    'the window receives nothing from %s',
    async (url) => {
      expect((await desktop.ask('load', url)).status).toBe(404)
    },
  )

  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
    'the window cannot navigate away: %s is prevented',
    async (event) => {
      expect(await desktop.ask('attempt', event)).toBe(false)
    },
  )

  test.each(['will-navigate', 'will-frame-navigate'])(
    'the window may load its own page again: %s',
    async (event) => {
      expect(await desktop.ask('attempt', event, 'app://linkwright/')).toBe(true)
      expect(await desktop.ask('attempt', event, 'app://linkwright/#/settings')).toBe(true)
    },
  )

  test.each([
    'app://linkwright/licenses.md',
    'app://linkwright/?x=1#/settings',
    'app://linkwright.example/',
    'blob:app://linkwright/5f0c4f8e',
    'data:text/html,x',
    'about:blank',
  ])('the window may load no other page: %s', async (url) => {
    expect(await desktop.ask('attempt', 'will-navigate', url)).toBe(false)
    expect(await desktop.ask('attempt', 'will-frame-navigate', url)).toBe(false)
  })

  test('the window’s page is not shown in a frame', async () => {
    expect(await desktop.ask('attempt', 'will-frame-navigate', 'app://linkwright/', false)).toBe(false)
  })

  test('the window passes web addresses to the system’s browser and opens no window', async () => {
    const opened = ['https://example.com/a?b#c', 'http://127.0.0.1:4680/Ab3']
    for (const url of opened) expect(await desktop.ask('open', url)).toBe('deny')
    expect((await journal()).openedOutside).toEqual(opened)
  })

  test.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-settings:',
    'app://linkwright/',
    'not an address',
  ])('the window passes no other addresses to the system: %s', async (url) => {
    const { openedOutside } = await journal()
    expect(await desktop.ask('open', url)).toBe('deny')
    expect((await journal()).openedOutside).toEqual(openedOutside)
  })
})

describe('the network', () => {
  const code = 'app://linkwright/5f0c4f8e'

  test.each(['app://linkwright/assets/main.js', `blob:${code}`, 'data:image/png;base64,AAAA'])(
    'the network allows the app’s own page and what it has created: %s',
    async (url) => {
      expect(await desktop.ask('mayLoad', url)).toBe(true)
    },
  )

  test.each([
    'https://example.com/',
    'http://127.0.0.1:4680/',
    'ws://127.0.0.1:4680/',
    'wss://example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'chrome://gpu/',
    'app://other/',
    'app://linkwright.example/',
    'blob:https://example.com/5f0c4f8e',
    'filesystem:app://linkwright/x',
  ])('the network is closed to everything else: %s', async (url) => {
    expect(await desktop.ask('mayLoad', url)).toBe(false)
    expect(await desktop.ask('mayDownload', url)).toBe(false)
  })

  test('the network allows downloads that the app’s own page offers', async () => {
    expect(await desktop.ask('mayDownload', `blob:${code}`)).toBe(true)
  })

  test('a saved file is named in the dialog by no address', async () => {
    expect(await desktop.ask('saveDialogTitle')).toBe('Save File')
  })

  test('no dictionaries are downloaded, and WebRTC cannot bypass the rules of the network', async () => {
    expect(await desktop.ask('checksSpelling')).toBe(process.platform === 'darwin')
    expect((await journal()).webRtc).toEqual(['disable_non_proxied_udp'])
  })
})

describe('a download', () => {
  beforeEach(() => desktop.ask('mayDownload', 'blob:app://linkwright/5f0c4f8e'))
  const shown = async () => (await journal()).messageBoxes.map(({ message }) => message)

  test.each(['completed', 'cancelled'])('a download is not reported if it was %s', async (state) => {
    await desktop.ask('updateDownload', 'updated', 'progressing')
    await desktop.ask('updateDownload', 'done', state)
    expect(await shown()).toEqual([])
  })

  test.each(['updated', 'done'] as const)('a download that fails is reported once: %s', async (event) => {
    const before = await shown()
    await desktop.ask('updateDownload', event, 'interrupted')
    expect(await shown()).toEqual([...before, 'links.csv couldn’t be saved'])
    await desktop.ask('answerBox', 'OK')
  })
})

describe('permissions', () => {
  const ownUrl = 'app://linkwright/'

  test.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'openExternal',
    'fileSystem',
    'usb',
    'unknown',
  ])('the permission %s is denied, whether requested or checked', async (permission) => {
    expect(await desktop.ask('mayCheck', permission, ownUrl)).toBe(false)
    expect(await desktop.ask('mayRequest', permission, ownUrl)).toEqual([false])
  })

  test('the app’s own page may copy a link, and no other page may', async () => {
    expect(await desktop.ask('mayCheck', 'clipboard-sanitized-write', ownUrl)).toBe(true)
    expect(await desktop.ask('mayRequest', 'clipboard-sanitized-write', ownUrl)).toEqual([true])
    expect(await desktop.ask('mayCheck', 'clipboard-sanitized-write', 'https://example.com/')).toBe(false)
    expect(await desktop.ask('mayCheck', 'clipboard-sanitized-write', 'app://linkwright.example')).toBe(false)
  })

  test('no device is granted', async () => {
    expect(await desktop.ask('mayUseDevice')).toBe(false)
  })
})

test('the menu goes back and forward in the window', async () => {
  await desktop.ask('pick', 'Back')
  await desktop.ask('pick', 'Forward')
  expect((await journal()).steps).toEqual(['back', 'forward'])
})

test('the menu shows the data folder', async () => {
  await desktop.ask('pick', 'Open Data Folder')
  expect((await journal()).openedPaths).toEqual([testFolder.path])
})

test("Chromium's own files are separate from the user's", async () => {
  expect((await journal()).paths).toEqual({ userData: join(testFolder.path, 'window') })
})
