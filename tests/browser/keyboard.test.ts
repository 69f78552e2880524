import type { Page } from 'playwright'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { hosts } from './hosts.ts'
import { createForm, createdLink } from './person.ts'

/** What has the focus, as a screen reader would name it. */
async function focused(page: Page): Promise<string> {
  const element = page.locator(':focus')
  if ((await element.count()) === 0) return 'nothing'
  const snapshot = await element.ariaSnapshot()
  return snapshot.split('\n')[0] ?? ''
}

/** Presses Tab until the element of that name has the focus, and sees to it that a person can see where it is. */
async function tabTo(page: Page, name: RegExp, back = false): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    const now = await focused(page)
    if (name.test(now)) {
      expect(await page.locator(':focus-visible').count(), `the focus can be seen on ${now}`).toBe(1)
      return
    }
    passed.push(now)
  }
  throw new Error(`Tab does not lead to ${String(name)}; it passed ${passed.join(', ')}`)
}

describe.each(hosts())('in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
    await app.page.getByRole('button', { name: 'Try it on this computer' }).waitFor()
  })
  afterEach(() => app.close())
  afterAll(() => host.end())

  test('a first link is made, found and looked at without a mouse', async () => {
    const { page } = app
    await tabTo(page, /^- button "Try it on this computer"/)
    await page.keyboard.press('Enter')
    await createForm(page).waitFor()

    await tabTo(page, /textbox "Title"/)
    await page.keyboard.type('By keyboard')
    await tabTo(page, /textbox "iPhone and iPad"/)
    await page.keyboard.type('https://apps.example.com/')
    await tabTo(page, /checkbox "Open the app.*iPhone/)
    await page.keyboard.press('Space')
    await tabTo(page, /radio "Service default"/)
    await page.keyboard.press('ArrowRight')
    await tabTo(page, /combobox "Tags"/)
    await page.keyboard.type('one,two')
    await page.keyboard.press('Enter')
    await tabTo(page, /radio "Rows"/)
    await page.keyboard.press('ArrowRight')
    await tabTo(page, /textbox "App data/)
    await page.keyboard.type('{"a":1}')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: 'Link created' }).waitFor()
    // A new screen's heading takes the focus, so that it is read out.
    await expect.poll(() => focused(page)).toContain('Link created')
    const link = await createdLink(page)

    await tabTo(page, /^- link "Find"/, true)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: /Link, path or text/ }).waitFor()
    await tabTo(page, /textbox "Link, path or text/)
    await page.keyboard.type(link)
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Active link' }).waitFor()
    const main = await page.getByRole('main').innerText()
    for (const text of ['By keyboard', 'never opens the app', 'one, two', '{"a":1}'])
      expect(main).toContain(text)

    await tabTo(page, /^- link "Links"/, true)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'By keyboard' }).waitFor()
    await tabTo(page, /^- link "By keyboard"/)
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Stored as requested').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
  })

  test('the first stop of the keyboard leads past the navigation', async () => {
    const { page } = app
    await page.getByRole('button', { name: 'Try it on this computer' }).press('Enter')
    await createForm(page).waitFor()
    await page.reload()
    await createForm(page).waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toContain('link "Skip to content"')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.contains(document.querySelector('form')))).toBe(
      true,
    )
    await tabTo(page, /textbox "Title"/)
  })

  test('the menus open, move and close by keyboard and give the focus back', async () => {
    const { page } = app
    await page.getByRole('button', { name: 'Try it on this computer' }).press('Enter')
    await createForm(page).waitFor()
    const menu = page.getByRole('button', { name: 'Appearance' })
    await menu.press('Enter')
    await expect.poll(() => focused(page)).toContain('menuitemradio "Like the system"')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toContain('menuitemradio "Dark"')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    await expect.poll(() => focused(page)).toContain('button "Appearance"')
    await app.restart()
    await expect.poll(() => app.page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  })
})
