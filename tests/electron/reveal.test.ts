import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reveal } from '../../electron/reveal.ts'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

let testFolder: TestFolder
let desktop: Desktop

describe('the first window', () => {
  beforeEach(async () => {
    testFolder = await createTestFolder()
  })
  afterEach(() => testFolder.cleanUp())

  const windowCalls = async () => (await desktop.ask('journal')).windows.map((window) => window.done)

  test.each([
    ['is painted only once it is shown, as on some Wayland sessions', 'unpainted'],
    ['cannot load its page', 'failing'],
    ['is never notified of its page', 'silent'],
  ])('a window that %s is shown once', async (_what, page) => {
    desktop = testFolder.boot({ env: { STANDIN_PAGE: page } })
    await desktop.ask('untilShown')
    expect(await windowCalls()).toEqual([['show']])
  })

  test('a second start does not show a window whose page is not ready', async () => {
    desktop = testFolder.boot({ env: { STANDIN_PAGE: 'silent' } })
    await desktop.ask('untilOpened')
    await desktop.ask('emit', 'second-instance')
    await desktop.ask('loadNow')
    await desktop.ask('untilShown')
    expect(await windowCalls()).toEqual([['show']])
  })
})

/** The parts of a window that `reveal` uses. */
class HiddenWindow extends EventEmitter {
  readonly webContents = new EventEmitter()
  readonly show = vi.fn()
  destroyed = false
  isDestroyed = () => this.destroyed
  isVisible = () => false
}

describe('after three seconds without an event', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const opened = Promise.resolve()
  const createHiddenWindow = (appOpened: Promise<unknown> = opened) => {
    const window = new HiddenWindow()
    reveal(window as unknown as BrowserWindow, appOpened)
    return window
  }

  test('a window is shown once, and never again by later events', async () => {
    const window = createHiddenWindow()
    await opened
    vi.advanceTimersByTime(3_000)
    expect(window.show).toHaveBeenCalledOnce()
    window.emit('ready-to-show')
    window.webContents.emit('did-finish-load')
    expect(window.show).toHaveBeenCalledOnce()
  })

  test('a window waits for the app, however long it takes to open', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const window = createHiddenWindow(promise)
    window.emit('ready-to-show')
    vi.advanceTimersByTime(60_000)
    expect(window.show).not.toHaveBeenCalled()
    resolve(undefined)
    await promise
    expect(window.show).toHaveBeenCalledOnce()
  })

  test('a window of an app that could not be opened is not shown', async () => {
    const failed = Promise.reject(new Error('The disk is full.'))
    const window = createHiddenWindow(failed)
    window.emit('ready-to-show')
    await failed.catch(() => undefined)
    vi.advanceTimersByTime(3_000)
    expect(window.show).not.toHaveBeenCalled()
  })

  test('a closed window leaves no timer', async () => {
    const window = createHiddenWindow()
    await opened
    window.emit('closed')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a window that is closed while the app opens leaves no timer', async () => {
    const window = createHiddenWindow()
    window.destroyed = true
    window.emit('closed')
    await opened
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a destroyed window is not accessed', async () => {
    const window = createHiddenWindow()
    await opened
    window.destroyed = true
    vi.advanceTimersByTime(3_000)
    expect(window.show).not.toHaveBeenCalled()
  })
})
