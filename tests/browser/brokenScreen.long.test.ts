import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import { createForm, goTo, tryLocal } from './userActions.ts'

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  afterEach(() => app.close())

  test('Try again on a broken screen reloads the window and keeps the draft', async () => {
    const { page } = app
    app.expectError(/broken screen/)
    await createForm(page).getByLabel('Title', { exact: true }).fill('Unfinished')
    await page.evaluate(() => {
      const some = Object.getOwnPropertyDescriptor(Array.prototype, 'some')?.value as (
        this: unknown[],
        ...args: unknown[]
      ) => boolean
      Array.prototype.some = function (this: unknown[], ...args: unknown[]) {
        if (location.hash.startsWith('#/activity') && args[0] === Boolean) throw new Error('broken screen')
        return some.apply(this, args)
      } as typeof Array.prototype.some
    })
    await goTo(page, 'Activity')
    const retry = page.getByRole('button', { name: 'Try again' })
    await retry.click()
    await page.getByText('No requests yet').waitFor()
    expect(await retry.count()).toBe(0)
    await goTo(page, 'Create')
    await expect
      .poll(() => createForm(page).getByLabel('Title', { exact: true }).inputValue())
      .toBe('Unfinished')
  })
})
