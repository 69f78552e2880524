import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { replaceFirst } from '../core/harness/damage.ts'
import type { OpenedApp } from './app.ts'
import { findAxeViolations } from './axe.ts'
import { screenHosts } from './hosts.ts'
import { addressField, create, createForm, goTo, newDraft, tryLocal } from './userActions.ts'

describe.each(screenHosts())('in the $name', (host) => {
  let folder: string
  let file: string
  let app: OpenedApp
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linkwright-lost-'))
    file = join(folder, 'library.db')
  })
  afterEach(async () => {
    await app.end('in order')
    expect(app.errors()).toEqual([])
    await rm(folder, { recursive: true, force: true })
  })

  async function createLink(title: string): Promise<string> {
    await newDraft(app.page)
    await createForm(app.page).getByLabel('Title', { exact: true }).fill(title)
    await addressField(app.page).fill(`https://shop.example.com/${title}`)
    return await create(app.page)
  }

  /** Ends the app, changes its files, and reopens it. */
  async function restartAfter(change: () => void | Promise<void>): Promise<void> {
    expect(await app.end('in order')).toBeNull()
    await change()
    app = await host.open(folder, {})
  }

  const row = (title: string) => app.page.getByRole('row', { name: title })
  const notice = () => app.page.getByRole('status').filter({ hasText: 'The library is empty' })

  test(
    'an emptied library is reported and set aside, and its links are restored next to newer ones',
    { timeout: 240_000 },
    async () => {
      app = await host.open(folder, {})
      await tryLocal(app.page)
      await createLink('Spring')
      await createLink('Summer')
      await restartAfter(() => writeFile(file, ''))
      await notice().getByText('has 2 links').waitFor()
      expect(await findAxeViolations(app.page, 'a library that is empty')).toEqual([])
      const setAsideName = (await readdir(folder)).find((name) => name.startsWith('library.empty-')) ?? 'none'
      expect(await notice().innerText()).toContain(setAsideName)
      await createLink('Autumn')

      // Not answered yet, so it is offered again although the library has a link and a backup by now.
      await restartAfter(() => undefined)
      await notice().getByRole('button', { name: 'Restore 2 links' }).click()
      await app.page.getByRole('status').filter({ hasText: '2 links restored' }).waitFor()
      await notice().waitFor({ state: 'detached' })
      await expect.poll(() => app.page.evaluate(() => document.activeElement?.id)).toBe('screen')
      await goTo(app.page, 'Links')
      for (const title of ['Spring', 'Summer', 'Autumn']) await row(title).waitFor()
      await restartAfter(() => undefined)
      await goTo(app.page, 'Links')
      await row('Spring').waitFor()
      expect(await notice().count()).toBe(0)
    },
  )

  test(
    'a damaged record is marked, shows what is left, and links to the version stored by the service',
    { timeout: 240_000 },
    async () => {
      app = await host.open(folder, {})
      await tryLocal(app.page)
      await createLink('Spring')
      const lostLink = await createLink('Summer')
      await restartAfter(() => {
        const sql = new DatabaseSync(file)
        sql.exec(
          `UPDATE links SET answer = replace(answer, '"link":{', '"link":[') WHERE request LIKE '%Summer%'`,
        )
        // Removes deleted data, so that each text is in the file only once.
        sql.exec('VACUUM')
        sql.close()
        for (const title of ['Spring', 'Summer'])
          replaceFirst(file, `{"title":"${title}"`, `["title":"${title}"`)
        // Otherwise lists keep showing old data.
        return rm(join(folder, 'library-index.db'))
      })
      const { page } = app
      await goTo(page, 'Links')
      await row('Spring').getByText('Damaged', { exact: true }).waitFor()
      await row('Damaged entry').getByText(new URL(lostLink).pathname).waitFor()
      await page.getByRole('link', { name: 'Spring' }).click()
      const drawer = page.getByRole('dialog')
      const damageAlert = () => page.getByRole('alert').filter({ hasText: 'This library entry is damaged' })
      await damageAlert().waitFor()
      await drawer.getByText('https://shop.example.com/Spring').first().waitFor()
      await drawer.getByRole('button', { name: 'Duplicate' }).waitFor()
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })

      // Only the address of the other link is left, and nothing else is claimed.
      await page.getByRole('link', { name: 'Damaged entry' }).click()
      await damageAlert().waitFor()
      expect(await findAxeViolations(page, 'a damaged entry')).toEqual([])
      expect(await drawer.getByText('Stored as requested').count()).toBe(0)
      expect(await drawer.getByRole('button', { name: 'Duplicate' }).count()).toBe(0)
      await drawer.getByRole('button', { name: 'Open full page' }).click()
      await page.getByRole('region', { name: 'The link' }).getByText(lostLink).waitFor()
      await damageAlert().waitFor()
      expect(await page.getByRole('region', { name: 'What happens' }).count()).toBe(0)
      await damageAlert().getByRole('button', { name: 'Look it up' }).click()
      await page.getByRole('main').getByText('Summer', { exact: true }).first().waitFor()
    },
  )
})
