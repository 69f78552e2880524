import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Desktop } from '../standin/boot.ts'
import { createTestFolder } from '../standin/testFolder.ts'
import type { TestFolder } from '../standin/testFolder.ts'

const startUrl = 'app://linkwright/'
const plainPageUrl = 'app://linkwright/stopped'
let testFolder: TestFolder
let desktop: Desktop

beforeEach(async () => {
  testFolder = await createTestFolder('linkwright & <desktop>-')
  desktop = await testFolder.start()
})
afterEach(() => testFolder.cleanUp())

const loaded = async () => (await desktop.ask('journal')).windows.map((window) => window.loaded)
const boxes = async () => (await desktop.ask('journal')).messageBoxes

/** Ends the page's process, and waits for what is shown next. */
async function crash(...pages: string[]): Promise<void> {
  await desktop.ask('endProcess', 'crashed')
  await expect.poll(loaded).toEqual([pages])
}

describe('a page whose process has ended', () => {
  test.each(['crashed', 'oom', 'killed', 'abnormal-exit'] as const)(
    'a page whose process ends is reloaded: %s',
    async (reason) => {
      await desktop.ask('endProcess', reason)
      await expect.poll(loaded).toEqual([[startUrl, startUrl]])
      expect(await readFile(join(testFolder.path, 'errors.log'), 'utf8')).toContain(
        `exited: ${reason}, exit code 5`,
      )
    },
  )

  test('a page whose process ends normally is not reloaded', async () => {
    await desktop.ask('endProcess', 'clean-exit')
    await crash(startUrl, startUrl)
  })

  test('a page that keeps failing is replaced by a plain one, which can restart it and open the data folder', async () => {
    await crash(startUrl, startUrl)
    await crash(startUrl, startUrl, startUrl)
    await crash(startUrl, startUrl, startUrl, startUrl)
    const loadedPages = [startUrl, startUrl, startUrl, startUrl, plainPageUrl]
    await crash(...loadedPages)
    const { status, headers, text } = await desktop.ask('load', plainPageUrl)
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(text).not.toContain('<script')
    expect(text).toContain(
      testFolder.path.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    )
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? '')
    expect(links).toHaveLength(2)
    // None of these links navigates: the main process handles them. The last comes first, because the first one leaves
    // the page.
    for (const link of links.toReversed())
      expect(await desktop.ask('attempt', 'will-navigate', link)).toBe(false)
    await expect.poll(loaded).toEqual([[...loadedPages, startUrl]])
    expect((await desktop.ask('journal')).openedPaths).toEqual([testFolder.path])
  })

  test('the app reports that even its plain page’s process has ended, and ends', async () => {
    for (let count = 0; count < 4; count++) {
      const loadCount = (await loaded())[0]?.length ?? 0
      await desktop.ask('endProcess', 'crashed')
      await expect.poll(async () => (await loaded())[0]?.length).toBe(loadCount + 1)
    }
    await desktop.ask('endProcess', 'launch-failed')
    const { code, journal } = await desktop.exited
    expect(code).toBe(0)
    expect(journal?.errorBoxes).toMatchObject([['Linkwright has to close', expect.anything()]])
  })

  test('the links of the plain page do nothing in another page', async () => {
    for (const link of [`${plainPageUrl}/again`, `${plainPageUrl}/data`]) {
      expect(await desktop.ask('attempt', 'will-navigate', link)).toBe(false)
    }
    expect(await loaded()).toEqual([[startUrl]])
    expect((await desktop.ask('journal')).openedPaths).toEqual([])
  })
})

describe('an unresponsive page', () => {
  test('the user is asked once about a page that does not respond, and can wait', async () => {
    await desktop.ask('hang')
    await desktop.ask('hang')
    expect(await boxes()).toMatchObject([
      { message: 'Linkwright isn’t responding', buttons: ['Wait', 'Reload'] },
    ])
    await desktop.ask('answerBox', 'Wait')
    await desktop.ask('hang')
    expect(await boxes()).toHaveLength(2)
    expect(await loaded()).toEqual([[startUrl]])
  })

  test('an unresponsive page is restarted in a new process on request', async () => {
    await desktop.ask('hang')
    await desktop.ask('answerBox', 'Reload')
    await expect.poll(loaded).toEqual([[startUrl, startUrl]])
  })

  // On macOS, the app outlives its window.
  test.skipIf(process.platform === 'darwin')(
    'the question is withdrawn when its window is closed',
    async () => {
      await desktop.ask('hang')
      await desktop.ask('closeWindow').catch(() => undefined)
      expect((await desktop.exited).journal?.messageBoxes).toMatchObject([{ answer: 'withdrawn' }])
    },
  )

  test('the question is withdrawn when the page responds again', async () => {
    await desktop.ask('hang')
    await desktop.ask('answerAgain')
    expect(await boxes()).toMatchObject([{ answer: 'withdrawn' }])
    await desktop.ask('hang')
    expect(await boxes()).toHaveLength(2)
    expect(await loaded()).toEqual([[startUrl]])
  })
})
