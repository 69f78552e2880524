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

  test('the window opens with its content security policy and without errors', async () => {
    await expect.poll(() => app.page.locator('body').innerText()).toContain('Linkwright')
    expect(await app.page.title()).toContain('Linkwright')
  })

  test('a reload and a restart show the same app', async () => {
    await app.page.reload()
    await expect.poll(() => app.page.locator('body').innerText()).toContain('Linkwright')
    await app.restart()
    await expect.poll(() => app.page.locator('body').innerText()).toContain('Linkwright')
    await app.restart('killed')
    await expect.poll(() => app.page.locator('body').innerText()).toContain('Linkwright')
  })
})
