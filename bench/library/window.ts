import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { setStage, tryLocal } from '../app/stage.ts'
import { rareWord } from './generate.ts'

/** What a person feels of a large library in the window, in milliseconds. */
export interface Felt {
  /** From a keystroke of the search until the frame with its rows. */
  keystrokes: number[]
  /** From a change of the filters until the frame with their rows. */
  filters: number[]
  /** From one frame to the next while the list is scrolled. */
  frames: number[]
}

/** Opens the built app on a copy of a library, and searches, filters and scrolls its links in a real browser. */
export async function measureWindow(library: string, rounds: number): Promise<Felt> {
  const folder = await mkdtemp(join(tmpdir(), 'linkwright-bench-'))
  await cp(library, folder, { recursive: true })
  const stage = await setStage(folder)
  try {
    const page = await (await stage.window()).newPage()
    await page.goto(stage.app.address)
    await tryLocal(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Links' }).click()
    await page.getByRole('row').nth(5).waitFor()
    return {
      frames: await scrolled(page, rounds),
      filters: await filtered(page, rounds),
      keystrokes: await typed(page, rounds),
    }
  } finally {
    await stage.close()
  }
}

const words = [rareWord(3), 'berlin shoes', 'winterschluss']

async function typed(page: Page, rounds: number): Promise<number[]> {
  const field = page.getByRole('textbox', { name: 'Search your links' })
  const times: (number | null)[] = []
  for (let round = 0; round < rounds; round++) {
    for (const word of words) {
      await field.fill('')
      await pause(300)
      for (const letter of word) {
        const drawn = page.evaluate(untilDrawn, 'input')
        await field.press(letter)
        times.push(await drawn)
      }
    }
  }
  return times.filter((time) => time !== null)
}

async function filtered(page: Page, rounds: number): Promise<number[]> {
  const times: (number | null)[] = []
  for (let round = 0; round < rounds; round++) {
    for (const view of [
      '?campaign=campaign-77',
      '?source=newsletter',
      '?env=development',
      '?tag=shoes',
      '',
    ]) {
      const drawn = page.evaluate(untilDrawn, 'hashchange')
      await page.evaluate((hash) => (location.hash = hash), `#/links${view}`)
      times.push(await drawn)
      await pause(200)
    }
  }
  return times.filter((time) => time !== null)
}

/** By the wheel at a quick hand's pace, and by the bar to somewhere else. */
async function scrolled(page: Page, rounds: number): Promise<number[]> {
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

/** Runs in the page: from the next event of this kind until the frame with other rows; `null` where they stay the same. */
function untilDrawn(event: string): Promise<number | null> {
  return new Promise((resolve) => {
    const rows = document.querySelector('[role="rowgroup"]')?.parentElement?.parentElement?.parentElement
    addEventListener(
      event,
      () => {
        const begun = performance.now()
        const observer = new MutationObserver(() => {
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - begun))
        })
        if (rows) observer.observe(rows, { subtree: true, childList: true, characterData: true })
        setTimeout(() => resolve(null), 500)
      },
      { once: true, capture: true },
    )
  })
}

/** Runs in the page: the times between its frames until it is told to end. */
function recordFrames(): Promise<number[]> {
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
