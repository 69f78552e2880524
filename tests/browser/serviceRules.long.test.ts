import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSharedFile } from '../../contract/service/rules/writeSharedFile.ts'
import { trackingRules } from '../../contract/service/rules/trackingRules.ts'
import { startTestService } from '../service/testService.ts'
import type { TestService } from '../service/testService.ts'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { findAxeViolations } from './axe.ts'
import { callApp } from './callApp.ts'
import { screenHosts } from './hosts.ts'

describe.each(screenHosts())('rules that a service shares, in the $name', (host) => {
  let app: App
  let service: TestService
  let profileId: string
  let setAt = Date.now()
  const setSourceValues = async (...values: string[]) => {
    const content = writeSharedFile({ rules: trackingRules.parse({ source: { values } }) })
    await service.store.rules.put({ project: service.project, content, setAt: ++setAt })
  }
  beforeAll(async () => {
    service = await startTestService()
    await setSourceValues('newsletter', 'twitter')
    app = await openApp(host)
    const profile = { name: 'Shop', baseUrl: service.origin }
    const saved = (await callApp(app.page, 'profiles.save', { profile, key: service.key })) as { id: string }
    profileId = saved.id
  })
  afterAll(async () => {
    await app.close()
    await service.stop()
  })

  const readRules = async () => await callApp(app.page, 'rules.get', { profileId })

  test('the rules of a service are offered, applied with one click, and followed afterwards if the user wants it', async () => {
    const { page } = app
    await page.evaluate((id) => (location.hash = `#/profiles/${id}/rules`), profileId)
    await page.reload()
    await page.getByText('The service has 1 difference to decide on.').waitFor()
    expect(await readRules()).toEqual({ rules: {} })
    expect(await findAxeViolations(page, 'rules of a service')).toEqual([])
    await page.getByRole('button', { name: 'Accept: Rules for source' }).click()
    await page.getByText('The service has nothing new.').waitFor()
    expect(await readRules()).toMatchObject({ rules: { source: { values: ['newsletter', 'twitter'] } } })
    const followCheckbox = page.getByRole('checkbox', { name: 'Always follow this service' })
    await followCheckbox.focus()
    await page.keyboard.press('Space')
    await expect.poll(async () => await followCheckbox.isChecked()).toBe(true)
    await page.reload()
    await expect.poll(async () => await followCheckbox.isChecked()).toBe(true)
  })
})
