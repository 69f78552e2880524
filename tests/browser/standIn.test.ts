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

const start = 'app://page/'
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
  await app.desktop.ask('showAgain', start)
  await noted()
})

const call = (name: string, input: unknown) =>
  app.desktop.ask('invokeFromPage', 'app://page', 'call', [name, input]) as Promise<unknown[][]>
const noted = () => call('events', null)
const prevent = (event: string | null) => call('prevent', event)
const eventually = async (last: string) => {
  const seen: unknown[][] = []
  await expect.poll(async () => seen.push(...(await noted())) > 0 && seen.at(-1)?.[0]).toBe(last)
  return seen
}
/** Chromium stops a prevented navigation some time after the event, and with it another one that began meanwhile. */
const untilStopped = async (last: string) => {
  const seen = await eventually(last)
  await expect.poll(isLoading).toBe(false)
  return seen
}

/** Returns a function that tells whether the page loads, or asks to. */
async function watchLoading(page: Page): Promise<() => boolean> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const { frameTree } = await session.send('Page.getFrameTree')
  let loads = false
  session.on('Page.frameStartedLoading', ({ frameId }) => (loads ||= frameId === frameTree.frame.id))
  session.on('Page.frameStoppedLoading', ({ frameId }) => (loads &&= frameId !== frameTree.frame.id))
  return () => loads
}

const namesOf = (events: unknown[][]) => events.map(([name]) => name)

/** What a page does to navigate away, and the destination. */
const ways: [way: string, url: string, act: () => void][] = [
  ['location.reload()', start, () => location.reload()],
  ['a script', `${start}second`, () => location.assign('/second')],
  ['a link', `${start}second`, () => document.getElementById('link')?.click()],
  ['a form', `${start}form?q=1`, () => document.querySelector<HTMLFormElement>('#get')?.submit()],
  ['a form that posts', `${start}form`, () => document.querySelector<HTMLFormElement>('#post')?.submit()],
  ['a missing page', `${start}missing`, () => location.assign('/missing')],
  [
    'a refresh',
    `${start}second`,
    () =>
      document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=/second">'),
  ],
]

test.each(ways)('%s: the page asks before it unloads', async (way, url, act) => {
  await app.page.evaluate(act)
  const status = way === 'a missing page' ? 404 : 200
  expect(await eventually('did-finish-load')).toEqual([
    ['did-start-navigation', url, 'main frame', 'by the page'],
    ['will-frame-navigate', url, 'main frame', 'by the page'],
    ['will-navigate', url, 'main frame', 'by the page'],
    ['did-frame-navigate', url, status],
    ['did-navigate', url, status],
    ['did-finish-load'],
  ])
})

test.each(ways)('%s: the page stays if the app prevents it', async (_way, _url, act) => {
  await app.page.evaluate(() => Object.assign(window, { stays: true }))
  await prevent('will-navigate')
  await app.page.evaluate(act)
  expect(namesOf(await untilStopped('will-navigate'))).toEqual([
    'did-start-navigation',
    'will-frame-navigate',
    'will-navigate',
  ])
  await prevent('will-frame-navigate')
  await app.page.evaluate(act)
  expect(namesOf(await untilStopped('will-frame-navigate'))).toEqual([
    'did-start-navigation',
    'will-frame-navigate',
  ])
  expect(await app.page.evaluate(() => [document.title, 'stays' in window])).toEqual(['/', true])
})

test('loading by the app or the user triggers no navigation event', async () => {
  await app.page.reload()
  const events = [
    ['did-start-navigation', start, 'main frame', 'by the app'],
    ['did-frame-navigate', start, 200],
    ['did-navigate', start, 200],
    ['did-finish-load'],
  ]
  expect(await eventually('did-finish-load')).toEqual(events)
  await app.desktop.ask('showAgain', start)
  expect(await eventually('did-finish-load')).toEqual(events)
})

test('a same-page navigation triggers no navigation event', async () => {
  await app.page.evaluate(() => (location.hash = '#/links'))
  expect(await eventually('did-navigate-in-page')).toEqual([
    ['did-start-navigation', `${start}#/links`, 'main frame', 'by the page'],
    ['did-navigate-in-page', `${start}#/links`],
  ])
})

test('a reload keeps the page’s fragment in its address', async () => {
  await app.page.evaluate(() => {
    location.hash = '#/links'
    location.reload()
  })
  const events = await eventually('did-finish-load')
  expect(events.find(([name]) => name === 'will-navigate')?.[1]).toBe(`${start}#/links`)
})

test('a redirect triggers an event and can be prevented', async () => {
  await app.page.evaluate(() => location.assign('/redirect'))
  expect((await eventually('did-finish-load')).slice(2, 5)).toEqual([
    ['will-navigate', `${start}redirect`, 'main frame', 'by the page'],
    ['will-redirect', `${start}second`, 'main frame', 'by the page'],
    ['did-redirect-navigation', `${start}second`, 'main frame', 'by the page'],
  ])
  await prevent('will-redirect')
  await app.page.evaluate(() => location.assign('/redirect'))
  await untilStopped('will-redirect')
  expect(await app.page.title()).toBe('/second')
})

test('a frame triggers only will-frame-navigate', async () => {
  const show = () => document.querySelector('iframe')?.setAttribute('src', '/second')
  await app.page.evaluate(show)
  expect(await eventually('did-frame-navigate')).toEqual([
    ['did-start-navigation', `${start}second`, 'iframe', 'by the page'],
    ['will-frame-navigate', `${start}second`, 'iframe', 'by the page'],
    ['did-frame-navigate', `${start}second`, 200],
  ])
})

test('a new window is denied before it loads anything', async () => {
  expect(await app.page.evaluate(() => window.open('https://other.example/a'))).toBeNull()
  expect(await eventually('open')).toEqual([['open', 'https://other.example/a']])
  await app.page.click('#popup')
  expect(await eventually('open')).toEqual([['open', 'https://other.example/']])
  expect(
    app.page
      .context()
      .pages()
      .filter((page) => page.url().includes('other.example')),
  ).toEqual([])
})

test('a download is not a navigation and can be prevented', async () => {
  const [kept] = await Promise.all([app.page.waitForEvent('download'), app.page.click('#save')])
  expect(await eventually('will-download')).toEqual([['will-download', 'data:text/csv,a']])
  expect(await kept.failure()).toBeNull()
  await prevent('will-download')
  const [refused] = await Promise.all([app.page.waitForEvent('download'), app.page.click('#save')])
  const isKept = () => refused.path().then(existsSync, () => false)
  await expect.poll(isKept).toBe(false)
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
  expect(namesOf(await eventually('did-navigate-in-page'))).toEqual([
    'did-start-navigation',
    'did-navigate-in-page',
  ])
})

test('the page has the preload script’s API and nothing else of Electron', async () => {
  const found = await app.page.evaluate(() => ({
    desktop: Object.keys((window as { desktop?: object }).desktop ?? {}),
    others: ['require', 'process', 'module', 'electron', 'toTestProcess'].filter((name) => name in window),
  }))
  expect(found).toEqual({ desktop: ['call', 'onOpenRequest'], others: [] })
})
