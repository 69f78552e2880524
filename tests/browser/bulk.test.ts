import type { Page } from 'playwright'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import { goTo, pasteText, tryLocal } from './userActions.ts'

const count = 300
const invalidRows = [3, 17, 40, 41, 290]

/** A table copied from a spreadsheet, in which five addresses are invalid. */
const copiedTable = [
  'Title\tDesktop\tSource\tMedium',
  ...Array.from({ length: count }, (_, index) => {
    const address = invalidRows.includes(index + 1) ? 'shop' : `https://shop.example.com/${String(index + 1)}`
    return `Sale ${String(index + 1)}\t${address}\tnewsletter\temail`
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
      await pasteText(page, copiedTable)
      await page.getByRole('article', { name: 'Row 2' }).waitFor()
      await page.getByRole('button', { name: 'Check 300 rows' }).press('Enter')
      await page.getByText('295 of 300 rows are ready; 5 have errors.').waitFor()

      await page.locator('[data-cell="0:1"]').focus()
      for (const [index, number] of invalidRows.entries()) {
        await page.keyboard.press('Enter')
        // As the spreadsheet counts, with its header.
        const field = page.getByRole('textbox', { name: `Desktop, row ${String(number + 1)}` })
        await field.press('ControlOrMeta+a')
        await field.pressSequentially(`https://shop.example.com/${String(number)}`)
        await field.press('Enter')
        const next = Math.min(index + 1, invalidRows.length - 1)
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
      const allCreated = app.page.getByText('All 300 links were created.')
      const resume = app.page.getByRole('button', { name: 'Resume' })
      const checkUncertain = app.page.getByRole('button', { name: /^Check \d+ uncertain/ })
      await resume.or(checkUncertain).or(allCreated).first().waitFor()
      if (await resume.isVisible()) await resume.press('Enter')
      await checkUncertain.or(allCreated).first().waitFor({ timeout: 120_000 })
      if (await checkUncertain.isVisible()) await checkUncertain.press('Enter')
      await allCreated.waitFor()
      const titles = await app.page.locator('[data-cell$=":1"]').allTextContents()
      expect(titles.slice(0, 3)).toEqual(['Sale 1', 'Sale 2', 'Sale 3'])
      await app.page.getByRole('button', { name: 'Show in Links' }).press('Enter')
      await app.page.getByText('300 links', { exact: true }).waitFor()
      await app.page.getByRole('button', { name: /^Remove Bulk run:/ }).waitFor()
    },
  )
})

/** Starts a run. A slow machine shows the page with its button later; in production it asks for the number of links. */
async function startRun(page: Page, links: string): Promise<void> {
  const start = page.getByRole('button', { name: /^Create the first link/ })
  await start.waitFor()
  const confirmation = page.getByLabel(/^These links go live/)
  if (await confirmation.isVisible()) await confirmation.fill(links)
  await start.press('Enter')
}
