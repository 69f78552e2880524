import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { removeFolder, temporaryFolder } from '../core/harness/app.ts'
import type { OpenedApp } from './app.ts'
import { screenHosts } from './hosts.ts'
import { createForm, tryLocal } from './userActions.ts'

describe.each(screenHosts())('in the $name', (host) => {
  let folder: string
  let app: OpenedApp
  beforeAll(async () => {
    folder = await temporaryFolder()
    app = await host.open(folder, {})
    await tryLocal(app.page)
  })
  afterEach(() => expect(app.errors()).toEqual([]))
  afterAll(async () => {
    await app.end('in order')
    await removeFolder(folder)
  })

  test(
    'a printed link gets a new address, is switched off, and is restored',
    { timeout: 120_000 },
    async () => {
      const { page } = app
      const button = (name: string | RegExp) => page.getByRole('button', { name })
      await createForm(page).getByLabel('Title', { exact: true }).fill('Poster')
      await page.getByLabel('Where does it go?').fill('https://example.com/old')
      await button('Create link').click()
      await page.getByRole('heading', { name: 'Change this link' }).waitFor()
      const link = (
        await page
          .getByText(/^http:\/\/127\.0\.0\.1:\d+\/\w+$/)
          .first()
          .innerText()
      ).trim()
      const visit = async () => {
        const { status, headers } = await fetch(link, { redirect: 'manual' })
        return [status, headers.get('location')]
      }
      // The service applies a change within a second.
      const expectVisitorsGet = async (status: number, location: string | null) =>
        await expect.poll(visit, { timeout: 10_000 }).toEqual([status, location])

      await button('Edit').click()
      const dialog = page.getByRole('dialog', { name: /^Edit “/ })
      await dialog.getByLabel('Where does it go?').fill('https://example.com/new')
      await dialog.getByText('It was https://example.com/old.').waitFor()
      await button('Change link').click()
      await page.getByText('Link changed. Stored as requested.').waitFor()
      await expectVisitorsGet(302, 'https://example.com/new')
      await page.getByText('Stored as requested', { exact: true }).waitFor()

      await button('Switch off').click()
      await page.getByText('Switched off. Stored as requested.').waitFor()
      await expectVisitorsGet(410, null)
      await button('Undo').click()
      await page.getByText(/^Undone: .* Stored as requested\.$/).waitFor()
      await expectVisitorsGet(302, 'https://example.com/new')

      await button('Show earlier entries').click()
      await button('Restore the version before these changes').click()
      await page.getByText(/^Restored the version before these changes/).waitFor()
      await expectVisitorsGet(302, 'https://example.com/old')
    },
  )
})
