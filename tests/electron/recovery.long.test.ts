import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

const startUrl = 'app://linkwright/'
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

  test('after three reloads of a page that keeps failing, the user decides what happens', async () => {
    await crash(startUrl, startUrl)
    await crash(startUrl, startUrl, startUrl)
    await crash(startUrl, startUrl, startUrl, startUrl)
    await desktop.ask('endProcess', 'crashed')
    const box = {
      message: 'Linkwright has stopped working',
      buttons: ['Try Again', 'Open Data Folder', 'Quit'],
    }
    await expect.poll(boxes).toMatchObject([box])
    await desktop.ask('answerBox', 'Open Data Folder')
    await expect.poll(boxes).toMatchObject([box, box])
    expect((await desktop.ask('journal')).openedPaths).toEqual([testFolder.path])
    await desktop.ask('answerBox', 'Try Again')
    await expect.poll(loaded).toEqual([Array(5).fill(startUrl)])
    await desktop.ask('endProcess', 'launch-failed')
    await expect.poll(boxes).toMatchObject([box, box, box])
    await desktop.ask('answerBox', 'Quit')
    expect((await desktop.exited).code).toBe(0)
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
