import { cp } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import {
  countSlowFrames,
  heapMegabytes,
  openFirstTime,
  openScreen,
  openStage,
  recordFrames,
} from '../app/stage.ts'
import { atMost, percentile, temporaryFolder } from '../measuring.ts'
import type { Figure } from '../measuring.ts'
import { rareWord } from './generate.ts'

interface WindowOptions {
  subject: string
  /** In milliseconds at the 95th percentile. */
  limit: number
  rounds: number
}

/** Opens the built app on a copy of a library, and searches, filters and scrolls in a real browser. */
export async function measureWindow(
  library: string,
  { subject, limit, rounds }: WindowOptions,
): Promise<Figure[]> {
  await using folder = await temporaryFolder()
  await cp(library, folder.path, { recursive: true })
  await using stage = await openStage(folder.path)
  const page = await openFirstTime(stage)
  await openScreen(page, 'Links')
  await page.getByRole('row').nth(5).waitFor()
  const frames = await measureScrolling(page, rounds)
  const filters = await measureFilters(page, rounds)
  const keystrokes = await measureTyping(page, rounds)
  const slow = countSlowFrames(frames)
  const until = (what: string, times: number[]) =>
    atMost(`${subject}: ${what} in the window, p95`, percentile(times, 0.95), {
      limit,
      unit: 'ms',
      beside: `${percentile(times, 0.5).toFixed(0)} ms in the middle`,
    })
  return [
    until('keystroke', keystrokes),
    until('filter', filters),
    {
      what: `${subject}: frames while scrolling, p95`,
      measured: `${percentile(frames, 0.95).toFixed(1)} ms`,
      beside: `${slow} of ${frames.length.toLocaleString('en')} over 50 ms`,
      promised: 'none over 50 ms',
      met: slow === 0,
    },
    {
      what: `${subject}: memory of the window’s scripts`,
      measured: `${(await heapMegabytes(page)).toFixed(0)} MB`,
    },
  ]
}

/** Search terms that each start with another letter, so that the window requests every view and none is cached. */
const words = [
  ...['berlin shoes', 'winterschluss', rareWord(3), 'instagram', 'paris toys', 'london bags'],
  ...['sommerkleider', 'facebook', 'gifts', 'uhren', 'new york', 'jackets'],
  ...['offer 77', 'zurich', 'campaign-12', 'tag:books', 'munchen', 'email'],
]
const wordsPerRound = 3
/** Minimum milliseconds that a person holds down a mouse button. */
const mousePressMs = 60
/** Milliseconds between seeing a result and a fast person's next key or click. */
const reactionMs = 80

async function measureTyping(page: Page, rounds: number): Promise<number[]> {
  const field = page.getByRole('textbox', { name: 'Search your links' })
  const times: (number | null)[] = []
  for (const word of words.slice(0, rounds * wordsPerRound)) {
    await field.fill('')
    await pause(300)
    for (const letter of word) {
      const drawn = page.evaluate(timeUntilDrawn, 'keydown')
      await field.press(letter)
      times.push(await drawn)
      await pause(reactionMs)
    }
  }
  return times.filter((time) => time !== null)
}

/** One value after another, so that every change is a new view. */
async function measureFilters(page: Page, rounds: number): Promise<number[]> {
  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByRole('button', { name: 'More filters' }).click()
  const times: (number | null)[] = []
  for (const [label, changes] of Object.entries({
    Campaign: 5 * rounds,
    Tags: 2 * rounds,
    Source: 4,
    'Goes to': 3,
  })) {
    await filters.getByRole('button', { name: label, exact: true }).click()
    const values = page.getByRole('dialog', { name: label }).getByRole('group', { name: 'Values' })
    for (let change = 0; change < changes; change++) {
      const drawn = page.evaluate(timeUntilDrawn, 'click')
      await values.getByRole('checkbox').nth(change).click({ delay: mousePressMs })
      times.push(await drawn)
      await pause(reactionMs)
    }
    await page.keyboard.press('Escape')
    await page.evaluate(() => (location.hash = '#/links'))
    await pause(300)
  }
  return times.filter((time) => time !== null)
}

/** Scrolls with the wheel at a fast person's speed, and jumps with the scrollbar. */
async function measureScrolling(page: Page, rounds: number): Promise<number[]> {
  const grid = page.getByRole('grid')
  await grid.hover({ position: { x: 300, y: 200 } })
  return await recordFrames(page, async () => {
    for (let round = 0; round < 10 * rounds; round++) {
      for (let turn = 0; turn < 30; turn++) {
        await page.mouse.wheel(0, 180)
        await pause(16)
      }
      await grid.evaluate((list) => list.parentElement?.scrollBy({ top: 5_000 }))
    }
  })
}

/**
 * Runs in the page. Returns the time from the next key or click until the frame with other rows, or `null` if nothing
 * changed. Unchanged rows count if their address is the requested one; changes outside the grid don't.
 */
function timeUntilDrawn(event: string): Promise<number | null> {
  return new Promise((resolve) => {
    const screen = document.querySelector('#screen')
    const isRow = ({ target, addedNodes }: MutationRecord) =>
      (target instanceof Element ? target : target.parentElement)?.closest('[role="grid"]') ??
      [...addedNodes].some((node) => node instanceof Element && node.matches('h2, :has(h2)'))
    addEventListener(
      event,
      ({ timeStamp }) => {
        const handedOver = new MessageChannel()
        handedOver.port1.onmessage = () => resolve(performance.now() - timeStamp)
        const observer = new MutationObserver((changes) => {
          if (!changes.some(isRow)) return
          observer.disconnect()
          requestAnimationFrame(() => handedOver.port2.postMessage(null))
        })
        const changes = { childList: true, characterData: true, attributeFilter: ['href'] }
        if (screen) observer.observe(screen, { subtree: true, ...changes })
        setTimeout(() => resolve(null), 1_000)
      },
      { once: true, capture: true },
    )
  })
}
