import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { openStage } from '../app/stage.ts'
import { recordFrames } from '../library/window.ts'
import { startAppProcess } from './appProcess.ts'
import { createCsv } from './rows.ts'
import { waitForState } from './running.ts'

/** Responsiveness of the window during a run. */
export interface WindowMeasurement {
  /** Milliseconds between frames while scrolling its rows: before it continues, and while it runs. */
  framesBefore: number[]
  frames: number[]
  /** JavaScript heap of the window, before and after the run. */
  heapBytes: [number, number]
}

/** Sends a run in the built app while its rows are scrolled in a real browser. */
export async function measureWindow(rows: number): Promise<WindowMeasurement> {
  const folder = await mkdtemp(join(tmpdir(), 'linkwright-bench-'))
  await chmod(folder, 0o700)
  const run = await createTriedRun(folder, rows)
  const stage = await openStage(folder)
  try {
    const page = await (await stage.window()).newPage()
    await page.goto(stage.app.address)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bulk' }).click()
    await page.evaluate((id) => (location.hash = `#/bulk/${id}`), run)
    const goOn = page.getByRole('button', { name: /^Looks right: create the other/ })
    await goOn.waitFor()
    const before = await heapSize(page)
    const framesBefore = await measureFrames(page, async () => {
      for (let round = 0; round < 5; round++) await scroll(page)
    })
    const frames = await measureFrames(page, async () => {
      await goOn.click()
      const done = page.getByText(/^All .* links were created\.$/)
      while (!(await done.isVisible())) await scroll(page)
    })
    return { framesBefore, frames, heapBytes: [before, await heapSize(page)] }
  } finally {
    await stage.close()
  }
}

async function measureFrames(page: Page, work: () => Promise<void>): Promise<number[]> {
  const frames = page.evaluate(recordFrames)
  await work()
  await page.evaluate(() => dispatchEvent(new Event('frames-end')))
  return await frames
}

/** Creates a run whose first link exists but hasn't been reviewed. */
async function createTriedRun(folder: string, count: number): Promise<string> {
  const app = await startAppProcess(folder)
  const id = randomUUID()
  const source = { kind: 'pasted', text: createCsv(count) } as const
  await app.get('runs.prepare', { id, profileId: app.profileId, environment: 'production', source })
  await app.get('runs.start', { id, count })
  await waitForState(app, id, 'tried')
  await app.close()
  return id
}

/** Scrolls down and up with the wheel at a fast person's speed. */
async function scroll(page: Page): Promise<void> {
  for (const way of [1, -1]) {
    for (let turn = 0; turn < 20; turn++) {
      await page.mouse.wheel(0, way * 180)
      await pause(16)
    }
  }
}

async function heapSize(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}
