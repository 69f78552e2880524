import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openApp } from './app.ts'
import { browserHost } from './browserHost.ts'
import { callApp } from './callApp.ts'
import { createForm, fillForm, goTo, tryLocal } from './userActions.ts'
import { visit } from './visitors.ts'

/** Only `npm run screenshot` writes the images, so that a test run does not change the working tree. */
const isSaving = process.env['npm_lifecycle_event'] === 'screenshot'

const host = browserHost()
const open = () => openApp(host, { context: { colorScheme: 'light', deviceScaleFactor: isSaving ? 2 : 1 } })

async function takeScreenshot(page: Page, name: string): Promise<void> {
  const path = join(import.meta.dirname, '..', '..', 'docs', name)
  await page.screenshot({ ...(isSaving ? { path } : {}), animations: 'disabled', caret: 'hide' })
}

test('the README screenshot shows a link, its destinations and its card on one screen', async () => {
  const app = await open()
  try {
    const { page } = app
    await tryLocal(page)
    await fillForm(page, {
      title: 'Summer sale: 30 % off everything',
      subtitle: 'Until Sunday, in the app and in every shop',
      ios: { url: 'https://apps.apple.com/app/id1234567890', openApp: true },
      android: { url: 'market://details?id=com.example.shop', openApp: true },
      desktop: 'https://shop.example.com/summer',
      campaign: 'summer-sale',
      source: 'newsletter',
      medium: 'email',
      previewIos: 'On',
      previewAndroid: 'Service default',
      tags: ['summer', 'sale'],
      data: '{\n  "screen": "offer",\n  "offer_id": 4711\n}',
    })
    await page.getByText('Draft saved').waitFor()
    await createForm(page).getByLabel('Title', { exact: true }).focus()
    await createForm(page).getByLabel('Title', { exact: true }).blur()
    const panel = page.getByRole('complementary')
    for (const part of ['Card', 'What happens']) {
      expect(await panel.getByRole('region', { name: part }).isVisible()).toBe(true)
    }
    await takeScreenshot(page, 'screenshot.png')
  } finally {
    await app.close()
  }
})

/** Links of a shop: title, path of the destination, source, medium, tags, visits. */
const links: [title: string, path: string, source: string, medium: string, tags: string[], visits: number][] =
  [
    ['Spring catalogue', 'spring', 'catalogue', 'referral', ['spring'], 3],
    ['Store opening in Lyon', 'stores/lyon', 'instagram', 'social', ['stores'], 4],
    ['Back to school', 'school', 'google', 'cpc', ['school'], 9],
    ['Gift cards', 'gifts', 'newsletter', 'email', ['gifts'], 2],
    ['Download the app', 'app', 'receipt', 'referral', ['app', 'stores'], 6],
    ['Summer sale: shoes', 'sale/shoes', 'instagram', 'social', ['summer', 'sale'], 12],
    ['Summer sale: beach', 'sale/beach', 'tiktok', 'social', ['summer', 'sale'], 8],
    ['Summer sale', 'sale', 'newsletter', 'email', ['summer', 'sale'], 21],
  ]

test('the second README screenshot shows the links of a shop with their visits', async () => {
  const app = await open()
  try {
    const { page } = app
    await tryLocal(page)
    await createLinks(page)
    await goTo(page, 'Links')
    for (const [title, , , , , visits] of links) {
      const row = page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) })
      await row.getByText(String(visits), { exact: true }).waitFor()
    }
    await takeScreenshot(page, 'screenshot-links.png')
  } finally {
    await app.close()
  }
})

/** Creates and visits the links behind the window, and waits until the service has counted the visits. */
async function createLinks(page: Page): Promise<void> {
  const { current } = (await callApp(page, 'app.state', {})) as {
    current: { profileId: string; environment: string }
  }
  const ids: string[] = []
  for (const [title, path, source, medium, tags, visits] of links) {
    const request = {
      title,
      tags: JSON.stringify(tags),
      desktop_custom_redirect: { url: `https://shop.example.com/${path}` },
      tracking_campaign: 'summer',
      tracking_source: source,
      tracking_medium: medium,
    }
    const id = randomUUID()
    const { link } = (await callApp(page, 'links.create', { id, ...current, request })) as { link: string }
    for (let count = 0; count < visits; count += 1) await visit(link, count % 3 ? 'iphone' : 'desktop')
    ids.push(id)
  }
  const readTotals = async () => {
    const { lines } = (await callApp(page, 'visits.ofLinks', { ids })) as {
      lines: Record<string, { total: number }>
    }
    return ids.map((id) => lines[id]?.total)
  }
  await expect.poll(readTotals).toEqual(links.map(([, , , , , visits]) => visits))
}
