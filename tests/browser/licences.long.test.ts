import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import { goTo, tryLocal } from './userActions.ts'

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  afterEach(() => app.close())

  test('the licence of each package can be read under About', async () => {
    await goTo(app.page, 'Settings')
    await app.page.getByRole('link', { name: 'About' }).click()
    await app.page.getByRole('button', { name: 'Packages in Linkwright' }).click()
    const list = app.page.getByRole('dialog', { name: 'Packages in Linkwright' })
    await list.getByText(/^react-dom \d/).click()
    expect(await list.getByLabel('Licence of react-dom').innerText()).toContain(
      'Permission is hereby granted',
    )
  })
})
