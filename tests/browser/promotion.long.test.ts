import type { Locator } from 'playwright'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyringMissing, startSession } from '../core/harness/keyring.ts'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { findAxeViolations } from './axe.ts'
import { addProfile } from './callApp.ts'
import { screenHosts } from './hosts.ts'
import { readFilesBelow, readPageState, findLeaks } from './leaks.ts'
import { startOtherService } from './otherService.ts'
import type { OtherService } from './otherService.ts'
import { addressField, connectAnother, create, createForm } from './userActions.ts'
import { readCreatedLink, goTo, tryLocal } from './userActions.ts'

const keyringProblem = keyringMissing()

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  let sharedApp: App
  let service: OtherService
  beforeAll(async () => {
    sharedApp = await openApp(host)
    await tryLocal(sharedApp.page)
  })
  beforeEach(async () => {
    app = sharedApp
    service = await startOtherService()
  })
  afterEach(() => service.stop())
  afterAll(() => sharedApp.close())

  const dialog = () => app.page.getByRole('dialog', { name: /^Promoted? to production$/ })
  const sendButton = () => dialog().getByRole('button', { name: 'Create in production' })
  const alert = (text: string): Locator => dialog().getByRole('alert').filter({ hasText: text })
  const lineage = () => app.page.getByRole('listitem').filter({ hasText: /promoted/i })

  /** Creates a development link at a third-party service whose environment value is `test`. */
  async function createLink(title: string, name = `Acme of ${title}`): Promise<string> {
    const { page } = app
    await connectAnother(page, { name, baseUrl: service.origin, key: service.key }, 'test')
    await createForm(page).getByLabel('Title', { exact: true }).fill(title)
    await addressField(page).fill('https://shop.example.com/summer')
    return await create(page)
  }

  async function openDialog(): Promise<void> {
    await app.page.getByRole('button', { name: 'Promote to production' }).click()
    await sendButton().waitFor()
  }

  test('a field rejected during promotion is reported there, no link is created, and it can be changed', async () => {
    await createLink('Summer sale')
    const { page } = app
    await openDialog()
    service.setBehaviour('refuses like our service')
    await sendButton().click()
    await alert('The service rejected the link').waitFor()
    const title = dialog().getByLabel('Title', { exact: true })
    await dialog().getByText('Is already taken.').waitFor()
    expect(await title.inputValue()).toBe('Summer sale')
    expect(await findAxeViolations(page, 'a promotion that was refused')).toEqual([])
    expect(service.storedLinks()).toHaveLength(1)

    service.setBehaviour('stores')
    await title.fill('Summer sale, for everyone')
    await sendButton().click()
    await dialog().getByText('Stored as requested').waitFor()
    expect(service.environments).toEqual(['test', 'production', 'production'])
  })

  test('a rejected promotion can be sent again unchanged when the service accepts it', async () => {
    await createLink('Autumn sale')
    await openDialog()
    service.setBehaviour('throttles')
    await sendButton().click()
    const uncertain = alert('The link may or may not have been created')
    await uncertain.filter({ hasText: 'The service is receiving too many requests' }).waitFor()
    service.setBehaviour('stores')
    await uncertain.getByRole('button', { name: 'Create again' }).click()
    await dialog().getByText('Stored as requested').waitFor()
    expect(service.storedLinks()).toHaveLength(2)
    expect(service.posts[2]).toEqual(service.posts[0])
  })

  test('a promotion to an unreachable service is reported, and creates no link', async () => {
    await createLink('Winter sale')
    const { page } = app
    await openDialog()
    await service.stop()
    await sendButton().click()
    await alert('The service refused the connection').waitFor()
    expect(await sendButton().isEnabled()).toBe(true)
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    expect(await lineage().count(), 'no link was created').toBe(0)
    await goTo(page, 'Links')
    await page.getByRole('row', { name: /Winter sale.*Prod.*Failed/ }).waitFor()
  })

  test('a promotion whose connection breaks stays uncertain and is not repeated without a click', async () => {
    await createLink('Spring sale')
    const { page } = app
    await openDialog()
    service.setBehaviour('holds')
    await sendButton().click()
    await service.waitForHeldCreate()
    service.release('lost')
    const uncertain = alert('The link may or may not have been created')
    await uncertain.waitFor()
    expect(await uncertain.innerText()).toMatch(/you get two links/)
    expect(await findAxeViolations(page, 'a promotion with an unknown outcome')).toEqual([])
    await uncertain.getByRole('button', { name: 'Check again' }).click()
    await alert('Creating this link again isn’t safe').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Promote to production' }).click()
    await uncertain.getByRole('button', { name: 'Open in Links' }).click()
    await page.getByRole('dialog').getByText('Not certain', { exact: true }).waitFor()

    // As on the next day.
    await page.reload()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page
      .getByRole('row', { name: /Spring sale.*Dev/ })
      .getByRole('link', { name: 'Spring sale' })
      .click()
    await page.getByRole('button', { name: 'Open full page' }).click()
    await openDialog()
    await dialog().getByRole('status').filter({ hasText: 'This link may be in production already' }).waitFor()
    expect(service.posts, 'nothing was sent meanwhile').toHaveLength(2)
    await sendButton().click()
    await service.waitForHeldCreate()
    service.release('lost')
    await alert('The link may or may not have been created').waitFor()
    service.setBehaviour('stores')
    await dialog().getByRole('button', { name: 'Create again' }).click()
    await dialog().getByText('Stored as requested').waitFor()
    expect(service.storedLinks(), 'the development link and three promoted ones').toHaveLength(4)
    await dialog().getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => lineage().allInnerTexts()).toHaveLength(3)
    expect(await lineage().first().innerText()).toContain('Promoted to production as https://other.example/')
    expect(await lineage().last().innerText()).toContain('Possibly promoted to production: not certain')
  })

  /** Adds a second service in its own profile. */
  async function addStore(): Promise<OtherService> {
    const store = await startOtherService()
    await addProfile(app.page, { name: 'Store', baseUrl: store.origin }, store.key)
    await app.page.reload()
    return store
  }

  async function promoteTo(profile: string): Promise<void> {
    await openDialog()
    await dialog().getByRole('combobox', { name: 'Profile' }).click()
    await app.page.getByRole('option', { name: profile }).click()
    const changes = dialog().getByRole('region', { name: 'What changes' })
    await changes.getByRole('row', { name: `Profile Acme ${profile}` }).waitFor()
    await sendButton().click()
    await dialog().getByText('Stored as requested').waitFor()
  }

  test('a promotion to another profile goes to its service, and both links point to each other', async () => {
    const development = await createLink('Easter sale', 'Acme')
    const store = await addStore()
    await promoteTo('Store')
    expect([service.posts.length, store.environments]).toEqual([1, ['production']])
    await dialog().getByRole('button', { name: 'Show the link' }).click()
    await lineage()
      .filter({ hasText: `Promoted from ${development}` })
      .waitFor()
    const production = await readCreatedLink(app.page)
    await app.restart()
    await goTo(app.page, 'Links')
    await app.page
      .getByRole('row', { name: /Easter sale.*Production/ })
      .getByRole('link', { name: 'Easter sale' })
      .click()
    await lineage().getByRole('link', { name: development }).click()
    await expect.poll(() => readCreatedLink(app.page)).toBe(development)
    await lineage().getByRole('link', { name: production }).click()
    await expect.poll(() => readCreatedLink(app.page)).toBe(production)
    await app.page.getByRole('heading', { level: 1, name: 'Easter sale' }).waitFor()
    await store.stop()
  })

  test.skipIf(keyringProblem !== null)(
    `promotion works with keys that are only in the keyring, and leaks none${keyringProblem ? ` (${keyringProblem})` : ''}`,
    async () => {
      const home = await mkdtemp(join(tmpdir(), 'linkwright-home-'))
      const session = await startSession(home)
      try {
        await session.startKeyring('password of the test')
        app = await openApp(host, { env: session.env })
        await tryLocal(app.page)
        await createLink('Summer sale', 'Acme')
        const store = await addStore()
        await app.restart()
        await goTo(app.page, 'Links')
        await app.page.getByRole('link', { name: 'Summer sale' }).click()
        await app.page.getByRole('button', { name: 'Open full page' }).click()
        await promoteTo('Store')
        expect(store.storedLinks()).toHaveLength(1)
        const exposedTexts = {
          ...(await readFilesBelow(app.dataFolder)),
          ...(await readPageState(app.page)),
          output: app.output(),
          answers: (await app.bodies()).join('\n'),
        }
        expect([service, store].flatMap(({ key }) => findLeaks(key, exposedTexts))).toEqual([])
        await store.stop()
      } finally {
        if (app !== sharedApp) await app.close()
        await session.stop()
        await rm(home, { recursive: true, force: true })
      }
    },
  )
})
