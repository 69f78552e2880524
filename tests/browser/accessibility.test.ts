import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { axeFaults } from './axe.ts'
import { hosts } from './hosts.ts'
import { create, createForm, enter, enterService, find, goTo, replaceData, tryLocal } from './person.ts'

const wish = {
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

describe.each(hosts())('in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
  })
  afterEach(() => app.close())
  afterAll(() => host.end())

  test('axe finds nothing serious on the way in', async () => {
    const { page } = app
    const connect = page.getByRole('button', { name: 'Connect', exact: true })
    await connect.waitFor()
    const found = await axeFaults(page, 'welcome')
    await connect.click()
    await page.getByText('Enter a name.').waitFor()
    found.push(...(await axeFaults(page, 'welcome with faults')))
    await enterService(page, { name: 'Acme', baseUrl: 'http://127.0.0.1:9', key: 'k' })
    await page.getByRole('button', { name: 'Advanced' }).click()
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByRole('heading', { name: /Stopped at/ }).waitFor()
    await page.getByRole('button', { name: 'Details' }).click()
    found.push(...(await axeFaults(page, 'welcome with a failed test')))
    expect(found).toEqual([])
  })

  test('axe finds nothing serious on any screen: empty, full and broken', { timeout: 180_000 }, async () => {
    const { page } = app
    await tryLocal(page)
    const found = await axeFaults(page, 'create, empty')
    const look = async (screen: string) => found.push(...(await axeFaults(page, screen)))
    for (const section of ['Appearance', 'Network', 'Key storage', 'Data folder', 'About']) {
      await goTo(page, 'Settings')
      await page.getByRole('link', { name: section }).click()
      await page.getByRole('heading', { level: 2, name: section }).waitFor()
      await look(`settings, ${section}`)
    }
    await goTo(page, 'Create')
    await page.getByRole('button', { name: /^Profile:/ }).click()
    await page.getByRole('menuitem', { name: 'Manage profiles' }).waitFor()
    await look('menu of profiles')
    await page.keyboard.press('Escape')
    await goTo(page, 'Links')
    await page.getByText('No links yet').waitFor()
    await look('links, empty')
    await goTo(page, 'Find')
    await look('find, empty')

    await goTo(page, 'Create')
    await page.setViewportSize({ width: 1280, height: 800 })
    await enter(page, { ...wish, tags: [...wish.tags] })
    await look('create, full')
    await replaceData(app, '{"a":1,"a":2}')
    await createForm(page).getByLabel('Title', { exact: true }).fill('x'.repeat(300))
    await createForm(page).getByRole('button', { name: 'Create link' }).click()
    await look('create, with faults')
    await createForm(page).getByLabel('Title', { exact: true }).fill(wish.title)
    await replaceData(app, wish.data)
    const link = await create(page)
    await page.getByText('Stored as requested').waitFor()
    await look('created')

    await find(page, link)
    await look('find, found')
    await page.getByText('Production', { exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'does not know this link' }).waitFor()
    await look('find, not found, in production')
    await goTo(page, 'Create')
    await page.getByRole('button', { name: 'Create in production' }).waitFor()
    await look('create, in production')
    await goTo(page, 'Links')
    await page.getByRole('link', { name: wish.title }).click()
    await page.getByRole('dialog').getByText('Stored as requested').waitFor()
    await look('one link in its drawer')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await look('links')
    await goTo(page, 'Profiles')
    await look('profiles')
    await page.getByRole('button', { name: 'Remove this profile' }).click()
    await look('profiles, asked before removing')
    await page.getByRole('button', { name: 'Add a service' }).click()
    await look('profiles, adding one')
    expect(found).toEqual([])
  })
})
