import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLoopback } from '../../loopback/main.ts'
import { startChromium } from './chromium.ts'
import { startRemoteService } from './remoteService.ts'
import type { RemoteService } from './remoteService.ts'
import { create, createForm, goTo } from './userActions.ts'

const windowFolder = join(import.meta.dirname, '..', '..', 'dist', 'renderer')

let service: RemoteService
let folder: string
beforeAll(async () => {
  service = await startRemoteService()
  folder = await mkdtemp(join(tmpdir(), 'linkwright-preset-'))
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a policy file presets the app of another user, who needs only an invitation for a first link', async () => {
  const file = join(folder, 'policy.json')
  const profiles = [{ name: 'Acme', baseUrl: `${service.origin}/api/v1/sdk` }]
  await writeFile(
    file,
    JSON.stringify({ profiles, allowedServices: ['127.0.0.1'], updates: false, colour: 'blue' }),
  )
  const policyLocations = [{ kind: 'file' as const, file }]
  const app = await startLoopback({
    dataFolder: join(folder, 'data'),
    windowFolder,
    port: 0,
    policyLocations,
  })
  const browser = await startChromium()
  try {
    const page = await browser.newPage()
    await page.goto(app.address)
    await createForm(page).waitFor()
    await goTo(page, 'Profiles')
    await page.getByText('Managed by your organization').first().waitFor()
    await page.getByText(/“colour” isn’t a Linkwright setting/).waitFor()
    const domains = page.getByRole('textbox', { name: 'Link domains' })
    expect(await domains.isDisabled()).toBe(true)
    // In an empty locked field, the placeholder would look like a value.
    const color = await domains.evaluate((field) => getComputedStyle(field, '::placeholder').color)
    expect(color).toBe('rgba(0, 0, 0, 0)')
    await page.getByRole('button', { name: 'Paste an invitation' }).click()
    await page.getByRole('textbox', { name: 'Invitation' }).fill(await service.invite('second user'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Add the key to').waitFor()
    await page.getByRole('button', { name: 'Add the key' }).click()
    await createForm(page).waitFor()
    await page.getByLabel('Title', { exact: true }).fill('A first link')
    expect(await create(page)).toMatch(/^http:\/\/127\.0\.0\.1:/)
  } finally {
    await browser.close()
    await app.close()
  }
})
