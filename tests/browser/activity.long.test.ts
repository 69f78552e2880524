import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { findAxeViolations } from './axe.ts'
import { addProfile, callApp } from './callApp.ts'
import { captureDownload } from './downloads.ts'
import { screenHosts } from './hosts.ts'
import { findLeaks } from './leaks.ts'
import { resetWindow, create, createForm, goTo, tryLocal } from './userActions.ts'
import { startRemoteService } from './remoteService.ts'
import type { RemoteService } from './remoteService.ts'

let service: RemoteService
beforeAll(async () => {
  service = await startRemoteService()
})
afterAll(() => service.stop())

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  let profileId: string
  beforeAll(async () => {
    app = await openApp(host, { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
    await tryLocal(app.page)
    profileId = await addProfile(app.page, { name: 'Acme', baseUrl: service.origin }, service.key)
    await app.page.reload()
  })
  beforeEach(() => resetWindow(app.page))
  afterAll(() => app.close())

  const testConnection = () =>
    callApp(app.page, 'connection.test', {
      profile: { name: 'Acme', baseUrl: service.origin },
      environment: 'development',
      profileId,
    })
  const rows = () => app.page.getByRole('table').getByRole('row')

  test('the activity list shows every request with its outcome, and the details contain no key', async () => {
    const { page } = app
    await goTo(page, 'Create')
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('Alt+2')
    await createForm(page).getByLabel('Title', { exact: true }).fill('Recorded')
    await create(page)
    await page.getByText('Stored as requested').waitFor()
    // The page requests the visits when their part is loaded.
    await page.getByText('No one has opened this link yet.').waitFor()
    await goTo(page, 'Activity')
    for (const name of ['Create', 'Look up', 'Visits'])
      await rows().filter({ hasText: name }).first().waitFor()
    // A narrow window hides the size column.
    await page.setViewportSize({ width: 1280, height: 800 })
    const creationRow = rows().filter({ hasText: 'Create' })
    for (const text of ['Acme', 'Development', 'Succeeded', /\d m?s$/, / B/])
      await creationRow.getByText(text).first().waitFor()
    expect(await findAxeViolations(page, 'activity, full')).toEqual([])

    await creationRow.getByRole('link', { name: 'Create' }).click()
    const detail = page.getByRole('dialog')
    await detail.getByRole('region', { name: 'Request' }).getByText('PROJECT-KEY: $PROJECT_KEY').waitFor()
    await detail.getByRole('region', { name: 'Response' }).getByText('"link"').waitFor()
    await detail.getByRole('button', { name: 'Copy as cURL' }).click()
    await detail.getByText('Copied').first().waitFor()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    expect(command).toContain('"PROJECT-KEY: $PROJECT_KEY"')
    expect(command).toContain('"title":"Recorded"')
    expect(findLeaks(service.key, { command })).toEqual([])
    expect(await findAxeViolations(page, 'activity, one request')).toEqual([])
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'hidden' })
  })

  test('failed requests can be filtered and are explained in plain words', async () => {
    const { page } = app
    await testConnection()
    await callApp(page, 'links.create', {
      id: crypto.randomUUID(),
      profileId: await addProfile(page, { name: 'Wrong key', baseUrl: service.origin }, 'another-key'),
      environment: 'development',
      request: { title: 'Refused' },
    })
    await goTo(page, 'Activity')
    // The app may read the rules of both profiles meanwhile, so the number of requests isn't known.
    const expectedRow = rows().filter({ hasText: 'As expected in a test' })
    await expectedRow.waitFor()
    await page.getByRole('checkbox', { name: 'Failed only' }).check()
    await expectedRow.waitFor({ state: 'hidden' })
    const failedRow = rows()
      .filter({ hasText: 'Create' })
      .filter({ hasText: 'The service doesn’t accept this key' })
    await failedRow.getByRole('link').click()
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText('The service doesn’t accept this key', { exact: true })
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Failed only' }).uncheck()
    await expectedRow.waitFor()
    await failedRow.waitFor()
  })

  test('all requests can be saved as a support bundle', async () => {
    const { page } = app
    await testConnection()
    await goTo(page, 'Activity')
    const bundle = await captureDownload(page, () =>
      page.getByRole('button', { name: 'Save a support bundle' }).click(),
    )
    expect(bundle.text).toContain('# Activity')
    expect(bundle.text).toContain('Acme')
    expect(findLeaks(service.key, { bundle: bundle.text })).toEqual([])
  })
})
