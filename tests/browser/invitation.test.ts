import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEnrolment } from '../../contract/service/keys/enrolmentLink.ts'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { findAxeViolations } from './axe.ts'
import { screenHosts } from './hosts.ts'
import { findLeaks, readFilesBelow, readPageState } from './leaks.ts'
import { startRemoteService } from './remoteService.ts'
import type { RemoteService } from './remoteService.ts'
import { create, createForm, goTo } from './userActions.ts'

let service: RemoteService
beforeAll(async () => void (service = await startRemoteService()))
afterAll(() => service.stop())

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeAll(async () => void (app = await openApp(host)))
  afterAll(() => app.close())

  /** Returns the places that contain the invitation's secret. */
  async function findSecretLeaks(link: string): Promise<string[]> {
    const { invitation = '' } = parseEnrolment(link) ?? {}
    expect(invitation).toMatch(/^lwk_invite_/)
    return findLeaks(invitation, {
      ...(await readPageState(app.page)),
      ...(await readFilesBelow(app.dataFolder)),
      output: app.output(),
      log: service.log(),
    })
  }

  test('a first user needs only an invitation to create a link, and the invitation is stored nowhere', async () => {
    const { page } = app
    const countRequests = () => service.log().split('/api/v1/sdk/enroll').length
    const countBefore = countRequests()
    const link = await service.invite(`anna ${host.name}`)
    await page.getByRole('link', { name: 'an invitation' }).click()
    await page.getByRole('textbox', { name: 'Invitation' }).fill(`Please open ${link}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Nothing has been sent yet.').waitFor()
    expect(await findAxeViolations(page, 'the question about an invitation')).toEqual([])
    expect(await findSecretLeaks(link)).toEqual([])
    expect(countRequests()).toBe(countBefore)
    await page.getByRole('button', { name: 'Continue' }).click()
    const dialog = page.getByRole('dialog', { name: 'Join Acme?' })
    await dialog.getByText(`anna ${host.name}`).waitFor()
    expect(await findAxeViolations(page, 'what an invitation is for')).toEqual([])
    await dialog.getByRole('button', { name: 'Add the profile' }).click()
    await createForm(page).waitFor()
    await page.getByLabel('Title', { exact: true }).fill('Made by invitation')
    expect(await create(page)).toMatch(/^http:\/\/127\.0\.0\.1:/)
    expect(await findSecretLeaks(link)).toEqual([])

    await goTo(page, 'Profiles')
    await page.getByRole('button', { name: 'Paste an invitation' }).click()
    await page.getByRole('textbox', { name: 'Invitation' }).fill(link)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Acme', { exact: true }).last().waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This invitation can’t be used', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
})
