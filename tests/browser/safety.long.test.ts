import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../../core/library/migrations/all.ts'
import { findFilesWith } from '../core/harness/bytes.ts'
import { DatabaseSync } from 'node:sqlite'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenedApp } from './app.ts'
import { screenHosts } from './hosts.ts'
import { addressField, create, createForm, goTo, newDraft, tryLocal } from './userActions.ts'

describe.each(screenHosts())('in the $name', (host) => {
  let folder: string
  let app: OpenedApp
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linkwright-safety-'))
    app = await host.open(folder, {})
    await tryLocal(app.page)
  })
  afterEach(async () => {
    await app.end('in order')
    expect(app.errors()).toEqual([])
    await rm(folder, { recursive: true, force: true })
  })

  const page = () => app.page
  const button = (name: string | RegExp) => page().getByRole('button', { name })
  const row = (title: string) => page().getByRole('row', { name: title })

  async function createLink(title: string): Promise<void> {
    await newDraft(page())
    await createForm(page()).getByLabel('Title', { exact: true }).fill(title)
    await addressField(page()).fill('https://shop.example.com/offer')
    await create(page())
  }

  async function openSettings(section: string): Promise<void> {
    await goTo(page(), 'Settings')
    await page().getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: section }).click()
  }

  async function restartAfter(change: () => void): Promise<void> {
    expect(await app.end('in order')).toBeNull()
    change()
    app = await host.open(folder, {})
  }

  test(
    'a deleted link is restored from a backup, and then everything is erased',
    { timeout: 240_000 },
    async () => {
      await createLink('Zebra spring')
      await createLink('Zebra summer')
      await openSettings('Backups')
      await button('Back up now').click()
      await page().getByText('2 links backed up.').waitFor()
      await restartAfter(() => {
        const sql = new DatabaseSync(join(folder, 'library.db'))
        sql.exec(`DELETE FROM links WHERE request LIKE '%Zebra spring%'`)
        sql.close()
        // The index is not updated, so the app can notice this only by reading the library.
      })
      await openSettings('Backups')
      await page()
        .getByRole('row', { name: /By you/ })
        .getByText('1 link', { exact: true })
        .waitFor()
      await page()
        .getByRole('row', { name: /By you/ })
        .getByRole('button')
        .click()
      await page().getByRole('dialog').getByText('Zebra spring').waitFor()
      await button('Restore 1 link').click()
      await page().getByText('1 link restored').waitFor()
      await goTo(page(), 'Links')
      await row('Zebra spring').waitFor()
      await row('Zebra summer').waitFor()

      await openSettings('Data folder')
      await button('Erase everything…').click()
      await page().getByLabel('Type ERASE to continue').fill('ERASE')
      await page().getByRole('button', { name: 'Erase everything', exact: true }).click()
      await button('Try it on this computer').waitFor()
      await restartAfter(() => expect(findFilesWith(folder, ['Zebra'])).toEqual([]))
      await tryLocal(page())
      await goTo(page(), 'Links')
      await page().getByText('Zebra').waitFor({ state: 'detached' })
    },
  )

  test(
    'a library from a newer version is readable, and every write says why it fails',
    { timeout: 240_000 },
    async () => {
      await createLink('Zebra summer')
      await restartAfter(() => {
        const sql = new DatabaseSync(join(folder, 'library.db'))
        sql.exec(`ALTER TABLE links ADD COLUMN later TEXT; PRAGMA user_version = ${migrations.length + 1}`)
        sql.close()
      })
      const newerVersionNotice = page().getByText('The library is from a newer version').first()
      await newerVersionNotice.waitFor()
      await goTo(page(), 'Create')
      await createForm(page()).getByLabel('Title', { exact: true }).fill('Never')
      await addressField(page()).fill('https://shop.example.com/never')
      await createForm(page()).getByRole('button', { name: 'Create link' }).click()
      await page()
        .getByRole('alert')
        .filter({ hasText: 'The library is from a newer version' })
        .first()
        .waitFor()
      await goTo(page(), 'Links')
      await row('Zebra summer').waitFor()
      expect(await page().getByText('Never').count()).toBe(0)
    },
  )
})
