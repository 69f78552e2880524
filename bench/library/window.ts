import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { openStage, tryLocal } from '../app/stage.ts'
import { rareWord } from './generate.ts'

/** Responsiveness of the window with a large library, in milliseconds. */
export interface WindowTimes {
  /** From a key pressed in the search until the frame with its rows. */
  keystrokes: number[]
  /** From the end of a click on a filter value until the frame with its rows. */
  filters: number[]
  /** Between frames while scrolling the list. */
  frames: number[]
  /** JavaScript heap of the window afterwards, in MB. */
  heldMb: number
}

/** Opens the built app on a copy of a library, and searches, filters and scrolls in a real browser. */
export async function measureWindow(library: string, rounds: number): Promise<WindowTimes> {
  const folder = await mkdtemp(join(tmpdir(), 'linkwright-bench-'))
  await cp(library, folder, { recursive: true })
  const stage = await openStage(folder)
  try {
    const page = await (await stage.window()).newPage()
    await page.goto(stage.app.address)
    await tryLocal(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Links' }).click()
    await page.getByRole('row').nth(5).waitFor()
    return {
      frames: await measureScrolling(page, rounds),
      filters: await measureFilters(page, rounds),
      keystrokes: await measureTyping(page, rounds),
      heldMb: await measureHeap(page),
    }
  } finally {
    await stage.close()
  }
}

/** Search terms that each start with another letter, so that the window requests every view and none is cached. */
const words = [
  ...['berlin shoes', 'winterschluss', rareWord(3), 'instagram', 'paris toys', 'london bags'],
  ...['sommerkleider', 'facebook', 'gifts', 'uhren', 'new york', 'jackets'],
  ...['offer 77', 'zurich', 'campaign-12', 'tag:books', 'munchen', 'email'],
]
const wordsOfRound = 3
/** Minimum milliseconds that a person holds down a mouse button. */
const mousePressMs = 60
/** Milliseconds between seeing a result and a fast person's next key or click. */
const reactionMs = 80

async function measureTyping(page: Page, rounds: number): Promise<number[]> {
  const field = page.getByRole('textbox', { name: 'Search your links' })
  const times: (number | null)[] = []
  for (const word of words.slice(0, rounds * wordsOfRound)) {
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
  const times: (number | null)[] = []
  for (const [label, changes] of [
    ['Campaign', 5 * rounds],
    ['Tags', 2 * rounds],
    ['Source', 4],
    ['Goes to', 3],
  ] as const) {
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
  const recorded = page.evaluate(recordFrames)
  for (let round = 0; round < 10 * rounds; round++) {
    for (let turn = 0; turn < 30; turn++) {
      await page.mouse.wheel(0, 180)
      await pause(16)
    }
    await grid.evaluate((list) => list.parentElement?.scrollBy({ top: 5_000 }))
  }
  await page.evaluate(() => dispatchEvent(new Event('frames-end')))
  return await recorded
}

async function measureHeap(page: Page): Promise<number> {
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

/** Runs in the page: returns the times between its frames until it is stopped. */
export function recordFrames(): Promise<number[]> {
  return new Promise((resolve) => {
    const frames: number[] = []
    let last = performance.now()
    let ended = false
    addEventListener('frames-end', () => (ended = true), { once: true })
    const frame = (now: number) => {
      frames.push(now - last)
      last = now
      if (ended) resolve(frames)
      else requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}
