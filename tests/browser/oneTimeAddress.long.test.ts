import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeBrowser } from '../loopback/fakeBrowser.ts'
import { sharedChromium } from './chromium.ts'
import { tryLocal } from './userActions.ts'

// Other systems pass the address in their own ways.
const isLinux = process.platform === 'linux'

let folder: string
let browser: Awaited<ReturnType<typeof createFakeBrowser>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-one-time-'))
  browser = await createFakeBrowser()
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await browser.remove()
})

test.skipIf(!isLinux)('the address passed to the browser opens the window only once', async () => {
  const app = await browser.start(folder)
  const printedAddress = /http:\S+/.exec(app.output)?.[0] ?? ''
  const [address = ''] = await browser.opened(1)
  expect(address).not.toContain('token')
  const context = await (await sharedChromium()).newContext()
  const page = await context.newPage()
  await page.goto(address)
  await tryLocal(page)
  await page.getByLabel('Title', { exact: true }).waitFor()
  expect(page.url()).not.toContain('code')
  await page.reload()
  await page.getByLabel('Title', { exact: true }).waitFor()

  const tab = await context.newPage()
  await tab.goto(address)
  await tab.getByText('This window isn’t allowed to use the app').first().waitFor()
  // The printed address opens a window at any time.
  await tab.goto(printedAddress)
  await tab.getByLabel('Title', { exact: true }).waitFor()
  expect(tab.url()).not.toContain('token')

  // A used address is harmless in a tab that already has the window.
  await page.goto(address)
  await page.getByLabel('Title', { exact: true }).waitFor()
  await context.close()
  app.end()
  await app.exited
})
