import type { Page } from 'playwright'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import { startCuttableProxy } from '../core/harness/cuttableProxy.ts'
import { connectAnother, goTo, pasteText, tryLocal } from './userActions.ts'
import { startRemoteService } from './remoteService.ts'

/** Rows for a service whose requests are paced. */
const pacedRowCount = 60

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  afterEach(() => app.close())

  test('a run survives a network outage and creates every link', async () => {
    const { page } = app
    const service = await startRemoteService()
    const proxy = await startCuttableProxy(service.origin)
    await connectAnother(page, { name: 'Acme', baseUrl: proxy.origin, key: service.key })
    await goTo(page, 'Bulk')
    await page.getByRole('button', { name: 'Start with your rows' }).press('Enter')
    await page.getByRole('heading', { name: 'Paste your rows' }).waitFor()
    await pasteText(
      page,
      ['Title', ...Array.from({ length: pacedRowCount }, (_, index) => `Sale ${String(index + 1)}`)].join(
        '\n',
      ),
    )
    await page.getByRole('button', { name: 'Check 60 rows' }).press('Enter')
    await page.getByRole('button', { name: 'Continue with 60 links' }).press('Enter')
    await startRun(page, '60')
    const createOthers = page.getByRole('button', { name: 'Looks right: create the other 59' })
    await createOthers.waitFor()
    await proxy.disconnect()
    await createOthers.press('Enter')
    await page.getByText(/^Waiting for the service/).waitFor()
    await proxy.reconnect()
    await page.getByText('All 60 links were created.').waitFor({ timeout: 120_000 })
    await proxy.disconnect()
    await service.stop()
  })
})

/** Starts a run. A slow machine shows the page with its button later; in production it asks for the number of links. */
async function startRun(page: Page, links: string): Promise<void> {
  const start = page.getByRole('button', { name: /^Create the first link/ })
  await start.waitFor()
  const confirmation = page.getByLabel(/^These links go live/)
  if (await confirmation.isVisible()) await confirmation.fill(links)
  await start.press('Enter')
}
