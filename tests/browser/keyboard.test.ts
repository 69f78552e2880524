import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import { createForm, readCreatedLink, goTo } from './userActions.ts'
import type { ScreenName } from './userActions.ts'

/** Returns the focused element as a screen reader would name it. */
async function readFocusedName(page: Page): Promise<string> {
  const element = page.locator(':focus')
  if ((await element.count()) === 0) return 'nothing'
  const snapshot = await element.ariaSnapshot()
  return snapshot.split('\n')[0] ?? ''
}

/** Presses Tab until the named element has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, name: RegExp, back = false): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    const focused = await readFocusedName(page)
    if (name.test(focused)) {
      expect(await page.locator(':focus-visible').count(), `the focus is visible on ${focused}`).toBe(1)
      return
    }
    passed.push(focused)
  }
  throw new Error(`Tab does not lead to ${String(name)}; it passed ${passed.join(', ')}`)
}

/** Navigates to a screen and waits for a part of it. Before that, Tab only reaches the frame. */
async function goToPart(page: Page, screen: ScreenName, part: Locator): Promise<void> {
  await tabTo(page, new RegExp(`^- link "${screen}"`), true)
  await page.keyboard.press('Enter')
  await part.waitFor()
}

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeAll(async () => {
    app = await openApp(host)
    await app.page.getByRole('button', { name: 'Try it on this computer' }).waitFor()
  })
  afterAll(() => app.close())

  /** Moves the focus to the first field of *Create*. */
  async function focusForm(): Promise<void> {
    await goTo(app.page, 'Create')
    await createForm(app.page).getByLabel('Title', { exact: true }).focus()
  }

  test('a first link can be created, found and viewed by keyboard', async () => {
    const { page } = app
    const openFoldByKeyboard = async (fold: string) => {
      await tabTo(page, new RegExp(`button "${fold}`))
      await page.keyboard.press('Space')
    }
    await tabTo(page, /^- button "Try it on this computer"/)
    await page.keyboard.press('Enter')
    await createForm(page).waitFor()

    // The focused button is gone, so the focus moves to the first form field.
    await expect.poll(() => readFocusedName(page)).toContain('textbox "Where does it go?"')
    await tabTo(page, /textbox "Title"/)
    await page.keyboard.type('By keyboard')
    await tabTo(page, /combobox "Tags"/)
    await page.keyboard.type('one,two')
    await page.keyboard.press('Enter')
    await openFoldByKeyboard('Phones')
    await tabTo(page, /radio "Same address"/)
    await page.keyboard.press('ArrowRight')
    await tabTo(page, /textbox "Address for iPhone and iPad"/)
    await page.keyboard.type('https://apps.example.com/')
    await tabTo(page, /checkbox "Open the app.*iPhone/)
    await page.keyboard.press('Space')
    await openFoldByKeyboard('Preview card')
    await tabTo(page, /radiogroup "Preview page, iPhone|radio "Service default"/)
    await page.keyboard.press('ArrowRight')
    await openFoldByKeyboard('App data')
    await tabTo(page, /radio "Rows"/)
    await page.keyboard.press('ArrowRight')
    await tabTo(page, /textbox "App data/)
    await page.keyboard.type('{"a":1}')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: 'Link created' }).waitFor()
    // A new screen's heading takes the focus, so that screen readers announce it.
    await expect.poll(() => readFocusedName(page)).toContain('Link created')
    const link = await readCreatedLink(page)

    await goToPart(page, 'Find', page.getByRole('textbox', { name: /Link, path or text/ }))
    await tabTo(page, /textbox "Link, path or text/)
    await page.keyboard.type(link)
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Active link' }).waitFor()
    const main = await page.getByRole('main').innerText()
    for (const text of ['By keyboard', 'never opens the app', 'one, two', '"a": 1'])
      expect(main).toContain(text)

    await goToPart(page, 'Links', page.getByRole('link', { name: 'By keyboard' }))
    await tabTo(page, /^- row "By keyboard/)
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Stored as requested').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
  })

  test('the first tab stop skips the navigation', async () => {
    const { page } = app
    await focusForm()
    await page.reload()
    await createForm(page).waitFor()
    await page.keyboard.press('Tab')
    expect(await readFocusedName(page)).toContain('link "Skip to content"')
    await page.keyboard.press('Enter')
    const focusContainsForm = () => document.activeElement?.contains(document.querySelector('[role="form"]'))
    await expect.poll(() => page.evaluate(focusContainsForm)).toBe(true)
    await tabTo(page, /textbox "Title"/)
  })

  test('the focus moves to the button that replaces the pressed one', async () => {
    const { page } = app
    await focusForm()
    await page.keyboard.type('Switched')
    await page.keyboard.press('Control+Enter')
    await readCreatedLink(page)
    await tabTo(page, /^- button "Switch off"/)
    await page.keyboard.press('Enter')
    await expect.poll(() => readFocusedName(page)).toContain('button "Switch on"')
    await page.keyboard.press('Enter')
    await expect.poll(() => readFocusedName(page)).toContain('button "Switch off"')
  })

  test('Escape in a dialog above the drawer of a link loses nothing that was typed', async () => {
    const { page } = app
    await focusForm()
    await goToPart(page, 'Links', page.getByRole('link', { name: 'Switched' }))
    await tabTo(page, /^- row "Switched/)
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Switched' })
    await drawer.getByText('Stored as requested').waitFor()
    await tabTo(page, /^- button "Edit"/)
    await page.keyboard.press('Enter')
    const title = page.getByRole('dialog', { name: /^Edit “/ }).getByLabel('Title', { exact: true })
    await title.waitFor()
    await tabTo(page, /textbox "Title"/)
    await page.keyboard.press('End')
    await page.keyboard.type(' and typed')
    await page.keyboard.press('Escape')
    await page.keyboard.type('!')
    expect(await title.inputValue()).toBe('Switched and typed!')
    await tabTo(page, /^- button "Close"/)
    await page.keyboard.press('Enter')
    await expect.poll(() => readFocusedName(page)).toContain('button "Keep editing"')
    await tabTo(page, /^- button "Discard and leave"/)
    await page.keyboard.press('Enter')
    await title.waitFor({ state: 'hidden' })
    await expect.poll(() => readFocusedName(page)).toContain('button "Edit"')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await expect.poll(() => readFocusedName(page)).toContain('row "Switched')
  })

  test('the profile menu opens, moves and closes by keyboard and returns the focus', async () => {
    const { page } = app
    await focusForm()
    const menu = page.getByRole('button', { name: 'Profile: This computer' })
    await menu.press('Enter')
    await expect.poll(() => readFocusedName(page)).toContain('menuitemradio "This computer')
    await page.keyboard.press('ArrowDown')
    expect(await readFocusedName(page)).toContain('menuitem "Manage profiles"')
    await page.keyboard.press('Escape')
    await expect.poll(() => readFocusedName(page)).toContain('button "Profile: This computer"')
  })

  test('the theme can be changed by keyboard and is saved', async () => {
    const { page } = app
    await focusForm()
    await goToPart(page, 'Settings', page.getByRole('radio', { name: 'Match system' }))
    await tabTo(page, /radio "Match system"/)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    await app.restart()
    await expect.poll(() => app.page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  })

  test('profiles, settings and activity can be used by keyboard', async () => {
    const { page } = app
    await focusForm()
    await goToPart(page, 'Profiles', page.getByRole('button', { name: 'Add a service' }))
    await tabTo(page, /^- link "This computer/)
    await tabTo(page, /^- button "Add a service"/)
    await page.keyboard.press('Enter')
    await tabTo(page, /textbox "Name"/)
    await page.keyboard.type('By keyboard')
    await tabTo(page, /radio "Green"|radio "Blue"/)
    await page.keyboard.press('ArrowRight')
    await tabTo(page, /textbox "Service address"/)
    await page.keyboard.type('http://127.0.0.1:9')
    await tabTo(page, /textbox "Project key"/)
    await page.keyboard.type('some-key')
    await tabTo(page, /^- button "Test connection"/)
    await page.keyboard.press('Enter')
    await page.getByText('Stopped at step 3 of 9: Connection (TCP)').waitFor()
    await tabTo(page, /Details/)
    await tabTo(page, /^- button "Connect anyway"/, true)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Profile: By keyboard' }).waitFor()
    await tabTo(page, /^- button "Replace"/)
    await page.keyboard.press('Enter')
    await tabTo(page, /textbox "New project key"/)

    await goToPart(page, 'Settings', page.getByRole('link', { name: 'Network' }))
    await tabTo(page, /^- link "Network"/)
    await page.keyboard.press('Enter')
    await tabTo(page, /radio "Use system proxy/)
    await page.keyboard.press('ArrowDown')
    await tabTo(page, /textbox "Connecting"/)
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()

    // Settings concern every profile, so there is nothing to switch there.
    await goToPart(page, 'Find', page.getByRole('textbox', { name: /Link, path or text/ }))
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('Alt+1')
    await tabTo(page, /textbox "Link, path or text/)
    await page.keyboard.type('nosuchpath1')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Not found in development' }).waitFor()
    await goToPart(page, 'Settings', page.getByRole('link', { name: 'Diagnostics' }))
    await tabTo(page, /^- link "Diagnostics"/)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Look up' }).first().waitFor()
    await tabTo(page, /^- link "Look up"/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Copy as cURL' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
})
