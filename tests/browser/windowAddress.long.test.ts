import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPath } from '../../contract/app/window/windowPath.ts'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { callApp } from './callApp.ts'
import { screenHosts } from './hosts.ts'
import { create, createForm, goTo, newDraft, tryLocal } from './userActions.ts'

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeAll(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  afterAll(() => app.close())

  /** Opens a link as another program would, through the window's address only. */
  const openLink = (link: string) => app.page.evaluate((path) => location.assign(`#${path}`), findPath(link))

  test('a link in the window’s address is looked up as if pasted', async () => {
    const { page } = app
    await createForm(page).getByLabel('Title', { exact: true }).fill('Asked about')
    const link = await create(page)
    const stateBefore = await callApp(page, 'app.state', {})
    await newDraft(page)
    await createForm(page).getByLabel('Title', { exact: true }).fill('Not finished')
    await openLink(link)
    await page.getByRole('status').filter({ hasText: 'Active link' }).waitFor()
    expect(await page.getByRole('textbox', { name: /Link, path or text/ }).inputValue()).toBe(link)
    expect(await callApp(page, 'app.state', {})).toMatchObject({
      current: (stateBefore as { current: object }).current,
    })
    await goTo(page, 'Create')
    expect(await createForm(page).getByLabel('Title', { exact: true }).inputValue()).toBe('Not finished')
  })

  test('a link on an unknown domain is not sent to any service', async () => {
    await openLink('https://elsewhere.example/Ab3')
    await app.page.getByRole('status').filter({ hasText: 'No service was asked.' }).waitFor()
  })
})
