import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { callApp } from './callApp.ts'
import { screenHosts } from './hosts.ts'
import { goTo, tryLocal } from './userActions.ts'
import { visit } from './visitors.ts'

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
  })
  afterEach(() => app.close())

  /** Creates a campaign link behind the window. */
  async function createLink(source: string): Promise<{ id: string; link: string }> {
    const id = randomUUID()
    const { profiles } = (await callApp(app.page, 'app.state', {})) as { profiles: { id: string }[] }
    const target = { profileId: profiles[0]?.id, environment: 'development' }
    const request = {
      title: 'Spring sale',
      tracking_source: source,
      desktop_custom_redirect: { url: 'https://shop.example/desktop' },
    }
    const created = await callApp(app.page, 'links.create', { id, ...target, request })
    return { id, link: (created as { link: string }).link }
  }

  /** Returns the visits of each link counted by the service so far. */
  async function readTotals(ids: string[]): Promise<(number | undefined)[]> {
    const { lines } = (await callApp(app.page, 'visits.ofLinks', { ids })) as {
      lines: Record<string, { total: number }>
    }
    return ids.map((id) => lines[id]?.total)
  }

  test('the visits of each campaign channel are shown in the list, on the link, and side by side', async () => {
    const { page } = app
    await tryLocal(page)
    const newsletter = await createLink('newsletter')
    const instagram = await createLink('instagram')
    for (let count = 0; count < 3; count++) await visit(newsletter.link, 'desktop')
    await visit(instagram.link, 'desktop')
    // The window fetches immediately, then once a minute.
    await expect.poll(() => readTotals([newsletter.id, instagram.id])).toEqual([3, 1])

    await goTo(page, 'Links')
    await page.reload()
    await page.getByRole('columnheader', { name: 'Visits' }).waitFor()
    const row = page.getByRole('row', { name: /newsletter/ })
    await expect.poll(() => row.locator('[data-column="visits"]').innerText()).toBe('3')
    const openUrl = await row.getByRole('link', { name: `Open ${newsletter.link}` }).getAttribute('href')
    expect((await visit(openUrl ?? '', 'desktop')).status).toBe(302)

    await row.getByRole('link', { name: 'Spring sale' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText(/^3 visits/).waitFor()
    await drawer.getByRole('img', { name: 'Visits of the last 12 hours, by device' }).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('checkbox', { name: 'Select the links shown' }).click()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Compare visits…' }).click()
    const comparison = page.getByRole('dialog', { name: 'Compare visits' })
    await comparison.getByRole('img', { name: 'Visits of each link in the last 14 days' }).waitFor()
    expect(await comparison.getByRole('row').allInnerTexts()).toEqual([
      'Link\t14 days\tYesterday and today\tTotal\tBots',
      'Spring sale · newsletter Development\t3\t3\t3\t0',
      'Spring sale · instagram Development\t1\t1\t1\t0',
    ])
  })
})
