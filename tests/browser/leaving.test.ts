import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tryLocal } from './userActions.ts'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'
import { openStandIn } from './standInHost.ts'
import type { StandInApp } from './standInHost.ts'

interface Bridged {
  desktop?: { call: (name: string, input: unknown) => Promise<unknown> }
}

describe('the window of the desktop app', () => {
  let folder: string
  let shop: Shop
  let app: StandInApp
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linkwright-leaving-'))
    shop = await openShop()
    // Starts like an AppImage on Ubuntu; nothing here depends on the sandbox.
    app = await openStandIn(folder, { env: { ELECTRON_DISABLE_SANDBOX: '1' } })
    await tryLocal(app.page)
    await app.page.evaluate(() => Object.assign(window, { first: true }))
  })
  afterAll(async () => {
    expect(await app.end('in order')).toBeNull()
    expect(app.errors()).toEqual([])
    await shop.close()
    await rm(folder, { recursive: true })
  })

  const isFirstPage = () => app.page.evaluate(() => 'first' in window)
  const places = (): [name: string, url: string][] => [
    ['a web address', `${shop.origin}/page`],
    ['a file', 'file:///etc/passwd'],
    ['another page of its own', '/licenses.json'],
    ['another host of its scheme', 'app://other/'],
  ]

  test('the desktop window never navigates away, wherever a link leads', async () => {
    app.expectError(/^Not allowed to load local resource/)
    for (const [name, url] of places()) {
      const answered = app.page.evaluate((place) => {
        const link = Object.assign(document.createElement('a'), { href: place })
        document.body.append(link)
        link.click()
        link.remove()
        // Succeeds only if the page is still there.
        return (window as Bridged).desktop?.call('app.state', {})
      }, url)
      expect(await answered, name).toMatchObject({ ok: true })
    }
    expect([await isFirstPage(), shop.visits]).toEqual([true, []])
  })

  test('the desktop window opens new windows in the system’s browser', async () => {
    expect(await app.page.evaluate((url) => window.open(url), `${shop.origin}/new`)).toBeNull()
    await expect
      .poll(async () => (await app.desktop.ask('journal')).openedOutside)
      .toEqual([`${shop.origin}/new`])
    expect(shop.visits).toEqual([])
  })

  test('the desktop window requests nothing from other origins', async () => {
    app.expectError(/Content Security Policy|BLOCKED_BY_CLIENT/)
    const reached = await app.page.evaluate(
      (url) =>
        fetch(url, { mode: 'no-cors' }).then(
          () => true,
          () => false,
        ),
      `${shop.origin}/data`,
    )
    expect([reached, shop.visits]).toEqual([false, []])
  })

  test('the desktop window reloads when its page requests it', async () => {
    const loaded = app.page.waitForEvent('load')
    await app.page.evaluate(() => location.reload())
    await loaded
    expect(await isFirstPage()).toBe(false)
    await app.page.getByRole('heading', { level: 1 }).waitFor()
  })
})
