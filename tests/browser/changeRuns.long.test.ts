import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { removeFolder, temporaryFolder } from '../core/harness/app.ts'
import type { OpenedApp } from './app.ts'
import { callApp } from './callApp.ts'
import { screenHosts } from './hosts.ts'
import { goTo, pasteText, tryLocal } from './userActions.ts'

interface CreatedLink {
  id: string
  link: string
}

describe.each(screenHosts())('in the $name', (host) => {
  let folder: string
  let app: OpenedApp
  let links: CreatedLink[]
  beforeAll(async () => {
    folder = await temporaryFolder()
    app = await host.open(folder, {})
    await tryLocal(app.page)
    const { current } = (await callApp(app.page, 'app.state', {})) as { current: object }
    links = []
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const request = {
        title: `Poster ${number}`,
        desktop_custom_redirect: { url: `https://example.com/old/${number}` },
      }
      links.push(
        (await callApp(app.page, 'links.create', {
          id: crypto.randomUUID(),
          ...current,
          request,
        })) as CreatedLink,
      )
    }
  })
  afterEach(() => expect(app.errors()).toEqual([]))
  afterAll(async () => {
    await app.end('in order')
    await removeFolder(folder)
  })

  const button = (name: string | RegExp) => app.page.getByRole('button', { name })
  const expectVisitorsGet = async (index: number, location: string) =>
    await expect
      .poll(
        async () => {
          const { headers } = await fetch(links[index]?.link ?? '', { redirect: 'manual' })
          return headers.get('location')
        },
        { timeout: 10_000 },
      )
      .toBe(location)
  /** A change that someone else makes. */
  const changeElsewhere = async (index: number, title: string) => {
    const link = links[index]?.id
    const { version } = (await callApp(app.page, 'changes.read', { link })) as { version: object }
    const change = { id: crypto.randomUUID(), link, version, patch: { title } }
    await callApp(app.page, 'changes.send', change)
  }

  test(
    'five selected links get a new address, except one that someone else changed, and the run is undone',
    { timeout: 120_000 },
    async () => {
      const { page } = app
      await goTo(page, 'Links')
      await page.getByText('Poster 6').first().waitFor()
      for (const number of [1, 2, 3, 4, 5])
        await page.getByRole('checkbox', { name: new RegExp(`Poster ${number}`) }).press('Space')
      const bar = page.getByRole('group', { name: 'Selected links' })
      await bar.getByRole('button', { name: 'Change…' }).press('Enter')
      await page.getByLabel('New destination').fill('https://example.com/new')
      await page.getByLabel('New destination').press('Enter')

      await page.getByText('5 links will be changed.').waitFor()
      await page.getByRole('gridcell', { name: /example\.com\/old\/5/ }).waitFor()
      await expectVisitorsGet(0, 'https://example.com/old/1')
      await changeElsewhere(1, 'Theirs')
      await button('Change 5 links').press('Enter')
      await page
        .getByText('4 of 5 links were changed; 1 was changed by someone else first.')
        .waitFor({ timeout: 60_000 })
      await page.getByText('Someone else changed the link after the preview.').first().waitFor()
      await expectVisitorsGet(0, 'https://example.com/new')
      await expectVisitorsGet(1, 'https://example.com/old/2')

      await changeElsewhere(2, 'Changed since')
      await button('Undo this run…').press('Enter')
      await page.getByText('3 links will be restored; 1 can’t be restored.').waitFor()
      await button('Restore 3 links').press('Enter')
      await page.getByText('3 links were restored; 1 couldn’t be restored.').waitFor({ timeout: 60_000 })
      await expectVisitorsGet(0, 'https://example.com/old/1')
      await expectVisitorsGet(2, 'https://example.com/new')
    },
  )

  test(
    'a pasted table with mistakes changes what it can, and keeps the other rows',
    { timeout: 120_000 },
    async () => {
      const { page } = app
      await goTo(page, 'Links')
      // The selection of the test before is kept, and its bar takes the place of the toolbar.
      await page.getByText('Poster 6').first().waitFor()
      if (await button('Clear selection').isVisible()) await button('Clear selection').click()
      await button('Change…').first().click()
      await page.getByRole('menuitem', { name: 'From a table of new addresses…' }).click()
      await page.getByRole('heading', { name: 'Paste your rows' }).waitFor()
      const [, , , fourth, fifth] = links
      const rows = [
        ['Short link', 'Goes to'],
        [fourth?.link, 'https://example.com/table/4'],
        [fifth?.link, 'javascript:alert(1)'],
        ['https://elsewhere.example/abc', 'https://example.com/table/6'],
        [fourth?.link, 'https://example.com/again'],
      ]
      await pasteText(page, rows.map((cells) => cells.join('\t')).join('\n'))
      await page.getByText('1 link will be changed; 3 can’t be changed.').waitFor()
      await button('Change 1 link').press('Enter')
      await page.getByText('1 link was changed; 3 couldn’t be changed.').waitFor({ timeout: 60_000 })
      await expectVisitorsGet(3, 'https://example.com/table/4')
      const download = async (item: string) => {
        const saved = page.waitForEvent('download')
        await button('Download results').click()
        await page.getByRole('menuitem', { name: item, exact: true }).click()
        return (await saved).suggestedFilename()
      }
      expect(await download('CSV, unchanged only')).toBe('links-not-changed.csv')
      expect(await download('Excel')).toBe('changed-links.xlsx')
    },
  )
})
