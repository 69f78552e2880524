import type { Dialog } from 'playwright'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { browserHost } from './browserHost.ts'
import { startOtherService } from './otherService.ts'
import type { OtherService } from './otherService.ts'
import { connectAnother, createForm, tryLocal } from './userActions.ts'

describe('in the browser host, while the service does not answer', () => {
  const host = browserHost()
  let app: App
  let service: OtherService
  beforeEach(async () => {
    service = await startOtherService()
    app = await openApp(host)
    await tryLocal(app.page)
    await connectAnother(app.page, { name: 'Acme', baseUrl: service.origin, key: service.key }, 'test')
    service.setBehaviour('holds')
    await createForm(app.page).getByLabel('Title', { exact: true }).fill('Slow')
    await createForm(app.page)
      .getByRole('button', { name: /^Create/ })
      .click()
    await service.waitForHeldCreate()
  })
  afterEach(async () => {
    await app.close()
    await service.stop()
  })

  /** Closes the tab as a user does. Returns the browser's dialog. */
  async function closeTab(): Promise<Dialog> {
    const opened = app.page.waitForEvent('dialog')
    await app.page.close({ runBeforeUnload: true })
    return await opened
  }

  test('while the service does not answer, the browser window shows the running work and asks before it closes', async () => {
    const title = () => app.page.title()
    await expect.poll(title).toBe('Creating a link… – Create a link – Linkwright')
    const question = await closeTab()
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    service.release()
    await app.page.getByRole('heading', { level: 1, name: 'Link created' }).waitFor()
    await expect.poll(title).not.toContain('Creating')
    // The window no longer asks, so the reload is not blocked.
    await app.page.reload()
    await app.page.getByRole('heading', { level: 1 }).waitFor()
  })
})
