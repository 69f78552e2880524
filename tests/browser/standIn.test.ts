import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStandIn } from './standInHost.ts'
import type { StandInApp } from './standInHost.ts'

/** The stand-in emits Electron's events in the order and with the arguments of its documentation (web-contents.md). */

const startUrl = 'app://page/'
let folder: string
let app: StandInApp
let isLoading: () => boolean
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-standin-window-'))
  app = await openStandIn(folder, { main: join(import.meta.dirname, 'standIn', 'eventApp.ts') })
  isLoading = await watchLoading(app.page)
})
afterAll(async () => {
  expect(await app.end('in order')).toBeNull()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await prevent(null)
  await app.desktop.ask('showAgain', startUrl)
  await takeEvents()
})

const call = (name: string, input: unknown) =>
  app.desktop.ask('invokeFromPage', 'app://page', 'call', [name, input]) as Promise<unknown[][]>
const takeEvents = () => call('events', null)
const prevent = (event: string | null) => call('prevent', event)
const waitForEvents = async (lastName: string) => {
  const events: unknown[][] = []
  await expect.poll(async () => events.push(...(await takeEvents())) > 0 && events.at(-1)?.[0]).toBe(lastName)
  return events
}
/** Chromium stops a prevented navigation with a delay, and would also stop a newer one. */
const waitUntilStopped = async (lastName: string) => {
  const events = await waitForEvents(lastName)
  await expect.poll(isLoading).toBe(false)
  return events
}

/** Returns a function that returns whether the page is loading. */
async function watchLoading(page: Page): Promise<() => boolean> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const { frameTree } = await session.send('Page.getFrameTree')
  let isPageLoading = false
  session.on('Page.frameStartedLoading', ({ frameId }) => (isPageLoading ||= frameId === frameTree.frame.id))
  session.on('Page.frameStoppedLoading', ({ frameId }) => (isPageLoading &&= frameId !== frameTree.frame.id))
  return () => isPageLoading
}

const toNames = (events: unknown[][]) => events.map(([name]) => name)

/** What a page does to navigate away, and the destination. */
const navigations: [name: string, url: string, navigate: () => void][] = [
  ['location.reload()', startUrl, () => location.reload()],
  ['a script', `${startUrl}second`, () => location.assign('/second')],
  ['a link', `${startUrl}second`, () => document.getElementById('link')?.click()],
  ['a form', `${startUrl}form?q=1`, () => document.querySelector<HTMLFormElement>('#get')?.submit()],
  ['a form that posts', `${startUrl}form`, () => document.querySelector<HTMLFormElement>('#post')?.submit()],
  ['a missing page', `${startUrl}missing`, () => location.assign('/missing')],
  [
    'a refresh',
    `${startUrl}second`,
    () =>
      document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=/second">'),
  ],
]

test.each(navigations)('%s: the page asks before it unloads', async (name, url, navigate) => {
  await app.page.evaluate(navigate)
  const status = name === 'a missing page' ? 404 : 200
  expect(await waitForEvents('did-finish-load')).toEqual([
    ['did-start-navigation', url, 'main frame', 'by the page'],
    ['will-frame-navigate', url, 'main frame', 'by the page'],
    ['will-navigate', url, 'main frame', 'by the page'],
    ['did-frame-navigate', url, status],
    ['did-navigate', url, status],
    ['did-finish-load'],
  ])
})

test.each(navigations)('%s: the page stays if the app prevents it', async (_name, _url, navigate) => {
  await app.page.evaluate(() => Object.assign(window, { stays: true }))
  await prevent('will-navigate')
  await app.page.evaluate(navigate)
  expect(toNames(await waitUntilStopped('will-navigate'))).toEqual([
    'did-start-navigation',
    'will-frame-navigate',
    'will-navigate',
  ])
  await prevent('will-frame-navigate')
  await app.page.evaluate(navigate)
  expect(toNames(await waitUntilStopped('will-frame-navigate'))).toEqual([
    'did-start-navigation',
    'will-frame-navigate',
  ])
  expect(await app.page.evaluate(() => [document.title, 'stays' in window])).toEqual(['/', true])
})

