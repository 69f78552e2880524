import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { openScreen, openStage, recordFrames, toFrameFigure } from '../app/stage.ts'
import { openApp } from '../core.ts'
import { formatWhole, temporaryFolder } from '../measuring.ts'
import type { Figure } from '../measuring.ts'
import { prepareRun, waitForState } from './bench.ts'

/** Sends a run in the built app while its rows are scrolled in a real browser. */
export async function measureWindow(rows: number): Promise<Figure[]> {
  await using folder = await temporaryFolder()
  const run = await createTriedRun(folder.path, rows)
  await using stage = await openStage(folder.path)
  const page = await (await stage.window()).newPage()
  await page.goto(stage.address)
  await openScreen(page, 'Bulk')
  await page.evaluate((id) => (location.hash = `#/bulk/${id}`), run)
  const sendRest = page.getByRole('button', { name: /^Looks right: create the other/ })
  await sendRest.waitFor()
  const frames = await recordFrames(page, async () => {
    await sendRest.click()
    const done = page.getByText(/^All .* links were created\.$/)
    while (!(await done.isVisible())) await scroll(page)
  })
  return [toFrameFigure(`bulk: frames while ${formatWhole(rows)} rows are sent`, 0.99, frames)]
}

/** Creates a run whose first link exists but hasn't been reviewed. */
async function createTriedRun(folder: string, count: number): Promise<string> {
  await using app = await openApp(folder)
  const { id: profileId } = await app.get('profiles.tryLocal', {})
  const run = await prepareRun(app, { profileId, environment: 'production' }, count)
  await app.get('runs.start', { id: run, count })
  await waitForState(app, run, 'tried')
  return run
}

/** Scrolls down and up with the wheel at a fast person's speed. */
async function scroll(page: Page): Promise<void> {
  for (const direction of [1, -1]) {
    for (let turn = 0; turn < 20; turn++) {
      await page.mouse.wheel(0, direction * 180)
      await pause(16)
    }
  }
}
