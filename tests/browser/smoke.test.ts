import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { hosts } from './hosts.ts'

describe.each(hosts())('in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
  })
  afterEach(() => app.close())

  test('the window opens under its policy, without an error', async () => {
    await expect.poll(() => app.page.locator('body').innerText()).toContain('Linkwright')
    expect(await app.page.title()).toContain('Linkwright')
  })

  test('a reload and a restart bring the same app back', async () => {
    await app.page.reload()
    await expect.poll(() => app.page.locator('body').innerText()).toContain('Linkwright')
    await app.restart()
    await expect.poll(() => app.page.locator('body').innerText()).toContain('Linkwright')
    await app.restart('killed')
    await expect.poll(() => app.page.locator('body').innerText()).toContain('Linkwright')
  })
})
