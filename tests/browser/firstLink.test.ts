import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { sharedChromium } from './chromium.ts'
import { screenHosts } from './hosts.ts'
import { create, fillForm, find, goTo, newDraft, tryLocal } from './userActions.ts'
import type { LinkInput } from './userActions.ts'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'
import { visit, visitors } from './visitors.ts'

const data = '{"screen": "offer", "offer_id": 12345678901234567890}'

function createLinkInput(shop: Shop): LinkInput {
  return {
    title: 'Summer sale <b>30 %</b>',
    subtitle: 'Until Sunday, in the app & in every shop',
    ios: { url: `${shop.origin}/ios?ref=1#top`, openApp: true },
    android: { url: `${shop.origin}/android`, openApp: false },
    desktop: `${shop.origin}/desktop?ref=own`,
    campaign: 'summer sale',
    source: 'newsletter',
    medium: 'email',
    previewIos: 'On',
    previewAndroid: 'Off',
    tags: ['summer', 'sale 2026'],
    data,
  }
}

const tracking = 'utm_campaign=summer%20sale&utm_source=newsletter&utm_medium=email'

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  let shop: Shop
  beforeAll(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  beforeEach(async () => {
    shop = await openShop()
    await newDraft(app.page)
  })
  afterEach(() => shop.close())
  afterAll(() => app.close())

  test('a new user creates a link with every field, opens it, finds it, and still has it after a restart', async () => {
    await fillForm(app.page, createLinkInput(shop))
    const link = await create(app.page)
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[A-Za-z0-9]{11}$/)
    await app.page.getByText('Stored as requested').waitFor()

    await expectVisits(link, shop)

    expect(await find(app.page, `<${link}?utm_source=mail#top>`)).toMatch(
      /^Active link; sends iPhones through a preview page to/,
    )
    const page = await app.page.getByRole('main').innerText()
    for (const text of Object.values(expectedFields(shop))) expect(page).toContain(text)
    // It is shown formatted.
    expect(page.replaceAll(/\s/g, '')).toContain(data.replaceAll(' ', ''))

    await app.restart()
    await goTo(app.page, 'Links')
    const row = app.page.getByRole('row', { name: /Summer sale/ })
    await row.getByRole('button', { name: `Copy ${link}` }).waitFor()
    expect(await row.innerText()).toContain('On')
    // The service on this computer starts beside the window.
    const readStatus = () => visit(link, 'desktop').then(({ status }) => status, String)
    await expect
      .poll(readStatus, { message: 'the link still works after the restart, without asking for anything' })
      .toBe(302)
  })

  test('a link opens in a real browser: the preview page works without scripts, and other visits are redirected', async () => {
    await fillForm(app.page, createLinkInput(shop))
    const link = await create(app.page)
    const browser = await sharedChromium()
    const phone = await browser.newPage({ userAgent: visitors.iphone, javaScriptEnabled: false })
    await phone.goto(link)
    await expect.poll(() => phone.locator('body').innerText()).toContain('Summer sale <b>30 %</b>')
    expect(shop.visits).toEqual([])
    await phone.getByRole('link').click()
    await phone.waitForURL(`${shop.origin}/**`)
    expect(shop.visits).toEqual([`/ios?ref=1&${tracking}`])

    const desktop = await browser.newPage({ userAgent: visitors.desktop })
    await desktop.goto(link)
    expect(desktop.url()).toBe(`${shop.origin}/desktop?ref=own&${tracking}`)
    await Promise.all([phone.close(), desktop.close()])
  })

  test('pressing Create twice creates only one link', async () => {
    await app.page.getByLabel('Title', { exact: true }).fill('Once')
    await app.page.keyboard.press('Control+Enter')
    await app.page.keyboard.press('Control+Enter')
    await app.page.getByText('Stored as requested').waitFor()
    await goTo(app.page, 'Links')
    await app.page.getByRole('row', { name: /Once/ }).first().waitFor()
    expect(await app.page.getByRole('row', { name: /Once/ }).count()).toBe(1)
  })
})

async function expectVisits(link: string, shop: Shop): Promise<void> {
  const iphone = await visit(link, 'iphone')
  expect(iphone.status).toBe(200)
  const preview = await iphone.text()
  expect(preview).toContain('Summer sale &lt;b&gt;30 %&lt;/b&gt;')
  expect(preview).toContain(`${shop.origin}/ios?ref=1&amp;${tracking.replaceAll('&', '&amp;')}#top`)

  const android = await visit(link, 'android')
  expect([android.status, android.headers.get('location')]).toEqual([
    302,
    `${shop.origin}/android?${tracking}`,
  ])

  const desktop = await visit(link, 'desktop')
  expect([desktop.status, desktop.headers.get('location')]).toEqual([
    302,
    `${shop.origin}/desktop?ref=own&${tracking}`,
  ])
  expect(desktop.headers.get('cache-control')).toBe('no-store')
  expect(desktop.headers.get('referrer-policy')).toBe('no-referrer')

  const crawler = await visit(link, 'crawler')
  expect(crawler.status).toBe(200)
  const card = await crawler.text()
  expect(card).toContain('property="og:title"')
  expect(card).toContain('Summer sale &lt;b&gt;30 %&lt;/b&gt;')
  expect(card).not.toContain('<b>')
  expect((await visit(`${link}x`, 'iphone')).status).toBe(404)
}

/** Returns the fields that *Find* must show. */
function expectedFields(shop: Shop): Record<string, string> {
  const { title, subtitle, ios, android, desktop, campaign, source, medium, tags } = createLinkInput(shop)
  return {
    title,
    subtitle,
    ios: `${ios.url} (opens the app if installed)`,
    android: `${android.url} (never opens the app)`,
    desktop,
    campaign,
    source,
    medium,
    tags: tags.join(', '),
  }
}
