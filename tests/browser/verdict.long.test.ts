import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { callApp } from './callApp.ts'
import { screenHosts } from './hosts.ts'
import {
  addressField,
  connectAnother,
  create,
  createForm,
  readCreatedLink,
  fillForm,
  readFieldError,
  find,
  goTo,
  tryLocal,
  openFold,
} from './userActions.ts'
import type { LinkInput } from './userActions.ts'
import { startOtherService } from './otherService.ts'
import type { OtherService } from './otherService.ts'

const linkInput: LinkInput = {
  title: 'Summer sale',
  subtitle: 'Until Sunday',
  ios: { url: 'https://apps.example.com/ios', openApp: false },
  android: { url: 'https://play.example.com/app', openApp: true },
  desktop: 'https://example.com/',
  campaign: 'summer',
  source: 'newsletter',
  medium: 'email',
  previewIos: 'On',
  previewAndroid: 'Off',
  tags: ['summer', 'sale'],
  data: '{"screen":"offer","id":4711}',
}

describe.each(screenHosts())('a third-party service, in the $name', (host) => {
  let app: App
  let service: OtherService
  let connectionCount = 0
  beforeAll(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  // The tests share only the app: each has its own service, profile, draft and titles.
  beforeEach(async () => {
    service = await startOtherService()
  })
  afterEach(() => service.stop())
  afterAll(() => app.close())

  const title = () => createForm(app.page).getByLabel('Title', { exact: true })
  const createButton = () =>
    createForm(app.page).getByRole('button', { name: /^Create (link|in production)$/ })
  const alert = (text: string | RegExp): Locator => app.page.getByRole('alert').filter({ hasText: text })

  /** Connects with this ENVIRONMENT value for development. */
  async function connect(development = 'test'): Promise<void> {
    const entry = { name: `Acme ${++connectionCount}`, baseUrl: service.origin, key: service.key }
    await connectAnother(app.page, entry, development)
  }

  /** Returns a link's state in the library, by title. */
  async function readStateInLinks(name: string): Promise<string> {
    await goTo(app.page, 'Links')
    const row = app.page.getByRole('row', { name: new RegExp(name) })
    await row.waitFor()
    return await row.innerText()
  }

  test('at a third-party service, a link with every field is stored as requested, and its extra fields are shown', async () => {
    await connect()
    await fillForm(app.page, linkInput)
    const link = await create(app.page)
    await app.page.getByText('Stored as requested').waitFor()
    expect(service.posts).toHaveLength(1)
    expect(service.storedLinks()[0]).toMatchObject({
      ios_custom_redirect: { url: linkInput.ios.url, open_app_if_installed: false },
      android_custom_redirect: { url: linkInput.android.url, open_app_if_installed: true },
    })
    await find(app.page, link)
    expect(await app.page.getByRole('main').innerText()).toContain('visits_count')
  })

  test('a silently dropped redirect is reported with the requested value', async () => {
    await connect()
    await fillForm(app.page, { ...linkInput, title: 'Without Android' })
    service.setBehaviour('loses a redirect')
    await create(app.page)
    const verdict = app.page.getByRole('status').filter({ hasText: 'The service stored different values' })
    await verdict.waitFor()
    const rows = verdict.getByRole('row')
    expect(await rows.count(), 'the header and one field').toBe(2)
    expect(await rows.nth(1).innerText()).toMatch(/^Android\s+https:\/\/play\.example\.com\/app\s+Nothing$/)
    expect(await readStateInLinks('Without Android')).toContain('Stored differently')
  })

  test('a number changed by the service is reported digit by digit', async () => {
    await connect()
    // This service parses numbers like JavaScript.
    await fillForm(app.page, { ...linkInput, data: '{"id":12345678901234567890}' })
    await create(app.page)
    const verdict = app.page.getByRole('status').filter({ hasText: 'The service stored different values' })
    const row = verdict.getByRole('row').nth(1)
    await row.waitFor()
    expect(await row.innerText()).toMatch(/^App data\s.*12345678901234567890.*\s.*12345678901234567000/)
  })

  test('an ambiguous rejection is shown at its field, and fixing it creates the link', async () => {
    await connect()
    await fillForm(app.page, linkInput)
    service.setBehaviour('refuses the title')
    await createButton().click()
    const uncertain = alert('The link may or may not have been created')
    await uncertain.filter({ hasText: 'The service rejected the link' }).waitFor()
    await expect.poll(() => readFieldError(title())).toBe('Is already taken.')
    expect(await title().inputValue()).toBe(linkInput.title)
    await openFold(app.page, 'Phones')
    expect(await addressField(app.page, 'Android').inputValue()).toBe(linkInput.android.url)
    expect(service.posts).toHaveLength(1)

    service.setBehaviour('stores')
    await title().fill('Another title')
    expect(await readFieldError(title())).toBe('')
    await uncertain.getByRole('button', { name: 'Create again' }).click()
    await app.page.getByText('Stored as requested').waitFor()
    const [refusedRequest, createdRequest] = service.posts
    expect(createdRequest).toEqual({ ...refusedRequest, title: 'Another title' })
  })

  test('a throttled create stays uncertain and causes no further requests', async () => {
    await connect()
    await title().fill('Patience')
    service.setBehaviour('throttles')
    await createButton().click()
    const uncertain = alert('The link may or may not have been created')
    await uncertain.waitFor()
    expect(await uncertain.innerText()).toContain('The service is receiving too many requests.')
    await uncertain.getByText('Details').click()
    await uncertain.getByText('Retry later').waitFor()
    expect(service.posts).toHaveLength(1)
    service.setBehaviour('stores')
    await uncertain.getByRole('button', { name: 'Create again' }).click()
    await app.page.getByText('Stored as requested').waitFor()
    expect(service.storedLinks()).toHaveLength(1)
  })

  test.each([
    ['an error after storing', 'stores and fails'],
    ['a connection that ends', 'holds'],
  ] as const)('%s is uncertain, and nothing is sent again without a click', async (failure, behaviour) => {
    const draftTitle = `Perhaps after ${failure}`
    await connect()
    await title().fill(draftTitle)
    service.setBehaviour(behaviour)
    await createButton().click()
    if (behaviour === 'holds') {
      await service.waitForHeldCreate()
      service.release('lost')
    }
    const uncertain = alert('The link may or may not have been created')
    await uncertain.waitFor()
    expect(await uncertain.innerText()).toMatch(/you get two links,\s+and both work/)
    expect(await title().inputValue()).toBe(draftTitle)

    service.setBehaviour('stores')
    await createButton().click()
    await uncertain.waitFor()
    await title().press('Control+Enter')
    await uncertain.waitFor()
    await app.page.reload()
    await expect.poll(() => title().inputValue()).toBe(draftTitle)
    await createButton().click()
    await uncertain.getByRole('button', { name: 'Open in Links' }).click()
    await app.page.getByRole('dialog').getByText('Not certain', { exact: true }).waitFor()
    await app.page.keyboard.press('Escape')
    await app.page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await readStateInLinks(draftTitle)).toContain('Not certain')
    expect(service.posts, 'nothing was sent meanwhile').toHaveLength(1)

    await goTo(app.page, 'Create')
    await createButton().click()
    await uncertain.getByRole('button', { name: 'Create again' }).click()
    await app.page.getByRole('heading', { level: 1, name: 'Link created' }).waitFor()
    expect(await readCreatedLink(app.page)).toContain(service.storedLinks()[1]?.['path'])
    expect(service.posts).toHaveLength(2)
  })

  test('an answer after the time limit leaves the link uncertain although it was stored', async () => {
    const { page } = app
    await connect()
    const { settings } = (await callApp(page, 'network.get', {})) as { settings: unknown }
    onTestFinished(async () => {
      await callApp(page, 'network.save', settings)
    })
    await goTo(page, 'Settings')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Network' }).click()
    await page.getByLabel('No response').fill('1')
    await page.getByRole('button', { name: 'Save network settings' }).click()
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await goTo(page, 'Create')
    await title().fill('Too late')
    service.setBehaviour('holds')
    await createButton().click()
    await alert('The link may or may not have been created').waitFor()
    service.release()
    expect(service.posts).toHaveLength(1)
    expect(service.storedLinks()).toHaveLength(1)
    expect(await readStateInLinks('Too late')).toContain('Not certain')
  })

  test('a different environment value is explained, and the setting fixes it', async () => {
    const { page } = app
    const connected = connect('development')
    await page.getByRole('button', { name: 'Connect anyway' }).click()
    await connected
    await title().fill('In test')
    await createButton().click()
    const refusal = alert('The link may or may not have been created')
    await refusal.filter({ hasText: 'The service doesn’t know this environment' }).waitFor()
    await refusal.getByText('Details').click()
    await refusal.getByText('Invalid ENVIRONMENT').waitFor()
    expect(await refusal.innerText()).toContain(
      'Enter its name for this environment in the profile, under Advanced.',
    )
    expect(service.storedLinks()).toEqual([])

    await goTo(page, 'Profiles')
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByLabel('Value sent for development').fill('test')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await goTo(page, 'Create')
    await refusal.getByRole('button', { name: 'Create again' }).click()
    await page.getByText('Stored as requested').waitFor()
  })

  test('a double click and a held key create one link despite a late result', async () => {
    const { page } = app
    await connect()
    await title().fill('Once')
    service.setBehaviour('holds')
    await createButton().dblclick()
    await service.waitForHeldCreate()
    await title().focus()
    await page.keyboard.down('Control')
    for (let repeats = 0; repeats < 20; repeats++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.up('Control')
    service.release()
    await page.getByRole('heading', { level: 1, name: 'Link created' }).waitFor()
    await page.getByText('Stored as requested').waitFor()
    expect(service.posts).toHaveLength(1)
    await goTo(page, 'Links')
    await page.getByRole('row', { name: /Once/ }).first().waitFor()
    expect(await page.getByRole('row', { name: /Once/ }).count()).toBe(1)
  })
})
