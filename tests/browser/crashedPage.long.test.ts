import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp } from './appProcess.ts'
import type { AppProcess } from './appProcess.ts'
import { sharedChromium } from './chromium.ts'
import { createForm, tryLocal } from './userActions.ts'

let folder: string
let app: AppProcess
let page: Page
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-crashed-'))
  app = await startApp(folder)
  page = await (await sharedChromium()).newPage()
})
afterEach(async () => {
  await page.context().close()
  await app.end('SIGTERM')
  await rm(folder, { recursive: true })
})

test('a draft is restored when its crashed page is reloaded', async () => {
  await page.goto(app.address)
  await tryLocal(page)
  await createForm(page).getByLabel('Title', { exact: true }).fill('Unfinished')
  await page.getByText('Draft saved').waitFor()
  const cdp = await page.context().newCDPSession(page)
  const crash = page.waitForEvent('crash')
  cdp.send('Page.crash').catch(() => undefined)
  await crash
  await cdp.send('Page.reload')
  // Playwright gives up on a crashed page; Chromium itself does not.
  const title = `[...document.querySelectorAll('label')]
    .find(({ textContent }) => textContent === 'Title')?.control?.value ?? ''`
  const readTitle = async () =>
    (await cdp.send('Runtime.evaluate', { expression: title })).result.value as string
  await expect.poll(readTitle).toBe('Unfinished')
})
