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
import { findAxeViolations } from './axe.ts'
import { callApp } from './callApp.ts'
import { startChromium } from './chromium.ts'
import { addressField, create, createForm, goTo, tryLocal } from './userActions.ts'

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

interface Settings {
  embedded: { port: number }
}

const title = () => createForm(page).getByLabel('Title', { exact: true })
const banner = () => page.getByRole('alert').filter({ hasText: 'is saved once the app is back' })
const screen = () => page.locator('#screen')

/** Kills the app by the process id in its data folder, and then its launcher. */
async function killApp(): Promise<void> {
  const owner = JSON.parse(await readFile(join(folder, 'instance.json'), 'utf8')) as { pid: number }
  process.kill(owner.pid, 'SIGKILL')
  await app.end('SIGKILL')
}

test('a screen that fails to load says why, and the rest of the window keeps working', async () => {
  await title().fill('Before')
  await page.getByText('Draft saved').waitFor()
  await killApp()
  await goTo(page, 'Settings')
  await screen().getByRole('alert').filter({ hasText: 'This part can’t be loaded' }).waitFor()
  await banner().waitFor()
  expect(await findAxeViolations(page, 'an app that has stopped')).toEqual([])
  await goTo(page, 'Create')
  expect(await title().inputValue()).toBe('Before')
})

test('code that fails to load later leaves the first screen usable', async () => {
  await page.route(/\/LibraryScreen-[^/]*\.js/, (route) => route.abort())
  await goTo(page, 'Links')
  await screen().getByRole('button', { name: 'Try again' }).waitFor()
  await goTo(page, 'Create')
  await title().fill('Typed beside it')
  await page.getByText('Draft saved').waitFor()
})

test('input typed while the app is gone survives a reload of the page', async () => {
  await killApp()
  await title().fill('Typed after it was gone')
  await page.getByText('Draft kept in this window').waitFor()
  app = await startApp(folder, {}, port)
  await page.evaluate((address) => {
    location.href = address
    location.reload()
  }, app.address)
  await expect.poll(() => title().inputValue()).toBe('Typed after it was gone')
  await expect.poll(() => readSavedTitles()).toEqual(['Typed after it was gone'])
})

test('a taken port is reported from the start, with both fixes', async () => {
  const settings = JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8')) as Settings
  await app.end('SIGTERM')
  const blockingServer = createServer().listen(settings.embedded.port, '127.0.0.1')
  await once(blockingServer, 'listening')
  app = await startApp(folder, {}, port)
  await page.goto('about:blank')
  await page.goto(app.address)
  const serviceRegion = page.getByRole('region', { name: 'Service on this computer' })
  const portAlert = serviceRegion
    .getByRole('alert')
    .filter({ hasText: `Port ${settings.embedded.port} is taken` })
  await portAlert.getByText('links made before then won’t open').waitFor()
  expect(await findAxeViolations(page, 'a port that is taken')).toEqual([])
  await serviceRegion.getByRole('button', { name: 'Try again' }).click()
  await portAlert.waitFor()
  await serviceRegion.getByRole('button', { name: 'Use another port' }).click()
  await serviceRegion.waitFor({ state: 'hidden' })
  await addressField(page).fill('https://shop.example.com/other-port')
  expect(await create(page)).not.toContain(`:${settings.embedded.port}/`)
  blockingServer.close()
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
