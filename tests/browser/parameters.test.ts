import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import { addressField, create, createForm, goTo, newDraft, tryLocal } from './userActions.ts'

/** A pasted address with tracking of its own. */
const pasted = 'https://shop.example.com/sale?id=7&utm%5Fsource=newsletter&utm_medium=email#top'

describe.each(screenHosts())('parameters of addresses, in the $name', (host) => {
  let app: App
  beforeAll(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  afterAll(() => app.close())

  test('a parameter that the rules list has a field, is part of where the link leads, and filters Links', async () => {
    const { page } = app
    await goTo(page, 'Profiles')
    await page.getByRole('link', { name: 'Add rules' }).click()
    await page.getByRole('button', { name: 'Add a parameter' }).click()
    await page.getByRole('menuitem', { name: /^Content/ }).click()
    await page.getByLabel('Name for people').fill('Creative')
    await page.getByLabel('One per line', { exact: true }).fill('header\nfooter')
    await page.getByRole('button', { name: 'Save rules' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()

    await newDraft(page)
    const form = createForm(page)
    await form.getByLabel('Title', { exact: true }).fill('Sale in the mail')
    await addressField(page).fill(pasted)
    await page.keyboard.press('Tab')
    await page.getByText('Moved from the address: source, medium.').waitFor()
    expect(await addressField(page).inputValue()).toBe('https://shop.example.com/sale?id=7#top')
    await form.getByRole('combobox', { name: 'Creative' }).fill('Header')
    await page.keyboard.press('Tab')
    const link = await create(page)
    const response = await fetch(link, { redirect: 'manual' })
    expect(response.headers.get('location')).toBe(
      'https://shop.example.com/sale?id=7&utm_content=header&utm_source=newsletter&utm_medium=email#top',
    )

    await goTo(page, 'Links')
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('button', { name: 'Parameter', exact: true }).click()
    await page.getByRole('checkbox', { name: 'utm_content=header' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).toContain('parameter=utm_content%3Dheader')
    await page.getByRole('row', { name: /Sale in the mail/ }).waitFor()
  })

  test('a parameter that is added in the form has a field with the focus, is part of the link, and can be undone', async () => {
    const { page } = app
    await newDraft(page)
    const form = createForm(page)
    await addressField(page).fill('https://shop.example.com/sale')
    await form.getByRole('button', { name: 'Add a parameter' }).click()
    await page.getByRole('menuitem', { name: /^Term/ }).click()
    const term = form.getByRole('combobox', { name: 'Term' })
    await expect.poll(() => term.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('red shoes')
    const response = await fetch(await create(page), { redirect: 'manual' })
    expect(response.headers.get('location')).toContain('utm_term=red%20shoes')

    await newDraft(page)
    await form.getByRole('button', { name: 'Add a parameter' }).click()
    const name = page.getByLabel('Name in addresses')
    await name.fill('utm_term')
    await page.getByText('It’s already listed.').waitFor()
    await name.fill('creative_id')
    await page.keyboard.press('Enter')
    await form.getByRole('combobox', { name: 'creative_id' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await form.getByRole('combobox', { name: 'creative_id' }).waitFor({ state: 'detached' })
    await term.waitFor()
  })
})
