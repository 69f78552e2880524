import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import { addService, addressField, create, createForm, enterService, find, goTo } from './userActions.ts'
import { newDraft, replaceKey, tryLocal } from './userActions.ts'
import { startRemoteService } from './remoteService.ts'
import type { RemoteService } from './remoteService.ts'
import { openShop } from './shop.ts'

let service: RemoteService
beforeAll(async () => {
  service = await startRemoteService()
})
afterAll(() => service.stop())

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  let name = ''
  beforeAll(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  beforeEach(async ({ task }) => {
    name = `Acme of “${task.name.slice(0, 20)}”`
    await addService(app.page)
  })
  afterAll(() => app.close())

  /** Enters a service with changes, connects, and opens a blank form. */
  async function connect(changes: { baseUrl?: string; key?: string } = {}): Promise<void> {
    const { page } = app
    await enterService(page, { name, baseUrl: service.origin, key: service.key, ...changes })
    // After a failed test, the button says “Connect anyway”.
    await page.getByRole('button', { name: /^Connect( anyway)?$/ }).click()
    await page.getByRole('button', { name: `Profile: ${name}`, exact: true }).waitFor()
    await newDraft(page)
  }

  /** Tests a connection. Returns the step at which it stopped, or *All 9 steps*. */
  async function testConnection(changes: { baseUrl?: string; key?: string } = {}): Promise<string> {
    await enterService(app.page, { name, baseUrl: service.origin, key: service.key, ...changes })
    await app.page.getByRole('button', { name: 'Test connection' }).click()
    const steps = app.page.getByText(/^Stopped at|^All 9 steps/)
    await steps.waitFor()
    return await steps.innerText()
  }

  async function tryToCreate(title: string): Promise<void> {
    await createForm(app.page).getByLabel('Title', { exact: true }).fill(title)
    await createForm(app.page)
      .getByRole('button', { name: /^Create/ })
      .click()
  }

  test('a link is created at a company’s service, found there, and stored as requested', async () => {
    const { page } = app
    expect(await testConnection()).toBe('All 9 steps')
    await connect()
    const outcomes = page.getByRole('complementary').getByRole('region', { name: 'What happens' })
    await outcomes.getByText('Sees a page with the title and subtitle').first().waitFor()
    const outcomeText = () => outcomes.innerText()
    await expect
      .poll(outcomeText, { message: 'the test has identified the service' })
      .not.toContain('project default')
    await createForm(page).getByLabel('Title', { exact: true }).fill('Made remotely')
    const link = await create(page)
    expect(link).toContain(`${service.origin}/`)
    await page.getByText('Stored as requested').waitFor()
    expect(await find(page, link)).toContain('Active link;')
  })

  test('the form refuses a mistyped address of a service that was just connected, as Bulk does', async () => {
    const { page } = app
    await connect()
    await addressField(page).fill('htp:/shop.example/sale')
    const typoError = page.getByRole('alert').filter({ hasText: 'looks like a typo' })
    await createForm(page)
      .getByRole('button', { name: /^Create/ })
      .click()
    await typoError.or(createForm(page).getByText('looks like a typo')).first().waitFor()
    await createForm(page).getByRole('button', { name: 'Use https://' }).first().click()
    await create(page)
    await page.getByText('https://shop.example/sale').first().waitFor()
  })

  test('a wrong key is reported at its step, no link is created, and the draft works with the right key', async () => {
    const { page } = app
    expect(await testConnection({ key: 'not-the-key' })).toBe('Stopped at step 7 of 9: Project key')
    await connect({ key: 'not-the-key' })
    await tryToCreate('Kept for later')
    await page.getByRole('alert').filter({ hasText: 'The service doesn’t accept this key' }).waitFor()
    await goTo(page, 'Profiles')
    await replaceKey(page, service.key)
    await goTo(page, 'Create')
    await expect
      .poll(() => createForm(page).getByLabel('Title', { exact: true }).inputValue())
      .toBe('Kept for later')
    await create(page)
  })

  test('a link of the other environment is found there, and the window does not switch', async () => {
    const { page } = app
    await connect()
    await createForm(page).getByLabel('Title', { exact: true }).fill('In development')
    const link = await create(page)
    // The page of a link shows its own environment, and no switch.
    await goTo(page, 'Find')
    await page.getByText('Production', { exact: true }).click()
    onTestFinished(() => page.getByText('Development', { exact: true }).first().click())
    await page.getByRole('textbox', { name: /Link, path or text/ }).fill(link)
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Active link' }).waitFor()
    await page.getByText('You’re still working in production.').waitFor()
  })

  test('an environment unknown to the service is reported with a fix', async () => {
    const { page } = app
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByLabel('Value sent for development').fill('staging')
    expect(await testConnection()).toBe('Stopped at step 8 of 9: Environment')
    await page.getByRole('alert').filter({ hasText: 'doesn’t know this environment' }).waitFor()
  })

  test('an unreachable address and a different program are distinguished, and no input is lost', async () => {
    const { page } = app
    const shop = await openShop()
    expect(await testConnection({ baseUrl: shop.origin })).toBe('Stopped at step 6 of 9: Format (JSON)')
    await shop.close()
    expect(await testConnection({ baseUrl: shop.origin })).toBe('Stopped at step 3 of 9: Connection (TCP)')
    await page.getByRole('alert').filter({ hasText: 'The service refused the connection' }).waitFor()
    await connect({ baseUrl: shop.origin })
    await tryToCreate('Never sent')
    await page.getByRole('alert').filter({ hasText: 'The service refused the connection' }).waitFor()
    expect(await createForm(page).getByLabel('Title', { exact: true }).inputValue()).toBe('Never sent')
    await page.reload()
    await expect
      .poll(() => createForm(page).getByLabel('Title', { exact: true }).inputValue())
      .toBe('Never sent')
    await goTo(page, 'Links')
    await page
      .getByRole('row', { name: /Never sent/ })
      .getByText('Failed')
      .waitFor()
  })
})