test('loading by the app or the user triggers no navigation event', async () => {
  await app.page.reload()
  const events = [
    ['did-start-navigation', startUrl, 'main frame', 'by the app'],
    ['did-frame-navigate', startUrl, 200],
    ['did-navigate', startUrl, 200],
    ['did-finish-load'],
  ]
  expect(await waitForEvents('did-finish-load')).toEqual(events)
  await app.desktop.ask('showAgain', startUrl)
  expect(await waitForEvents('did-finish-load')).toEqual(events)
})

test('a same-page navigation triggers no navigation event', async () => {
  await app.page.evaluate(() => (location.hash = '#/links'))
  expect(await waitForEvents('did-navigate-in-page')).toEqual([
    ['did-start-navigation', `${startUrl}#/links`, 'main frame', 'by the page'],
    ['did-navigate-in-page', `${startUrl}#/links`],
  ])
})

test('a reload keeps the page’s fragment in its address', async () => {
  await app.page.evaluate(() => {
    location.hash = '#/links'
    location.reload()
  })
  const events = await waitForEvents('did-finish-load')
  expect(events.find(([name]) => name === 'will-navigate')?.[1]).toBe(`${startUrl}#/links`)
})

test('a redirect triggers an event and can be prevented', async () => {
  await app.page.evaluate(() => location.assign('/redirect'))
  expect((await waitForEvents('did-finish-load')).slice(2, 5)).toEqual([
    ['will-navigate', `${startUrl}redirect`, 'main frame', 'by the page'],
    ['will-redirect', `${startUrl}second`, 'main frame', 'by the page'],
    ['did-redirect-navigation', `${startUrl}second`, 'main frame', 'by the page'],
  ])
  await prevent('will-redirect')
  await app.page.evaluate(() => location.assign('/redirect'))
  await waitUntilStopped('will-redirect')
  expect(await app.page.title()).toBe('/second')
})

test('a frame triggers only will-frame-navigate', async () => {
  const show = () => document.querySelector('iframe')?.setAttribute('src', '/second')
  await app.page.evaluate(show)
  expect(await waitForEvents('did-frame-navigate')).toEqual([
    ['did-start-navigation', `${startUrl}second`, 'iframe', 'by the page'],
    ['will-frame-navigate', `${startUrl}second`, 'iframe', 'by the page'],
    ['did-frame-navigate', `${startUrl}second`, 200],
  ])
})

test('a new window is denied before it loads anything', async () => {
  expect(await app.page.evaluate(() => window.open('https://other.example/a'))).toBeNull()
  expect(await waitForEvents('open')).toEqual([['open', 'https://other.example/a']])
  await app.page.click('#popup')
  expect(await waitForEvents('open')).toEqual([['open', 'https://other.example/']])
  expect(
    app.page
      .context()
      .pages()
      .filter((page) => page.url().includes('other.example')),
  ).toEqual([])
})

test('a download is not a navigation and can be prevented', async () => {
  const [download] = await Promise.all([app.page.waitForEvent('download'), app.page.click('#save')])
  expect(await waitForEvents('will-download')).toEqual([['will-download', 'data:text/csv,a']])
  expect(await download.failure()).toBeNull()
  await prevent('will-download')
  const [preventedDownload] = await Promise.all([app.page.waitForEvent('download'), app.page.click('#save')])
  const isSaved = () => preventedDownload.path().then(existsSync, () => false)
  await expect.poll(isSaved).toBe(false)
})

test('a file dropped on the page navigates nowhere', async () => {
  const session = await app.page.context().newCDPSession(app.page)
  await session.send('Page.enable')
  const requested: string[] = []
  session.on('Page.frameRequestedNavigation', ({ url }) => requested.push(url))
  const data = { items: [], files: [import.meta.filename], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
  await expect.poll(() => requested).toEqual([pathToFileURL(import.meta.filename).href])
  await app.page.evaluate(() => (location.hash = '#after'))
  expect(toNames(await waitForEvents('did-navigate-in-page'))).toEqual([
    'did-start-navigation',
    'did-navigate-in-page',
  ])
})

test('the page has the preload script’s API and nothing else of Electron', async () => {
  const globals = await app.page.evaluate(() => ({
    desktop: Object.keys((window as { desktop?: object }).desktop ?? {}),
    others: ['require', 'process', 'module', 'electron', 'toTestProcess'].filter((name) => name in window),
  }))
  expect(globals).toEqual({ desktop: ['call', 'onOpenRequest'], others: [] })
})
