import { cp } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { goTo, tryLocal } from '../../tests/browser/userActions.ts'
import { median, p95Figure, type Figure } from '../measuring.ts'
import { measureFrames, openStage, wheel } from '../window.ts'
import { rareWord } from '../seeding.ts'

/** What to measure with a library, and how often. */
export interface LibraryOptions {
  subject: string
  /** In milliseconds at the 95th percentile. */
  limit: number
  rounds: number
}

/** Opens the built app on a copy of a library, and searches, filters and scrolls in a real browser. */
export async function* measureWindow(library: string, options: LibraryOptions): AsyncGenerator<Figure> {
  const { subject, limit, rounds } = options
  await using stage = await openStage((folder) => cp(library, folder, { recursive: true }))
  const page = await stage.open()
  await tryLocal(page)
  await goTo(page, 'Links')
  await page.getByRole('row').nth(5).waitFor()
  yield await measureFrames(page, `${subject}: frames while scrolling`, () => scrollLibrary(page, rounds))
  for (const [name, measure] of Object.entries({ filter: measureFilters, keystroke: measureTyping })) {
    const times = await measure(page, rounds)
    const beside = `${median(times).toFixed(0)} ms in the middle`
    yield p95Figure(limit, `${subject}: ${name} in the window`, times, { beside })
  }
  const measured = `${(await heapMegabytes(page)).toFixed(0)} MB`
  yield { what: `${subject}: memory of the window’s scripts`, measured }
}

/** Search terms that each start with another letter, so that the window requests every view and none is cached. */
const words = [
  ...['berlin shoes', 'winterschluss', rareWord(3), 'instagram', 'paris toys', 'london bags'],
  ...['sommerkleider', 'facebook', 'gifts', 'uhren', 'new york', 'jackets'],
  ...['offer 77', 'zurich', 'campaign-12', 'tag:books', 'munchen', 'email'],
]
const wordsPerRound = 3
/** Minimum milliseconds that a user holds down a mouse button. */
const mousePressMs = 60
/** Milliseconds between seeing a result and a fast user's next key or click. */
const reactionMs = 80

async function measureTyping(page: Page, rounds: number): Promise<number[]> {
  const field = page.getByRole('textbox', { name: 'Search your links' })
  const times: number[] = []
  for (const word of words.slice(0, rounds * wordsPerRound)) {
    await field.fill('')
    await pause(300)
    for (const letter of word) times.push(...(await timeChange(page, 'keydown', () => field.press(letter))))
  }
  return times
}

/** Returns the time until the rows change after a key or click; no time if they don't change. Waits as long as a fast user before the next action. */
async function timeChange(page: Page, event: string, act: () => Promise<void>): Promise<number[]> {
  const drawTime = page.evaluate(timeUntilDrawn, event)
  await act()
  const time = await drawTime
  await pause(reactionMs)
  return time === null ? [] : [time]
}

/** One value after another, so that every change is a new view. */
async function measureFilters(page: Page, rounds: number): Promise<number[]> {
  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByRole('button', { name: 'More filters' }).click()
  const times: number[] = []
  const counts = { Campaign: 5 * rounds, Tags: 2 * rounds, Source: 4, 'Goes to': 3 }
  for (const [label, changes] of Object.entries(counts)) {
    await filters.getByRole('button', { name: label, exact: true }).click()
    const values = page.getByRole('dialog', { name: label }).getByRole('group', { name: 'Values' })
    for (let index = 0; index < changes; index++) {
      const box = values.getByRole('checkbox').nth(index)
      times.push(...(await timeChange(page, 'click', () => box.click({ delay: mousePressMs }))))
    }
    await page.keyboard.press('Escape')
    await page.evaluate(() => (location.hash = '#/links'))
    await pause(300)
  }
  return times
}

/** Scrolls with the wheel, and jumps with the scrollbar. */
async function scrollLibrary(page: Page, rounds: number): Promise<void> {
  const grid = page.getByRole('grid')
  await grid.hover({ position: { x: 300, y: 200 } })
  for (let round = 0; round < 10 * rounds; round++) {
    await wheel(page, 180, 30)
    await grid.evaluate((list) => list.parentElement?.scrollBy({ top: 5_000 }))
  }
}

/** Returns the JavaScript heap of a window, in MB. */
async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1_048_576
}

/**
 * Runs in the page. Returns the time from the next key or click until the frame with other rows, or `null` if nothing
 * changed. Unchanged rows count if their address is the requested one; changes outside the grid don't.
 */
function timeUntilDrawn(event: string): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const isRow = ({ target, addedNodes }: MutationRecord) =>
    (target instanceof Element ? target : target.parentElement)?.closest('[role="grid"]') ??
    [...addedNodes].some((node) => node instanceof Element && node.matches('h2, :has(h2)'))
  const watch = ({ timeStamp }: Event) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - timeStamp)
    const observer = new MutationObserver((changes) => {
      if (!changes.some(isRow)) return
      observer.disconnect()
      requestAnimationFrame(() => port2.postMessage(null))
    })
    const changes = { subtree: true, childList: true, characterData: true, attributeFilter: ['href'] }
    const screen = document.querySelector('#screen')
    if (screen) observer.observe(screen, changes)
    setTimeout(() => resolve(null), 1_000)
  }
  addEventListener(event, watch, { once: true, capture: true })
  return promise
}
