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
    // Only the list of activity has pages with entries.
    await page.evaluate(() => {
      const flatMap = Object.getOwnPropertyDescriptor(Array.prototype, 'flatMap')?.value as (
        this: unknown[],
        ...args: unknown[]
      ) => unknown[]
      Array.prototype.flatMap = function (this: unknown[], ...args: unknown[]) {
        const [first] = this
        if (typeof first === 'object' && first !== null && Object.hasOwn(first, 'entries'))
          throw new Error('broken screen')
        return flatMap.apply(this, args)
      } as typeof Array.prototype.flatMap
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
