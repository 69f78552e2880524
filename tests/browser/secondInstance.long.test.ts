import { describe, expect, test } from 'vitest'
import { windowUrlAt, findPath } from '../../contract/app/window/windowPath.ts'
import { openApp } from './app.ts'
import { startApp } from './appProcess.ts'
import { browserHost } from './browserHost.ts'
import { create, goTo, tryLocal } from './userActions.ts'

describe('in the browser host', () => {
  const host = browserHost()

  test('a second instance of the browser host refers to the first one’s window and leaves its data alone', async () => {
    const app = await openApp(host)
    try {
      await tryLocal(app.page)
      await app.page.getByLabel('Title', { exact: true }).fill('Undisturbed')
      await create(app.page)
      const address = /http:\S+/.exec(app.output())?.[0] ?? 'no address'
      // It exits on its own, and its output says why.
      await expect(startApp(app.dataFolder)).rejects.toThrow(`Linkwright is already open at ${address}`)
      // The desktop app forwards links from other programs this way.
      await app.page.goto(windowUrlAt(address, findPath('https://elsewhere.example/Ab3')))
      await app.page.getByRole('status').filter({ hasText: 'No service was asked.' }).waitFor()
      expect(app.page.url()).not.toContain('token')
      await app.page.reload()
      await goTo(app.page, 'Links')
      await app.page.getByRole('row', { name: /Undisturbed/ }).waitFor()
    } finally {
      await app.close()
    }
  })
})
