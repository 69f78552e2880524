import type { Page } from 'playwright'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import { startCuttableProxy } from '../core/harness/cuttableProxy.ts'
import { connectAnother, goTo, pasteText, tryLocal } from './userActions.ts'
import { startRemoteService } from './remoteService.ts'

const count = 300
/** Rows for a service whose requests are paced. */
const few = 60
const bad = [3, 17, 40, 41, 290]

/** A table copied from a spreadsheet, in which five addresses are invalid. */
const copied = [
  'Title\tDesktop\tSource',
  ...Array.from({ length: count }, (_, at) => {
    const address = bad.includes(at + 1) ? 'shop' : `https://shop.example.com/${String(at + 1)}`
    return `Sale ${String(at + 1)}\t${address}\tnewsletter`
  }),
].join('\n')

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  afterEach(() => app.close())

  test(
    '300 pasted rows become links in order after five are fixed in place',
    { timeout: 240_000 },
    async () => {
      const { page } = app
      await goTo(page, 'Bulk')
      await page.getByRole('button', { name: 'Start with your rows' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Paste your rows' }).waitFor()
      await pasteText(page, copied)
      await page.getByRole('article', { name: 'Row 2' }).waitFor()
      await page.getByRole('button', { name: 'Check 300 rows' }).press('Enter')
      await page.getByText('295 of 300 rows are ready; 5 have errors.').waitFor()

      await page.locator('[data-cell="0:1"]').focus()
      for (const [at, number] of bad.entries()) {
        await page.keyboard.press('Enter')
        // As the spreadsheet counts, with its header.
        const field = page.getByRole('textbox', { name: `Desktop, row ${String(number + 1)}` })
        await field.press('ControlOrMeta+a')
        await field.pressSequentially(`https://shop.example.com/${String(number)}`)
        await field.press('Enter')
        const next = Math.min(at + 1, bad.length - 1)
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-cell')))
          .toBe(`${String(next)}:1`)
      }
      await page.getByText('All 300 rows are ready.').waitFor()
      await page.getByRole('button', { name: 'Continue with 300 links' }).press('Enter')
      await startRun(page, '300')
      await page.getByText('Stored as requested').waitFor()
      await page.getByRole('button', { name: 'Looks right: create the other 299' }).press('Enter')

      await app.restart()
      await goTo(app.page, 'Bulk')
      await app.page.getByRole('table').getByRole('link').press('Enter')
      // Requests in flight when the app and its service ended stay uncertain until they are looked up.
      const all = app.page.getByText('All 300 links were created.')
      const resume = app.page.getByRole('button', { name: 'Resume' })
      const look = app.page.getByRole('button', { name: /^Check \d+ uncertain/ })
      await resume.or(look).or(all).first().waitFor()
      if (await resume.isVisible()) await resume.press('Enter')
      await look.or(all).first().waitFor({ timeout: 120_000 })
      if (await look.isVisible()) await look.press('Enter')
      await all.waitFor()
      const titles = await app.page.locator('[data-cell$=":1"]').allTextContents()
      expect(titles.slice(0, 3)).toEqual(['Sale 1', 'Sale 2', 'Sale 3'])
      await app.page.getByRole('button', { name: 'Show in Links' }).press('Enter')
      await app.page.getByText('300 links', { exact: true }).waitFor()
      await app.page.getByRole('button', { name: /^Remove Bulk run:/ }).waitFor()
    },
  )

  test('a run survives a network outage and creates every link', async () => {
    const { page } = app
    const service = await startRemoteService()
    const plug = await startCuttableProxy(service.origin)
    await connectAnother(page, { name: 'Acme', baseUrl: plug.origin, key: service.key })
    await goTo(page, 'Bulk')
    await page.getByRole('button', { name: 'Start with your rows' }).press('Enter')
    await page.getByRole('heading', { name: 'Paste your rows' }).waitFor()
    await pasteText(
      page,
      ['Title', ...Array.from({ length: few }, (_, at) => `Sale ${String(at + 1)}`)].join('\n'),
    )
    await page.getByRole('button', { name: 'Check 60 rows' }).press('Enter')
    await page.getByRole('button', { name: 'Continue with 60 links' }).press('Enter')
    await startRun(page, '60')
    const rest = page.getByRole('button', { name: 'Looks right: create the other 59' })
    await rest.waitFor()
    await plug.pull()
    await rest.press('Enter')
    await page.getByText(/^Waiting for the service/).waitFor()
    await plug.plugIn()
    await page.getByText('All 60 links were created.').waitFor({ timeout: 120_000 })
    await plug.pull()
    await service.stop()
  })
})

/** Starts a run. A slow machine shows the page with its button later; in production it asks for the number of links. */
async function startRun(page: Page, links: string): Promise<void> {
  const start = page.getByRole('button', { name: /^Create the first link/ })
  await start.waitFor()
  const typed = page.getByLabel(/^These links go live/)
  if (await typed.isVisible()) await typed.fill(links)
  await start.press('Enter')
}
