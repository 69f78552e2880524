import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { callApp } from './callApp.ts'
import { chooseFile, captureDownload } from './downloads.ts'
import { hosts } from './hosts.ts'
import { resetWindow, goTo, tryLocal } from './userActions.ts'

describe.each(hosts())('in the $name', (host) => {
  let app: App
  beforeAll(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  afterAll(() => app.close())

  /** Creates a link at the service that the library does not have. */
  async function createLostLink(title: string): Promise<string> {
    const { current } = (await callApp(app.page, 'app.state', {})) as {
      current: { profileId: string; environment: string }
    }
    const input = { id: crypto.randomUUID(), ...current, request: { title } }
    const { link } = (await callApp(app.page, 'links.create', input)) as { link: string }
    await callApp(app.page, 'library.remove', { which: { ids: [input.id] } })
    await app.page.reload()
    return link
  }

  test('a dropped file imports links, and rows that cannot be used can be saved', async () => {
    const { page } = app
    const link = await createLostLink('Spring, again')
    await goTo(page, 'Links')
    await page.getByRole('button', { name: 'Import…' }).click()
    await page.getByText('Drop a file here').waitFor()
    const dataTransfer = await page.evaluateHandle((text) => {
      const files = new DataTransfer()
      files.items.add(new File([text], 'links.csv', { type: 'text/csv' }))
      return files
    }, `\ufeffLink;Title\r\n${link};x\r\nhttps://bit.ly/abc;y\r\n`)
    await page.locator('body').dispatchEvent('dragover', { dataTransfer })
    await page.locator('body').dispatchEvent('drop', { dataTransfer })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 link is new, 1 row can’t be used.').waitFor()
    await dialog.getByRole('button', { name: 'Look up and add 1 link' }).click()
    await page.getByText('1 added. 1 row couldn’t be used.').waitFor()
    await page.getByRole('row', { name: /Spring, again/ }).waitFor()
    const rejectedRows = await captureDownload(page, async () => {
      await page.getByRole('button', { name: 'Save these rows' }).click()
      await page.getByRole('menuitem', { name: 'CSV' }).click()
    })
    expect(rejectedRows).toMatchObject({ name: 'rows-not-imported.csv' })
    expect(rejectedRows.text).toContain('3;This link’s domain isn’t one of your link domains.;bit.ly/abc')
  })

  test('leaving the page deletes the file that is being sent', async () => {
    const { page } = app
    await resetWindow(page)
    await goTo(page, 'Links')
    await page.getByRole('button', { name: 'Import…' }).click()
    await page.getByText('Drop a file here').waitFor()
    const folder = join(app.dataFolder, 'imports')
    const files = () => (existsSync(folder) ? readdirSync(folder) : [])
    expect(files()).toEqual([])
    const dataTransfer = await page.evaluateHandle(() => {
      const dataTransfer = new DataTransfer()
      const lines = 'https://links.example/one\n'.repeat(40_000)
      dataTransfer.items.add(
        new File(
          Array.from({ length: 100 }, () => lines),
          'links.csv',
          { type: 'text/csv' },
        ),
      )
      return dataTransfer
    })
    await page.locator('body').dispatchEvent('dragover', { dataTransfer })
    await page.locator('body').dispatchEvent('drop', { dataTransfer })
    await expect.poll(files).toHaveLength(1)
    await page.reload()
    await expect.poll(files).toEqual([])
  })

  test('printed links move in with their paths, after a dry run with one choice for taken ones', async () => {
    const { page } = app
    await resetWindow(page)
    const { origin } = new URL(await createLostLink('Somebody else'))
    const { current } = (await callApp(page, 'app.state', {})) as { current: object }
    const create = { id: crypto.randomUUID(), ...current, request: { title: 'Taken', path: 'taken' } }
    await callApp(page, 'links.create', create)
    await callApp(page, 'library.remove', { which: { ids: [create.id] } })
    const toRow = (path: string, password = '') =>
      `${origin}/${path},https://www.example.com/${path},1,2026,${password}`
    const rows = [toRow('Poster'), toRow('flyer', 'secret'), toRow('taken'), toRow('api')]
    const text = ['Short link,Destination URL,Clicks,Created at,Password', ...rows].join('\n')
    await goTo(page, 'Links')
    await page.getByRole('button', { name: 'Import…' }).click()
    await chooseFile(page, 'Choose a file', { name: 'dub.csv', text })
    await page.getByRole('button', { name: 'Move 4 links in…' }).click()
    const dryRun = page.getByRole('region', { name: 'Moving in' })
    await dryRun.getByText('2 links would move in. Nothing was sent yet.').waitFor()
    await dryRun.getByText('2 keep their paths').waitFor()
    await dryRun.getByText('1 has a path of another link').waitFor()
    await dryRun.getByText('1 can’t keep its path').waitFor()
    await page.getByText('The password is lost: the link opens without one.').first().waitFor()
    const conflicts = await captureDownload(page, () =>
      dryRun.getByRole('button', { name: 'Save the list (CSV)' }).click(),
    )
    expect(conflicts.text).toContain('Path: Taken: another link has this path.')
    await dryRun.getByRole('button', { name: 'Add -2, -3… to 1 taken path' }).click()
    await dryRun.getByText('3 links would move in. Nothing was sent yet.').waitFor()
    await page.getByRole('button', { name: 'Continue with 3 links' }).click()
    await page.getByRole('button', { name: 'Create the first link' }).click()
    await page.getByText(`${origin}/Poster`).first().waitFor()
    await page.getByRole('button', { name: 'Looks right: create the other 2' }).click()
    await page.getByText(`${origin}/taken-2`).first().waitFor()
  })

  test('a file without links is reported, and another file can be chosen', async () => {
    const { page } = app
    await resetWindow(page)
    await goTo(page, 'Links')
    await page.getByRole('button', { name: 'Import…' }).click()
    await chooseFile(page, 'Choose a file', { name: 'links.csv', text: '%PDF-1.7' })
    await page.getByRole('alert').filter({ hasText: 'This file can’t be read' }).waitFor()
    await chooseFile(page, 'Choose a file', { name: 'empty.csv', text: '' })
    await page.getByText('There are no links in it.').waitFor()
    expect(await page.getByRole('button', { name: /^Look up and add/ }).count()).toBe(0)
  })
})
