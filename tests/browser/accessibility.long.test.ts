import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp, type App } from './app.ts'
import { findAxeViolations } from './axe.ts'
import { callApp } from './callApp.ts'
import { screenHosts } from './hosts.ts'
import { create, createForm, fillForm, enterService, goTo, replaceData, tryLocal } from './userActions.ts'

const linkInput = {
  title: 'Summer sale',
  subtitle: 'Until Sunday',
  ios: { url: 'https://apps.example.com/ios', openApp: true },
  android: { url: 'market://details?id=com.example', openApp: false },
  desktop: 'https://example.com/',
  campaign: 'summer',
  source: 'newsletter',
  medium: 'email',
  previewIos: 'On',
  previewAndroid: 'Off',
  tags: ['summer', 'sale'],
  data: '{"screen":"offer"}',
} as const

/** Covers what neither the other tests of the whole app nor the component tests check. */
describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeAll(async () => {
    app = await openApp(host)
  })
  afterAll(() => app.close())

  test('axe finds no serious violation in the first-run screens', async () => {
    const { page } = app
    await page.getByRole('button', { name: 'Connect to it' }).waitFor()
    const violations = await findAxeViolations(page, 'welcome')
    await enterService(page, { name: 'Acme', baseUrl: 'http://127.0.0.1:9', key: 'k' })
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText(/^Stopped at/).click()
    await page.getByText('Details', { exact: true }).click()
    violations.push(...(await findAxeViolations(page, 'welcome with a failed test')))
    expect(violations).toEqual([])
  })

  // Continues in the same app after the first run.
  test(
    'axe finds no serious violation in the empty, full and broken states of the whole app',
    { timeout: 400_000 },
    async () => {
      const { page } = app
      await page.reload()
      await tryLocal(page)
      const violations = await findAxeViolations(page, 'create, empty')
      const checkScreen = async (screen: string) =>
        violations.push(...(await findAxeViolations(page, screen)))
      for (const section of ['Appearance', 'Data folder']) {
        await goTo(page, 'Settings')
        await page.getByRole('link', { name: section }).click()
        await page.getByRole('heading', { level: 2, name: section }).waitFor()
        await checkScreen(`settings, ${section}`)
      }
      await goTo(page, 'Create')
      await page.getByRole('button', { name: /^Profile:/ }).click()
      await page.getByRole('menuitem', { name: 'Manage profiles' }).waitFor()
      await checkScreen('menu of profiles')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Draft/ }).click()
      await page.getByRole('menuitem', { name: 'New draft' }).waitFor()
      await checkScreen('menu of drafts')
      await page.keyboard.press('Escape')

      await page.setViewportSize({ width: 1280, height: 800 })
      await fillForm(page, { ...linkInput, tags: [...linkInput.tags] })
      await checkScreen('create, full')
      await page.getByRole('button', { name: 'Presets' }).click()
      await page.getByRole('menuitem', { name: 'Save as preset' }).click()
      await page.getByRole('dialog').waitFor()
      await checkScreen('saving a preset')
      await page.getByRole('dialog').getByRole('textbox').first().fill('Newsletter')
      await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Presets' }).click()
      await checkScreen('menu of presets')
      await page.getByRole('menuitem', { name: 'Manage presets' }).click()
      await page.getByRole('dialog').waitFor()
      await checkScreen('managing presets')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.setViewportSize({ width: 1280, height: 800 })
      await replaceData(app, '{"a":1,"a":2}')
      await createForm(page).getByLabel('Title', { exact: true }).fill('x'.repeat(300))
      await createForm(page).getByRole('button', { name: 'Create link' }).click()
      await checkScreen('create, with errors')
      await createForm(page).getByLabel('Title', { exact: true }).fill(linkInput.title)
      await replaceData(app, linkInput.data)
      await create(page)
      await page.getByText('Stored as requested').waitFor()
      await checkScreen('created')
      await page.getByRole('button', { name: /^Promote to production/ }).click()
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
      await checkScreen('a promotion')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })

      await goTo(page, 'Create')
      await page.getByText('Production', { exact: true }).click()
      await page.getByRole('button', { name: 'Create in production' }).waitFor()
      await checkScreen('create, in production')
      await goTo(page, 'Profiles')
      await checkScreen('profiles')
      await callApp(page, 'profiles.save', { profile: { name: 'Second', baseUrl: 'http://127.0.0.1:9' } })
      await page.reload()
      await page.getByRole('button', { name: 'Move Second' }).click()
      await page.getByRole('menuitem', { name: 'Move up' }).waitFor()
      await checkScreen('profiles, moving one')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Remove this profile' }).click()
      await checkScreen('profiles, asked before removing')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Add a service' }).click()
      await checkScreen('profiles, adding one')
      expect(violations).toEqual([])
    },
  )
})
