import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLinkFileReader } from '../../contract/app/library/linkFileReader.ts'
import { readCsv } from '../core/harness/csv.ts'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { captureDownload } from './downloads.ts'
import { hosts } from './hosts.ts'
import { create, createForm, goTo, tryLocal } from './userActions.ts'

describe.each(hosts())('in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  afterEach(() => app.close())

  test('links are exported as a table with the selected columns, which are remembered, and as a complete copy', async () => {
    const { page } = app
    await createForm(page).getByLabel('Title', { exact: true }).fill('=1+1')
    const link = await create(page)
    await goTo(page, 'Links')
    await page.getByRole('button', { name: 'Export…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export links' })
    await dialog.getByRole('checkbox', { name: 'ID', exact: true }).check()
    const table = await captureDownload(page, () =>
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    )
    expect(table.name).toMatch(/^links-\d{4}-\d\d-\d\d\.csv$/)
    const [header = [], row = []] = readCsv(table.text)
    expect([header[0], header[1], header.at(-1)]).toEqual(['Link', 'Title', 'ID'])
    expect([row[0], row[1]]).toEqual([link, "'=1+1"])

    await page.getByText('1 link exported.').waitFor()
    const savedAgain = await captureDownload(page, () =>
      page.getByRole('button', { name: 'Save again' }).click(),
    )
    expect(savedAgain).toEqual(table)
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' }).click()

    await app.restart()
    await goTo(app.page, 'Links')
    await app.page.getByRole('checkbox', { name: 'Select =1+1' }).check()
    await app.page.getByRole('button', { name: 'Export…' }).click()
    const selectionDialog = app.page.getByRole('dialog', { name: 'Export links' })
    await expect
      .poll(() => selectionDialog.getByRole('checkbox', { name: 'ID', exact: true }).isChecked())
      .toBe(true)
    await selectionDialog.getByRole('radio', { name: /^Complete copy/ }).check()
    const copy = await captureDownload(app.page, () =>
      selectionDialog.getByRole('button', { name: 'Export', exact: true }).click(),
    )
    expect(copy.name).toMatch(/^linkwright-links-.*\.json$/)
    const kinds = copy.text
      .split('\n')
      .map(createLinkFileReader())
      .map(({ kind }) => kind)
    expect(kinds).toEqual(['header', 'entry', 'end', 'blank'])
    expect(await readFile(`${app.dataFolder}/settings.json`, 'utf8')).toContain('"csvColumns"')
  })
})
