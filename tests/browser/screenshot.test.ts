import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApp } from './app.ts'
import { browserHost } from './browserHost.ts'
import { createForm, fillForm, tryLocal } from './userActions.ts'

const picture = join(import.meta.dirname, '..', '..', 'docs', 'screenshot.png')
/** Only `npm run screenshot` writes the image, so that a test run does not change the working tree. */
const wanted = process.env['npm_lifecycle_event'] === 'screenshot'

const host = browserHost()

test('the README screenshot shows a link, its destinations and its card on one screen', async () => {
  const app = await openApp(host, { context: { colorScheme: 'light', deviceScaleFactor: wanted ? 2 : 1 } })
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
    await page.screenshot({ ...(wanted ? { path: picture } : {}), animations: 'disabled', caret: 'hide' })
  } finally {
    await app.close()
  }
})
