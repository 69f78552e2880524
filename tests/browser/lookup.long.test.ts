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

interface CreatedLink {
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

  const verdict = () => app.page.getByRole('status').filter({ hasText: 'Active link' })
  const scope = () => app.page.getByRole('group', { name: 'Where this was looked up' })
  const createButton = () => createForm(app.page).getByRole('button', { name: /^Create/ })

  async function readCurrentProfileId(): Promise<string> {
    const state = (await callApp(app.page, 'app.state', {})) as { current: { profileId: string } }
    return state.current.profileId
  }

  /** Creates a link behind the window, in the active profile by default. */
  async function createLink(
    environment: 'development' | 'production',
    request: object,
    profileId?: string,
  ): Promise<CreatedLink> {
    const input = {
      id: crypto.randomUUID(),
      profileId: profileId ?? (await readCurrentProfileId()),
      environment,
      request,
    }
    return (await callApp(app.page, 'links.create', input)) as CreatedLink
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
    await createLink('development', { title: 'Exact', data, tracking_source: 'newsletter' })
    const drawer = await openDrawer('Exact')
    const shown = await drawer.getByRole('region', { name: 'App data as text' }).innerText()
    expect(shown.replaceAll(/\s+/g, ' ')).toContain('{ "id": 9223372036854775807, "price": 1.50 }')
    const text = await drawer.innerText()
    expect(text).toMatch(/Source\s+newsletter/)
    for (const internalName of ['extra', 'unreported']) expect(text).not.toContain(internalName)

    await drawer.getByText('The service’s answer as JSON').click()
    const raw = await drawer.getByRole('region', { name: 'Raw answer' }).innerText()
    for (const digits of ['9223372036854775807', '1.50']) expect(raw).toContain(digits)
    for (const internalName of ['extra', 'unreported']) expect(raw).not.toContain(internalName)
    await drawer.getByRole('button', { name: 'Copy the answer' }).click()
    await drawer.getByText('Copied').first().waitFor()
    expect(await app.page.evaluate(() => navigator.clipboard.readText())).toContain(data)
    expect(await findAxeViolations(app.page, 'a link in the drawer with its answer expanded')).toEqual([])
  })

  test('finding a link of the other environment does not switch the window; the header does', async () => {
    const { page } = app
    const { link } = await createLink('production', { title: 'Live' })
    await goTo(page, 'Find')
    await page.getByRole('textbox', { name: /Link, path or text/ }).fill(link)
    await page.keyboard.press('Enter')
    await verdict().waitFor()
    expect(await scope().innerText()).toMatch(/Production[^]*You’re still working in development/)
    await goTo(page, 'Create')
    expect(await createButton().innerText()).toBe('Create link')

    await page.goBack()
    await page.keyboard.press('Alt+p')
    await expect.poll(() => scope().innerText()).not.toContain('still working')
    await goTo(page, 'Create')
    await expect.poll(() => createButton().innerText()).toBe('Create in production')
  })

  test('a row is checked in its own profile and environment', async () => {
    const { page } = app
    await createLink('production', { title: 'Elsewhere' })
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
    await createLink('development', { ...request, tracking_source: 'newsletter', tracking_medium: 'email' })
    await createLink('production', { ...request, tracking_source: 'instagram', tracking_medium: 'social' })
    // A list that was already shown does not know links created behind the window.
    await page.reload()
    await page.setViewportSize({ width: 900, height: 600 })
    await goTo(page, 'Links')
    const row = (channel: string) => page.getByRole('row').filter({ hasText: channel })
    expect(await row('newsletter / email').innerText()).toMatch(/Dev\s+\/\w+\s+shop\.example\.com\/\s*summer/)
    expect(await row('instagram / social').innerText()).toMatch(
      /Prod\s+\/\w+\s+shop\.example\.com\/\s*summer/,
    )
    // There is room for less.
    await page.setViewportSize({ width: 600, height: 600 })
    for (const environment of ['Dev', 'Prod'])
      await page.getByRole('row', { name: `Summer sale ${environment} shop.example.com/summer` }).waitFor()
  })

  describe('with a second profile at a third-party service', () => {
    let otherService: OtherService
    let otherProfileId: string
    beforeAll(async () => {
      otherService = await startOtherService()
      otherProfileId = await addProfile(
        app.page,
        { name: 'Acme', baseUrl: otherService.origin },
        otherService.key,
      )
      await app.page.reload()
    })
    afterAll(() => otherService.stop())

    test('the domain of a pasted link selects the profile', async () => {
      const { link } = await createLink('production', { title: 'Pasted' }, otherProfileId)
      await app.page.getByText('Production', { exact: true }).click()
      await find(app.page, `Have a look: ${link}?x=1`)
      expect(await scope().innerText()).toMatch(/Acme[^]*Production[^]*You’re still working in/)
      expect(await readCurrentProfileId()).not.toBe(otherProfileId)
    })

    test('many links are looked up, each at its own service, and exported as a spreadsheet', async () => {
      const { page } = app
      const theirLink = await createLink('production', { title: '=1+1' }, otherProfileId)
      const ourLink = await createLink('production', { title: 'Among many' })
      await page.getByText('Production', { exact: true }).click()
      await goTo(page, 'Find')
      const text = `title;link\nA;${theirLink.link}\nB;${encodeURIComponent(ourLink.link)}\nC;https://bit.ly/x`
      await page.getByRole('textbox', { name: /Link, path or text/ }).fill(text)
      await page.keyboard.press('Enter')
      await page.getByText('2 active, 1 not yours').waitFor()
      const save = async (format: string) => {
        await page.getByRole('button', { name: 'Save table' }).click()
        await page.getByRole('menuitem', { name: format }).click()
      }
      const lines = (await captureDownload(page, () => save('CSV'))).text.split('\r\n')
      expect(lines[1]).toMatch(/^https:.*,Acme,production,Active,.*,'=1\+1,/)
      expect(lines[2]).toContain(ourLink.link)
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
      const readLookups = async () => {
        const { entries } = (await callApp(page, 'activity.list', {})) as {
          entries: { operation: string; profileName: string; url: string }[]
        }
        return entries
          .filter(({ operation, url }) => operation === 'lookup' && url.endsWith('/3xYzAbC'))
          .map(({ profileName }) => profileName)
      }
      expect(await readLookups()).toEqual([])
      await page.getByRole('link', { name: 'Look in Acme' }).click()
      await page.getByRole('status').filter({ hasText: 'Not found in' }).waitFor()
      expect(await readLookups()).toEqual(['Acme'])
      await goTo(page, 'Activity')
      await page.getByRole('row', { name: /Look up .*3xYzAbC/ }).waitFor()
    })

    test('for a third-party service, the app explains who can edit and count visits', async () => {
      const { page } = app
      await createLink('production', { title: 'Of Acme' }, otherProfileId)
      await goTo(page, 'Links')
      await page.getByRole('link', { name: 'Of Acme' }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByText('Visits, editing and switching off').click()
      await drawer.getByText(`the service at ${new URL(otherService.origin).host}`).waitFor()
    })
  })
})
