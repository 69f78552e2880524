import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { findAxeViolations } from './axe.ts'
import { addProfile, callApp } from './callApp.ts'
import { chooseFile, captureDownload } from './downloads.ts'
import { screenHosts } from './hosts.ts'
import { findLeaks } from './leaks.ts'
import { resetWindow, create, createForm, enterService, goTo, tryLocal } from './userActions.ts'
import { startRemoteService } from './remoteService.ts'
import type { RemoteService } from './remoteService.ts'

function profileList(page: Page) {
  return page.getByRole('list', { name: 'Profiles' })
}

async function readNames(page: Page): Promise<string[]> {
  // Read all at once: reading one by one would wait for a row that has just disappeared.
  const rows = await profileList(page).getByRole('link').allInnerTexts()
  return rows.map((row) => row.split('\n')[0] ?? '')
}

/** Waits for a screen reader announcement. */
async function waitForAnnouncement(page: Page, text: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' })
}

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  // Each host has its own: a service lists the links of all its users, and each app counts those.
  let service: RemoteService
  beforeAll(async () => {
    service = await startRemoteService()
    app = await openApp(host)
    await tryLocal(app.page)
  })
  afterAll(async () => {
    await app.close()
    await service.stop()
  })

  /** Starts with exactly these profiles and the local one. */
  async function resetProfiles(...newNames: string[]): Promise<void> {
    const { page } = app
    const { profiles } = (await callApp(page, 'app.state', {})) as {
      profiles: { id: string; name: string }[]
    }
    const others = profiles.filter(({ name }) => name !== 'This computer')
    for (const { id } of others) await callApp(page, 'profiles.remove', { id })
    for (const name of newNames) await addProfile(page, { name, baseUrl: service.origin }, service.key)
    await resetWindow(page)
    await page.reload()
    await createForm(page).waitFor()
  }

  test('a profile can be added, renamed, duplicated and deleted without losing its links', async () => {
    const { page } = app
    await goTo(page, 'Profiles')
    await page.getByRole('button', { name: 'Add a service' }).click()
    await enterService(page, { name: 'Acme', baseUrl: service.origin, key: service.key })
    await page.getByRole('radio', { name: 'Violet' }).check()
    await page.getByLabel('Link domains').fill('https://go.acme.example/, b.acme.example')
    await page.getByLabel('Notes').fill('Ask Jo.')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('button', { name: 'Profile: Acme' }).waitFor()
    await goTo(page, 'Create')
    await createForm(page).getByLabel('Title', { exact: true }).fill('Kept')
    await create(page)

    await goTo(page, 'Profiles')
    // The last domain comes from the link created meanwhile.
    expect(await page.getByLabel('Link domains').inputValue()).toMatch(
      /^go\.acme\.example, b\.acme\.example, 127\.0\.0\.1:\d+$/,
    )
    await page.getByLabel('Name', { exact: true }).fill('Acme Europe')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Profile: Acme Europe' }).waitFor()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: 'Acme Europe copy' }).waitFor()
    expect(await page.getByRole('radio', { name: 'Violet' }).isChecked()).toBe(true)
    expect(await page.getByLabel('Notes').inputValue()).toBe('Ask Jo.')
    await page.getByText('No key on this computer').waitFor()
    await expect.poll(() => readNames(page)).toEqual(['This computer', 'Acme Europe', 'Acme Europe copy'])

    await profileList(page).getByRole('link', { name: 'Acme Europe', exact: false }).first().click()
    await page.getByRole('heading', { name: 'Acme Europe', exact: true }).waitFor()
    await page.getByLabel('Notes').fill('Not needed any more')
    await page.getByRole('button', { name: 'Remove this profile' }).click()
    const question = page.getByRole('dialog').filter({ hasText: 'Remove “Acme Europe”?' })
    await question.getByText('The one link created with it stays in Links').waitFor()
    await question.getByRole('button', { name: 'Remove profile and key' }).click()
    await expect.poll(() => readNames(page)).toEqual(['This computer', 'Acme Europe copy'])
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/profiles')
    await goTo(page, 'Links')
    await page.getByRole('link', { name: 'Kept' }).waitFor()
  })

  test('profiles are exported without keys and imported again, and skipped ones are explained', async () => {
    const { page } = app
    await resetProfiles('Acme')
    await goTo(page, 'Profiles')
    const file = await captureDownload(page, () => page.getByRole('button', { name: 'Export all' }).click())
    expect(file.name).toMatch(/\.json$/)
    expect(file.text).toContain('"Acme"')
    expect(findLeaks(service.key, { file: file.text })).toEqual([])
    await chooseFile(page, 'Import', file)
    const report = page.getByRole('status').filter({ hasText: 'No profiles were added' })
    await report.getByText('It is already in your list.').waitFor()
    await chooseFile(page, 'Import', { ...file, text: file.text.replace('"Acme"', '"Brought along"') })
    await page.getByRole('status').filter({ hasText: 'One profile was added' }).waitFor()
    await expect.poll(() => readNames(page)).toEqual(['This computer', 'Acme', 'Brought along'])
    await profileList(page).getByText('No key').waitFor()
    expect(await findAxeViolations(page, 'profiles, after an import')).toEqual([])
    await chooseFile(page, 'Import', { name: 'x.json', text: '{}' })
    await page.getByRole('alert').filter({ hasText: 'This file contains no profiles' }).waitFor()
  })

  test('profile and environment are shown on every screen and switched by shortcut, also from a field', async () => {
    const { page } = app
    await resetProfiles('Acme')
    const title = createForm(page).getByLabel('Title', { exact: true })
    await title.focus()
    await page.keyboard.press('Alt+p')
    await page.getByRole('button', { name: 'Create in production' }).waitFor()
    await page.keyboard.press('Alt+2')
    await page.getByRole('button', { name: 'Profile: Acme' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Acme, production' }).waitFor({ state: 'attached' })
    // Links and Settings are about all profiles, so they have no switch.
    for (const screen of ['Find', 'Create', 'Profiles'] as const) {
      await goTo(page, screen)
      await page.getByRole('button', { name: 'Profile: Acme' }).waitFor()
      expect(await page.getByRole('radio', { name: 'Production' }).isChecked()).toBe(true)
    }
    await page.keyboard.press('Alt+p')
    await page.getByRole('radio', { name: 'Development', checked: true }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Profile: Acme' }).click()
    await page.getByRole('menuitemradio', { name: 'Acme' }).getByText('Alt 2').waitFor()
  })

  // Runs last, because the app keeps its order.
  test('profiles can be reordered by menu and keyboard, and the order is saved', async () => {
    const { page } = app
    await resetProfiles('One', 'Two', 'Three')
    await goTo(page, 'Profiles')
    await expect.poll(() => readNames(page)).toEqual(['This computer', 'One', 'Two', 'Three'])
    const moveUp = async () => {
      await page.getByRole('button', { name: 'Move Three' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
    }
    await moveUp()
    await expect.poll(() => readNames(page)).toEqual(['This computer', 'One', 'Three', 'Two'])
    await waitForAnnouncement(page, 'Three is now number 3 of 4')
    await moveUp()
    await expect.poll(() => readNames(page)).toEqual(['This computer', 'Three', 'One', 'Two'])
    await page.getByRole('button', { name: 'Move This computer' }).click()
    await page.getByRole('menuitem', { name: 'Move down' }).click()
    await expect.poll(() => readNames(page)).toEqual(['Three', 'This computer', 'One', 'Two'])
    // The list moves the profile immediately; the announcement follows when it is saved.
    await waitForAnnouncement(page, 'This computer is now number 2 of 4')
    await app.restart()
    await goTo(app.page, 'Profiles')
    await expect.poll(() => readNames(app.page)).toEqual(['Three', 'This computer', 'One', 'Two'])
  })
})
