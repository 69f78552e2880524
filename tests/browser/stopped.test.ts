import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp } from './appProcess.ts'
import type { AppProcess } from './appProcess.ts'
import { callApp } from './callApp.ts'
import { startChromium } from './chromium.ts'
import { createForm, goTo, tryLocal } from './userActions.ts'

// Only in the browser: the desktop app's window closes with it.

let browser: Browser
let folder: string
let port: number
let app: AppProcess
let page: Page
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(() => browser.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-app-'))
  port = await findFreePort()
  app = await startApp(folder, {}, port)
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await page.goto(app.address)
  await tryLocal(page)
})
afterEach(async () => {
  await page.context().close()
  await app.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

const title = () => createForm(page).getByLabel('Title', { exact: true })
const banner = () => page.getByRole('alert').filter({ hasText: 'is saved once the app is back' })
const screen = () => page.locator('#screen')

/** Kills the app by the process id in its data folder, and then its launcher. */
async function killApp(): Promise<void> {
  const owner = JSON.parse(await readFile(join(folder, 'instance.json'), 'utf8')) as { pid: number }
  process.kill(owner.pid, 'SIGKILL')
  await app.end('SIGKILL')
}

test('input typed while the app is gone is saved in the same tab when it is back', async () => {
  await title().fill('Before')
  await page.getByText('Draft saved').waitFor()
  await killApp()
  await title().fill('Typed after it was gone')
  await banner().waitFor()
  await goTo(page, 'Settings')
  await screen().getByRole('alert').waitFor()
  app = await startApp(folder, {}, port)
  await page.getByText('Linkwright was restarted').waitFor()
  await page.goto(app.address)
  await banner().waitFor({ state: 'hidden' })
  await goTo(page, 'Create')
  await expect.poll(() => title().inputValue()).toBe('Typed after it was gone')
  await expect.poll(() => readSavedTitles()).toEqual(['Typed after it was gone'])
  await goTo(page, 'Settings')
  await screen()
    .getByRole('alert')
    .filter({ hasText: 'This part of the window couldn’t be loaded' })
    .waitFor()
  await screen().getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 2, name: 'Appearance' }).waitFor()
})

async function readSavedTitles(): Promise<string[]> {
  const drafts = (await callApp(page, 'drafts.list', {})) as { form: { values: { title: string } } }[]
  return drafts.map(({ form }) => form.values.title)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return free
}
