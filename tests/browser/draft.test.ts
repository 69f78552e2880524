import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { hosts } from './hosts.ts'
import { create, createForm, readDataText, enterData, goTo, newDraft } from './userActions.ts'
import { replaceData, tagField, tryLocal } from './userActions.ts'

const data = '{ "half": "typed" }'

describe.each(hosts())('in the $name', (host) => {
  let app: App
  beforeAll(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  beforeEach(() => newDraft(app.page))
  afterAll(() => app.close())

  const title = () => createForm(app.page).getByLabel('Title', { exact: true })

  async function fillDraft(): Promise<void> {
    await title().fill('Unfinished')
    await enterData(app.page, data)
    await tagField(app.page).fill('one')
    await tagField(app.page).press('Enter')
    await app.page.getByText('Draft saved').waitFor()
  }

  async function expectDraft(): Promise<void> {
    await expect.poll(() => title().inputValue()).toBe('Unfinished')
    expect(await readDataText(app.page)).toBe(data)
    expect(await createForm(app.page).getByRole('group', { name: 'Tags' }).innerText()).toContain('one')
  }

  test('a draft survives a reload right after the last keystroke', async () => {
    await fillDraft()
    await app.page.reload()
    await expectDraft()
    await title().press('End')
    await title().press('!')
    await app.page.reload()
    await expect.poll(() => title().inputValue()).toBe('Unfinished!')
  })

  test('a draft survives a normal and a forced exit of the app', async () => {
    await fillDraft()
    await app.restart()
    await expectDraft()
    await app.restart('killed')
    await expectDraft()
  })

  // In the desktop app, the window closes with the app.
  test.skipIf(host.name !== 'browser host')(
    'input stays in the window while the app is gone, and the window says so',
    async () => {
      await fillDraft()
      app.expectError(
        /ERR_CONNECTION_REFUSED|Failed to load resource|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/,
      )
      process.kill(await findAppProcess(app), 'SIGKILL')
      await title().fill('Typed after it was gone')
      await app.page.getByText('Draft kept in this window').waitFor()
      expect(await title().inputValue()).toBe('Typed after it was gone')
      await replaceData(app, '')
      await createForm(app.page).getByRole('button', { name: 'Create link' }).click()
      await createForm(app.page)
        .getByRole('alert')
        .filter({ hasText: 'It isn’t certain whether a link was created' })
        .waitFor()
      expect(await title().inputValue()).toBe('Typed after it was gone')
      await app.restart('killed')
      await expectDraft()
    },
  )

  test('a draft is not offered again after its link was created', async () => {
    await fillDraft()
    await replaceData(app, '')
    await create(app.page)
    await goTo(app.page, 'Create')
    expect(await title().inputValue()).toBe('')
    await app.page.reload()
    await createForm(app.page).waitFor()
    expect(await title().inputValue()).toBe('')
  })
})

/** Returns the process id that the data folder names as its user. */
async function findAppProcess({ dataFolder }: App): Promise<number> {
  const owner = JSON.parse(await readFile(join(dataFolder, 'instance.json'), 'utf8')) as { pid: number }
  return owner.pid
}
