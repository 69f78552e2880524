import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { browserHost } from './browserHost.ts'
import { startOtherService } from './otherService.ts'
import { addressField, resetWindow, choosePhone, create, createForm, readDataText } from './userActions.ts'
import { enterData, enterService, goTo, newDraft, openFold, tagField, tryLocal } from './userActions.ts'

const host = browserHost()

const form = (page: Page) => createForm(page)
const title = (page: Page) => form(page).getByLabel('Title', { exact: true })
const source = (page: Page) => form(page).getByRole('combobox', { name: 'Source' })
const region = (page: Page, name: string) => form(page).getByRole('group', { name, exact: true })

/** Returns the accessible name of the focused element. */
async function readFocusedName(page: Page): Promise<string> {
  const element = page.locator(':focus')
  if ((await element.count()) === 0) return 'nothing'
  return (await element.ariaSnapshot()).split('\n')[0] ?? ''
}

async function pickMenuItem(page: Page, menu: RegExp, item: string | RegExp): Promise<void> {
  await form(page).getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Creates a preset *Letter* from a form with the source *newsletter*. */
async function saveLetterPreset(page: Page): Promise<void> {
  await source(page).fill('newsletter')
  await pickMenuItem(page, /^Presets/, 'Save as preset')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Letter')
  await dialog.getByRole('button', { name: 'Save preset' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function paste(page: Page, text: string): Promise<void> {
  await tagField(page).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

describe('the form of a link, on this computer', () => {
  let app: App
  let page: Page
  beforeAll(async () => {
    app = await openApp(host)
    page = app.page
    await tryLocal(page)
  })
  beforeEach(() => newDraft(page))
  afterAll(() => app.close())

  test('the empty form fits into a window of 1280 × 800 without scrolling', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const fold = form(page).getByRole('button', { name: /^Developer/ })
    const [last, bar] = [
      await fold.boundingBox(),
      await form(page).getByRole('button', { name: 'Create link' }).boundingBox(),
    ]
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
  })

  test('a link with everything is filled in within a window of 1280 × 800, where nothing scrolls', async () => {
    const readHidden = () =>
      form(page).evaluate((element) => {
        const scrolled = element.querySelector('*') as HTMLElement
        return scrolled.scrollHeight - scrolled.clientHeight
      })
    await addressField(page).fill('https://shop.example.com/summer/kettle')
    await title(page).fill('Copper kettle')
    for (const name of ['Campaign', 'Source']) await form(page).getByLabel(name).fill('newsletter')
    await form(page).getByLabel('Medium').fill('email')
    await paste(page, 'summer, kitchen')
    for (const phone of ['iPhone and iPad', 'Android'] as const) {
      await choosePhone(page, phone, 'Own address')
      await addressField(page, phone).fill('https://apps.example.com/kettle')
    }
    expect(await readHidden()).toBe(0)
    await openFold(page, 'Preview card')
    await form(page).getByLabel('Subtitle').fill('Until Sunday')
    expect(await readHidden()).toBe(0)
    await openFold(page, 'App data')
    for (const word of ['kettle', 'copper']) {
      await region(page, 'App data').getByRole('button', { name: 'Add a row' }).click()
      await page.keyboard.type(word)
    }
    expect(await readHidden()).toBe(0)
    // What is folded stays one press away, and says what it holds.
    for (const [fold, summary] of [
      ['Phones', 'Own address'],
      ['Preview card', 'Until Sunday'],
      ['App data', '2 values'],
    ] as const) {
      const head = form(page).getByRole('button', { name: new RegExp(`^${fold}`) })
      expect(await head.innerText()).toContain(summary)
    }
    await openFold(page, 'Phones')
    expect(await addressField(page, 'Android').inputValue()).toBe('https://apps.example.com/kettle')
    expect(await readHidden()).toBe(0)
  })

  const readRequest = async () => {
    await openFold(page, 'Developer')
    return await page.getByRole('region', { name: 'Request as JSON', exact: true }).innerText()
  }

  test('a phone can have its own address, and the form explains what it does', async () => {
    const destinations = region(page, 'Phones')
    await title(page).fill('Summer')
    await page.getByText('No address yet. Visitors will see only the title', { exact: true }).waitFor()
    await openFold(page, 'Phones')
    await addressField(page).fill('shop.example.com/summer')
    await title(page).click()
    expect(await addressField(page).inputValue()).toBe('https://shop.example.com/summer')
    await destinations
      .getByText('Asks to open the app (not checked yet). Otherwise: goes to the address for everyone.')
      .first()
      .waitFor()
    expect(await page.getByText('No address yet').count()).toBe(0)

    await choosePhone(page, 'iPhone and iPad', 'Own address')
    await expect.poll(() => readFocusedName(page)).toContain('textbox "Address for iPhone and iPad"')
    await addressField(page, 'iPhone and iPad').fill('https://apps.example.com/')
    await form(page)
      .getByRole('checkbox', { name: /installed, iPhone/ })
      .uncheck()
    await destinations.getByText('Goes to its own address.').waitFor()
    await choosePhone(page, 'Android', 'Service default')
    await destinations.getByText('Goes to the address for everyone, without opening the app.').waitFor()
    // The request follows the form after a short delay.
    await expect
      .poll(async () => JSON.parse(await readRequest()) as unknown)
      .toEqual({
        title: 'Summer',
        ios_custom_redirect: { url: 'https://apps.example.com/', open_app_if_installed: false },
        desktop_custom_redirect: { url: 'https://shop.example.com/summer' },
      })

    // The previous input is back.
    await choosePhone(page, 'iPhone and iPad', 'Same address')
    await choosePhone(page, 'iPhone and iPad', 'Own address')
    expect(await addressField(page, 'iPhone and iPad').inputValue()).toBe('https://apps.example.com/')
  })

  test('the create shortcut completes an address without leaving the field', async () => {
    await addressField(page).fill('shop.example.com')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Stored as requested').waitFor()
    expect(await page.getByRole('region', { name: 'What happens' }).innerText()).toContain(
      'Goes to https://shop.example.com',
    )
  })

  test('applying a fix moves the focus to its field, and Ctrl+Enter creates the link from there', async () => {
    await source(page).fill('twiter')
    await title(page).click()
    await form(page).getByRole('button', { name: 'Use “twitter”' }).click()
    expect(await readFocusedName(page)).toContain('combobox "Source"')
    await addressField(page).fill('http://shop.example.com/')
    await title(page).click()
    await form(page).getByRole('button', { name: 'Use https://' }).click()
    expect(await readFocusedName(page)).toContain('textbox "Where does it go?"')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: 'Link created' }).waitFor()
  })

  test('Ctrl+Enter creates the link after a click outside every field, but not from a dialog', async () => {
    await title(page).fill('Beside')
    await pickMenuItem(page, /^Presets/, 'Save as preset')
    await page.getByRole('dialog').getByLabel('Name').press('Control+Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await form(page).getByRole('button', { name: 'Draft: Beside' }).focus()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    expect(await page.locator('form :focus').count()).toBe(0)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: 'Link created' }).waitFor()
  })

  test('a similar link starts with the focus on its source, any other new draft on its address', async () => {
    await title(page).fill('Like it')
    await create(page)
    await page.getByRole('button', { name: /^Create another like it/ }).click()
    await expect.poll(() => readFocusedName(page)).toContain('combobox "Source"')
    await pickMenuItem(page, /^Draft: Like it/, 'New draft')
    await expect.poll(() => readFocusedName(page)).toContain('textbox "Where does it go?"')
  })

  test('a removed row of app data can be restored as written until the data changes', async () => {
    await enterData(page, '{"price": 1.50, "id": 12345678901234567890}')
    const data = region(page, 'App data')
    await data.getByText('Rows', { exact: true }).click()
    await data.getByRole('button', { name: 'Remove price' }).click()
    expect(await readFocusedName(page)).toContain('button "Remove id"')
    await page.getByText('Removed price.', { exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    expect(await readDataText(page)).toBe('{"price": 1.50, "id": 12345678901234567890}')
    await data.getByText('Rows', { exact: true }).click()
    await data.getByRole('button', { name: 'Remove price' }).click()
    await page.getByText('Removed price.', { exact: true }).waitFor()
    await data.getByLabel('Value of id').fill('1')
    await page.getByText('Removed price.', { exact: true }).waitFor({ state: 'detached' })
  })

  test('undoing a preset keeps everything typed since', async () => {
    await saveLetterPreset(page)
    await source(page).fill('other')
    await pickMenuItem(page, /^Presets/, /^Letter/)
    await expect.poll(() => source(page).inputValue()).toBe('newsletter')
    await title(page).fill('Typed since')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => source(page).inputValue()).toBe('other')
    expect(await title(page).inputValue()).toBe('Typed since')
  })

  test('quoted tags keep their commas when pasted or typed, even before another tag', async () => {
    await paste(page, '"red, blue", green')
    await tagField(page).pressSequentially('"one, two",')
    await tagField(page).pressSequentially('three,')
    await expect
      .poll(readRequest)
      .toContain(JSON.stringify(JSON.stringify(['red, blue', 'green', 'one, two', 'three'])))
  })
})

// Uses its own app, because the first test checks all existing drafts.
describe('drafts of the form, on this computer', () => {
  let app: App
  let page: Page
  beforeAll(async () => {
    app = await openApp(host)
    page = app.page
    await tryLocal(page)
  })
  afterAll(() => app.close())

  test('discarding a draft says what is shown instead, and can be undone', async () => {
    await title(page).fill('First')
    await page.getByText('Draft saved').waitFor()
    await pickMenuItem(page, /^Draft: First/, 'New draft')
    await title(page).fill('Second')
    await page.getByText('Draft saved').waitFor()
    await pickMenuItem(page, /^Draft: Second/, 'Discard this draft')
    await page.getByText('Draft “Second” discarded. Now showing “First”.').waitFor()
    await expect.poll(() => title(page).inputValue()).toBe('First')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => title(page).inputValue()).toBe('Second')
    await expect.poll(() => readFocusedName(page)).toContain('textbox "Where does it go?"')

    await pickMenuItem(page, /^Draft: Second/, 'Discard this draft')
    await pickMenuItem(page, /^Draft: First/, 'Discard this draft')
    await page.getByText('Draft “First” discarded. Now showing a new form.').waitFor()
    await expect.poll(() => title(page).inputValue()).toBe('')
    await form(page)
      .getByRole('button', { name: /^Presets/ })
      .focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => title(page).inputValue()).toBe('First')
    await page.reload()
    await expect.poll(() => title(page).inputValue()).toBe('First')
  })

  test('similar links are counted next to the button, and on the tab of a small window', async () => {
    await resetWindow(page)
    await newDraft(page)
    await addressField(page).fill('https://shop.example.com/')
    await title(page).fill('The first of them')
    await create(page)
    await goTo(page, 'Create')
    await addressField(page).fill('https://shop.example.com/')
    await form(page).getByRole('button', { name: '1 similar link' }).click()
    await expect.poll(() => readFocusedName(page)).toContain('link "The first of them"')
    await page.setViewportSize({ width: 900, height: 600 })
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Form', { exact: true }).click()
    await form(page).getByRole('button', { name: '1 similar link' }).click()
    expect(await page.getByRole('radio', { name: 'Similar (1)' }).isChecked()).toBe(true)
    await expect.poll(() => readFocusedName(page)).toContain('link "The first of them"')
  })

  test('Create shows an empty form after a link was created, and other drafts stay in the menu', async () => {
    await resetWindow(page)
    await newDraft(page)
    await title(page).fill('Waiting')
    await page.getByText('Draft saved').waitFor()
    await pickMenuItem(page, /^Draft: Waiting/, 'New draft')
    await title(page).fill('Made')
    await create(page)
    await goTo(page, 'Create')
    expect(await title(page).inputValue()).toBe('')
    await page.reload()
    await form(page).waitFor()
    expect(await title(page).inputValue()).toBe('')
    await pickMenuItem(page, /^Draft: Untitled draft/, /^Waiting/)
    await expect.poll(() => title(page).inputValue()).toBe('Waiting')
    await goTo(page, 'Links')
    await goTo(page, 'Create')
    expect(await title(page).inputValue()).toBe('Waiting')
  })

  // Runs last, because every new form then starts with its preset.
  test('undoing a preset’s deletion also restores it as a default', async () => {
    await resetWindow(page)
    await newDraft(page)
    await saveLetterPreset(page)
    const dialog = page.getByRole('dialog')
    await pickMenuItem(page, /^Presets/, 'Manage presets')
    const isDefault = dialog.getByRole('checkbox', { name: 'Default in This computer: Letter' })
    await isDefault.click()
    await expect.poll(() => isDefault.isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Delete Letter' }).click()
    await dialog.getByText('No presets yet').waitFor()
    await page.getByText('Preset “Letter” deleted.').waitFor()
    expect(await readFocusedName(page)).toContain('button "Open a preset file"')
    // Dialogs trap Tab, but not this shortcut.
    await page.keyboard.press('Control+z')
    await isDefault.waitFor()
    await expect.poll(() => isDefault.isChecked()).toBe(true)
  })
})

test('a service with unknown rules is sent every platform explicitly', async () => {
  const [app, service] = await Promise.all([openApp(host), startOtherService()])
  try {
    const { page } = app
    await enterService(page, { name: 'Acme', baseUrl: service.origin, key: service.key })
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByLabel('Value sent for development').fill('test')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await form(page).waitFor()
    await title(page).fill('Acme')
    await page
      .getByText('No address yet. The service will decide where visitors go', { exact: true })
      .waitFor()
    await addressField(page).fill('https://shop.example.com/')
    await create(page)
    const url = 'https://shop.example.com/'
    expect(service.posts).toEqual([
      {
        title: 'Acme',
        ios_custom_redirect: { url, open_app_if_installed: true },
        android_custom_redirect: { url, open_app_if_installed: true },
        desktop_custom_redirect: { url },
      },
    ])
  } finally {
    await service.stop()
    await app.close()
  }
})
