import type { Locator } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { findAxeViolations } from './axe.ts'
import { addProfile, callApp } from './callApp.ts'
import { captureDownload } from './downloads.ts'
import { screenHosts } from './hosts.ts'
import { resetWindow, createForm, find, goTo, tryLocal } from './userActions.ts'
import { startOtherService } from './otherService.ts'
import type { OtherService } from './otherService.ts'

interface Made {
  id: string
  link: string
}

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeAll(async () => {
    app = await openApp(host, { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
    await tryLocal(app.page)
  })
  beforeEach(() => resetWindow(app.page))
  afterAll(() => app.close())

  const sentence = () => app.page.getByRole('status').filter({ hasText: 'Active link' })
  const place = () => app.page.getByRole('group', { name: 'Where this was looked up' })
  const createButton = () => createForm(app.page).getByRole('button', { name: /^Create/ })

  async function currentProfile(): Promise<string> {
    const state = (await callApp(app.page, 'app.state', {})) as { current: { profileId: string } }
    return state.current.profileId
  }

  /** Creates a link behind the window, in the active profile by default. */
  async function make(
    environment: 'development' | 'production',
    request: object,
    profileId?: string,
  ): Promise<Made> {
    const input = {
      id: crypto.randomUUID(),
      profileId: profileId ?? (await currentProfile()),
      environment,
      request,
    }
    return (await callApp(app.page, 'links.create', input)) as Made
  }

  async function openDrawer(title: string): Promise<Locator> {
    await goTo(app.page, 'Links')
    await app.page.getByRole('link', { name: title }).click()
    const drawer = app.page.getByRole('dialog')
    await drawer.getByText('Stored as requested').waitFor()
    return drawer
  }

  test('the drawer shows every number as the service spelled it, in groups before any JSON', async () => {
    const data = '{"id": 9223372036854775807, "price": 1.50}'
    await make('development', { title: 'Exact', data, tracking_source: 'newsletter' })
    const drawer = await openDrawer('Exact')
    expect(await drawer.getByRole('region', { name: 'App data as text' }).innerText()).toContain(data)
    const text = await drawer.innerText()
    expect(text).toMatch(/Source\s+newsletter/)
    for (const internal of ['extra', 'unreported']) expect(text).not.toContain(internal)

    await drawer.getByText('The service’s answer as JSON').click()
    const raw = await drawer.getByRole('region', { name: 'Raw answer' }).innerText()
    for (const spelling of ['9223372036854775807', '1.50']) expect(raw).toContain(spelling)
    for (const internal of ['extra', 'unreported']) expect(raw).not.toContain(internal)
    await drawer.getByRole('button', { name: 'Copy the answer' }).click()
    await drawer.getByText('Copied').first().waitFor()
    expect(await app.page.evaluate(() => navigator.clipboard.readText())).toContain(data)
    expect(await findAxeViolations(app.page, 'a link in the drawer with its answer expanded')).toEqual([])
  })

  test('finding a link of the other environment does not switch the window; a separate button does', async () => {
    const { page } = app
    const { link } = await make('production', { title: 'Live' })
    await goTo(page, 'Find')
    await page.getByRole('textbox', { name: /Link, path or text/ }).fill(link)
    await page.keyboard.press('Enter')
    await sentence().waitFor()
    expect(await place().innerText()).toMatch(/Production[^]*You’re still working in development/)
    await goTo(page, 'Create')
    expect(await createButton().innerText()).toBe('Create link')

    await page.goBack()
    await place().getByRole('button', { name: 'Switch to production' }).click()
    await expect.poll(() => place().innerText()).not.toContain('still working')
    await goTo(page, 'Create')
    await expect.poll(() => createButton().innerText()).toBe('Create in production')
  })

  test('a row is checked in its own profile and environment', async () => {
    const { page } = app
    await make('production', { title: 'Elsewhere' })
    const drawer = await openDrawer('Elsewhere')
    await drawer.getByRole('button', { name: 'Check for changes' }).click()
    await drawer.getByRole('strong').getByText('No changes').waitFor()
    await page.keyboard.press('Escape')
    await goTo(page, 'Create')
    expect(await createButton().innerText()).toBe('Create link')
  })

  test('rows of one campaign differ by channel, destination and environment', async () => {
    const { page } = app
    const request = {
      title: 'Summer sale',
      desktop_custom_redirect: { url: 'https://shop.example.com/summer' },
      tracking_campaign: 'summer',
    }
    await make('development', { ...request, tracking_source: 'newsletter', tracking_medium: 'email' })
    await make('production', { ...request, tracking_source: 'instagram', tracking_medium: 'social' })
    // A list that was already shown does not know links created behind the window.
    await page.reload()
    await page.setViewportSize({ width: 900, height: 600 })
    await goTo(page, 'Links')
    const row = (channel: string) => page.getByRole('row').filter({ hasText: channel })
    expect(await row('newsletter / email').innerText()).toMatch(
      /shop\.example\.com\/\s*summer[^]*Development/,
    )
    expect(await row('instagram / social').innerText()).toMatch(/shop\.example\.com\/\s*summer[^]*Production/)
    await page.setViewportSize({ width: 600, height: 600 })
    for (const [channel, environment] of [
      ['newsletter / email', 'Development'],
      ['instagram / social', 'Production'],
    ] as const)
      await row(channel).getByText(environment, { exact: true }).waitFor()
  })

  describe('with a second profile at a third-party service', () => {
    let other: OtherService
    let otherId: string
    beforeAll(async () => {
      other = await startOtherService()
      otherId = await addProfile(app.page, { name: 'Acme', baseUrl: other.origin }, other.key)
      await app.page.reload()
    })
    afterAll(() => other.stop())

    test('the domain of a pasted link selects the profile', async () => {
      const { link } = await make('production', { title: 'Pasted' }, otherId)
      await app.page.getByText('Production', { exact: true }).click()
      await find(app.page, `Have a look: ${link}?x=1`)
      expect(await place().innerText()).toMatch(/Acme[^]*Production[^]*You’re still working in/)
      expect(await currentProfile()).not.toBe(otherId)
    })

    test('many links are looked up, each at its own service, and exported as a spreadsheet', async () => {
      const { page } = app
      const theirs = await make('production', { title: '=1+1' }, otherId)
      const ours = await make('production', { title: 'Among many' })
      await page.getByText('Production', { exact: true }).click()
      await goTo(page, 'Find')
      const text = `title;link\nA;${theirs.link}\nB;${encodeURIComponent(ours.link)}\nC;https://bit.ly/x`
      await page.getByRole('textbox', { name: /Link, path or text/ }).fill(text)
      await page.keyboard.press('Enter')
      await page.getByText('2 active, 1 not yours').waitFor()
      const save = async (form: string) => {
        await page.getByRole('button', { name: 'Save table' }).click()
        await page.getByRole('menuitem', { name: form }).click()
      }
      const lines = (await captureDownload(page, () => save('CSV'))).text.split('\r\n')
      expect(lines[1]).toMatch(/^https:.*,Acme,production,Active,.*,'=1\+1,/)
      expect(lines[2]).toContain(ours.link)
      expect(lines[3]).toContain('bit.ly isn’t one of your link domains.')
      const workbook = await captureDownload(page, () => save('Excel'))
      expect(workbook.name).toBe('links.xlsx')
      expect(workbook.text).toContain('<t xml:space="preserve">=1+1</t>')
      await page.reload()
      await page.getByText('2 active, 1 not yours').waitFor()
    })

    test('an unknown domain is reported and looked up only on request', async () => {
      const { page } = app
      await page.getByText('Production', { exact: true }).click()
      await goTo(page, 'Find')
      await page.getByRole('textbox', { name: /Link, path or text/ }).fill('https://bit.ly/3xYzAbC')
      await page.keyboard.press('Enter')
      await page.getByRole('status').filter({ hasText: 'bit.ly isn’t one of your link domains' }).waitFor()
      const lookups = async () => {
        const { entries } = (await callApp(page, 'activity.list', { operation: 'lookup' })) as {
          entries: { profileName: string; link: string }[]
        }
        return entries
          .filter(({ link }) => link.includes('3xYzAbC'))
          .map(({ profileName, link }) => ({ profileName, link }))
      }
      expect(await lookups()).toEqual([])
      await page.getByRole('button', { name: 'Look in Acme' }).click()
      await page.getByRole('status').filter({ hasText: 'Not found in' }).waitFor()
      expect(await lookups()).toEqual([{ profileName: 'Acme', link: '3xYzAbC' }])
      await goTo(page, 'Activity')
      await page.getByRole('row', { name: /Look up 3xYzAbC/ }).waitFor()
    })

    test('for a third-party service, the app explains who can edit, count visits and deactivate', async () => {
      const { page } = app
      const theirs = await make('production', { title: 'Of Acme' }, otherId)
      const ours = await make('development', { title: 'Of ours' })
      await goTo(page, 'Links')
      await page.getByRole('link', { name: 'Of Acme' }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByText('Visits, editing and switching off').click()
      await drawer.getByText(`the service at ${new URL(other.origin).host}`).waitFor()
      expect(await drawer.innerText()).not.toContain('service:admin')

      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      await page.getByRole('link', { name: 'Of ours' }).click()
      await page.getByRole('button', { name: 'Open full page' }).click()
      await page.getByText('Operator commands').click()
      await page.getByText(`link deactivate ${ours.link}`).waitFor()
      expect(theirs.link).not.toBe(ours.link)
    })
  })
})
