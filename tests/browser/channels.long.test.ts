import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import { addressField, create, createForm, goTo, pasteText, tryLocal } from './userActions.ts'

/** Rows whose mediums are not those of Google Analytics, and one that is. */
const copiedTable = [
  'Title\tDesktop\tSource\tMedium',
  'Poster\thttps://shop.example.com/poster\tposter\tqr',
  'Mail\thttps://shop.example.com/mail\tcrm\tNewsletter',
  'Post\thttps://shop.example.com/post\tfacebook\tpost',
].join('\n')

describe.each(screenHosts())('channels in Google Analytics, in the $name', (host) => {
  let app: App
  beforeAll(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  afterAll(() => app.close())

  test('a link without a channel gets one with a click, and is found by its channel', async () => {
    const { page } = app
    const form = createForm(page)
    await form.getByLabel('Title', { exact: true }).fill('Poster in the shop')
    await addressField(page).fill('https://shop.example.com/poster')
    await form.getByRole('combobox', { name: 'Source' }).fill('poster')
    await form.getByRole('combobox', { name: 'Medium' }).fill('qr')
    await form.getByText('Google Analytics has no channel for “qr”').waitFor()
    await form.getByRole('button', { name: 'Use “referral” (Referral)' }).click()
    const preview = page.getByRole('complementary', { name: 'What this link will be' })
    await preview.getByText('In Google Analytics: Referral').first().waitFor()
    await create(page)
    await goTo(page, 'Links')
    // A narrow window hides columns that don't fit.
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Channel', exact: true }).click()
    await page.keyboard.press('Escape')
    const row = page.getByRole('row', { name: /Poster in the shop/ })
    await expect.poll(() => row.innerText()).toContain('Referral')
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('button', { name: 'Channel', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Referral' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).toContain('reportChannel=Referral')
    await row.waitFor()
  })

  test('Bulk warns about rows without a channel, and sets the nearest medium for all of them', async () => {
    const { page } = app
    await goTo(page, 'Bulk')
    await page.getByRole('button', { name: 'Start with your rows' }).click()
    await page.getByRole('heading', { name: 'Paste your rows' }).waitFor()
    await pasteText(page, copiedTable)
    await page.getByRole('button', { name: 'Check 3 rows' }).click()
    const readChannels = () => page.locator('[data-cell$=":4"]').allInnerTexts()
    await expect.poll(readChannels).toEqual(['Unassigned', 'Unassigned', 'Organic Social'])
    await page.locator('[data-cell="0:3"]').focus()
    await page.getByText('“referral” counts as Referral.').first().waitFor()
    await page.getByRole('button', { name: /^Change all 2/ }).click()
    await expect.poll(readChannels).toEqual(['Referral', 'Email', 'Organic Social'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(readChannels).toEqual(['Unassigned', 'Unassigned', 'Organic Social'])
  })
})
