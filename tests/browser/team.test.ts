import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEnrolment } from '../../contract/service/keys/enrolmentLink.ts'
import { issueKey } from '../../service/keys/issue.ts'
import { newProjectKey } from '../../service/projectKey.ts'
import { createClient, startTestService } from '../service/testService.ts'
import type { TestService } from '../service/testService.ts'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { findAxeViolations } from './axe.ts'
import { addProfile } from './callApp.ts'
import { screenHosts } from './hosts.ts'
import { goTo } from './userActions.ts'

let service: TestService
let bert: ReturnType<typeof createClient>
beforeAll(async () => {
  service = await startTestService()
  const terms = { environment: null, scope: 'full' } as const
  bert = createClient(
    service.origin,
    await issueKey(service.store, service.project, { ...terms, name: 'Bert' }),
  )
})
afterAll(() => service.stop())

/** Where to save screenshots, for a look at them. */
const shots = process.env['LINKWRIGHT_SCREENSHOTS']

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeAll(async () => void (app = await openApp(host)))
  afterAll(() => app.close())

  const shoot = async (name: string) => {
    if (shots === undefined) return
    for (const [size, width, height] of [
      ['1280', 1280, 800],
      ['900', 900, 600],
    ] as const) {
      await app.page.setViewportSize({ width, height })
      await app.page.screenshot({ path: `${shots}/${name}-${size}.png` })
    }
    await app.page.emulateMedia({ colorScheme: 'dark' })
    await app.page.screenshot({ path: `${shots}/${name}-dark.png` })
    await app.page.emulateMedia({ colorScheme: 'light' })
    await app.page.setViewportSize({ width: 1280, height: 800 })
  }

  test('links of colleagues appear in Links, can be filtered by who made them, and colleagues are invited', async () => {
    const { page } = app
    for (const title of ['Spring sale', 'Summer sale', 'Autumn sale'])
      await bert.create({ title, desktop_custom_redirect: { url: 'https://example.com/sale' } })
    await bert.create({ title: 'Draft' }, { ENVIRONMENT: 'development' })
    const name = `Anna ${host.name.split(' ')[0]}`
    const key = await issueKey(service.store, service.project, { name, environment: null, scope: 'full' })
    const profile = { name: 'Shop', baseUrl: service.origin }
    await addProfile(page, profile, key)
    await page.reload()
    await goTo(page, 'Links')
    await page.getByText('Autumn sale').waitFor()
    await page.getByText(/Team’s links as of/).waitFor()
    await bert.create({ title: 'Winter sale' })
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await page.getByText('Winter sale').waitFor()
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('button', { name: 'Made by' }).click()
    await page.getByRole('dialog').getByText('Bert').waitFor()
    await shoot('links')
    await page.getByRole('dialog').getByText('Bert').click()
    await page.keyboard.press('Escape')
    expect(await findAxeViolations(page, 'the links of a team')).toEqual([])
    await page.getByText('Spring sale').first().click()
    await page.getByText('Made by').last().waitFor()
    await shoot('link')
    await page.keyboard.press('Escape')

    await goTo(page, 'Profiles')
    await page.getByRole('switch', { name: /Show the links that others make/ }).waitFor()
    await page.getByRole('heading', { name: 'Team', exact: true }).scrollIntoViewIfNeeded()
    await shoot('profile')
    await page.getByRole('button', { name: 'Invite a colleague' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Your key may not invite others.').waitFor()
    await shoot('refused')
    await service.store.allowKeys(service.project, name, { mayInvite: true })
    await page.waitForTimeout(600)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Invite a colleague' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`Clara ${host.name.split(' ')[0]}`)
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await dialog.getByText('Send this invitation').waitFor()
    await shoot('invitation')
    expect(await findAxeViolations(page, 'a new invitation')).toEqual([])
    const link = (await dialog.getByText(/^linkwright:\/\/enroll/).textContent()) ?? ''
    const { invitation } = parseEnrolment(link) ?? {}
    const body = JSON.stringify({ invitation, key: newProjectKey() })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(`${service.origin}/api/v1/sdk/enroll`, { method: 'POST', headers, body })
    expect(await answer.json()).toMatchObject({
      scope: 'full',
      key_name: expect.stringMatching(/^Clara/) as string,
    })
  })
})
