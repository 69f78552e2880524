import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { callApp } from './callApp.ts'
import { screenHosts } from './hosts.ts'
import { addressField, create, createForm, goTo, newDraft, tryLocal } from './userActions.ts'

const sourceRules = {
  source: { values: ['newsletter', 'twitter'], presence: 'required', start: 'newsletter' },
}

describe.each(screenHosts())('tracking rules, in the $name', (host) => {
  let app: App
  beforeAll(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  afterAll(() => app.close())

  const source = () => createForm(app.page).getByRole('combobox', { name: 'Source' })
  const saveRules = async (rules: object) => {
    const { current } = (await callApp(app.page, 'app.state', {})) as { current: { profileId: string } }
    await callApp(app.page, 'rules.save', { profileId: current.profileId, rules })
    await app.page.evaluate(() => (location.hash = '#/create'))
    await app.page.reload()
    await createForm(app.page).waitFor()
    return current.profileId
  }

  test('an existing link that breaks a new rule is counted beside the rules, and found in Links', async () => {
    const { page } = app
    await createForm(page).getByLabel('Title', { exact: true }).fill('Old post')
    await addressField(page).fill('https://shop.example.com/post')
    await source().fill('Twiter')
    await create(page)
    const profileId = await saveRules(sourceRules)
    await page.evaluate((id) => (location.hash = `#/profiles/${id}/rules`), profileId)
    await page.getByText('1 link of this profile breaks the saved rules.').waitFor()
    expect(await findAxeViolations(page, 'tracking rules')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'Show in Links' }).click()
    await page.getByRole('row', { name: /Old post/ }).waitFor()
    await page.getByRole('button', { name: 'Remove Breaks tracking rules' }).waitFor()
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('button', { name: 'Breaks rules' }).click()
    await expect.poll(() => page.url()).not.toContain('breaksrules')
    await goTo(page, 'Create')
  })

  test('a new form begins with the start value, and is not a draft until something is typed', async () => {
    const { page } = app
    await saveRules(sourceRules)
    await newDraft(page)
    expect(await source().inputValue()).toBe('newsletter')
    expect(await source().getAttribute('required')).not.toBeNull()
    expect(await callApp(page, 'drafts.list', {})).toEqual([])
  })

  test('tracking in an address that breaks the rules moves to the tracking fields with one click, and back with Undo', async () => {
    const { page } = app
    await saveRules({ source: { values: ['newsletter', 'twitter'] }, campaign: { lowerCase: true } })
    await newDraft(page)
    const trackedAddress = 'https://shop.example.com/?a=1&utm_source=Twitter&utm_campaign=Sale'
    await addressField(page).fill(trackedAddress)
    await page.keyboard.press('Tab')
    await page.getByText('Moved from the address: campaign, source.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await createForm(page).getByText('This address has utm_source=Twitter.').waitFor()
    await page.getByRole('button', { name: 'Move to the tracking fields' }).click()
    expect(await addressField(page).inputValue()).toBe('https://shop.example.com/?a=1')
    expect(await source().inputValue()).toBe('twitter')
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await addressField(page).inputValue()).toBe(trackedAddress)
    expect(await source().inputValue()).toBe('')
    await createForm(page).getByLabel('Title', { exact: true }).fill('Tracked')
    await create(page)
    await page.getByRole('button', { name: 'Promote to production' }).click()
    const dialog = page.getByRole('dialog', { name: 'Promote to production' })
    await dialog.getByText('This address has utm_source=Twitter.').waitFor()
    await page.keyboard.press('Escape')
    await goTo(page, 'Create')
  })

  test('a link is sent with the value of a field that the form hides', async () => {
    const { page } = app
    await saveRules({ ...sourceRules, medium: { presence: 'hidden', start: 'email' } })
    await newDraft(page)
    await createForm(page).getByLabel('Title', { exact: true }).fill('Newsletter')
    await addressField(page).fill('https://shop.example.com/newsletter')
    expect(await createForm(page).getByRole('combobox', { name: 'Medium' }).count()).toBe(0)
    await create(page)
    const { rows } = (await callApp(page, 'library.search', {
      view: { search: 'title:Newsletter' },
      limit: 1,
    })) as {
      rows: { medium: string; source: string }[]
    }
    expect(rows).toMatchObject([{ source: 'newsletter', medium: 'email' }])
  })
})
