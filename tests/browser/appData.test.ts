import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { hosts } from './hosts.ts'
import {
  choose,
  choosePhone,
  create,
  createForm,
  dataText,
  enterData,
  replaceData,
  tryLocal,
} from './person.ts'

describe.each(hosts())('app data in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  afterEach(() => app.close())
  afterAll(() => host.end())

  const form = () => createForm(app.page)
  const showRows = () => choose(form().getByRole('radiogroup', { name: 'App data as' }), 'Rows')

  const textField = (name: string) =>
    form()
      .getByRole('textbox', { name, exact: true })
      .or(form().getByRole('combobox', { name, exact: true }))

  async function addRow(button: string, name: string, kind: string): Promise<void> {
    await form().getByRole('button', { name: button }).click()
    const field = form().getByLabel('Name of the new row')
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await field.fill(name)
    await form().getByLabel(`Type of ${name}`, { exact: true }).selectOption(kind)
  }

  test('someone who has never seen JSON makes a whole link: a nested payload row by row, two redirects, tracking', async () => {
    const texts = {
      Title: 'Summer sale',
      'Address for iPhone and iPad': 'https://apps.example.com/ios',
      'Address for Android': 'https://play.example.com/app',
      Campaign: 'summer',
      Source: 'newsletter',
      Medium: 'email',
    }
    for (const phone of ['iPhone and iPad', 'Android'] as const)
      await choosePhone(app.page, phone, 'Own address')
    for (const [name, text] of Object.entries(texts)) await textField(name).fill(text)
    await addRow('Add a row', 'screen', 'Text')
    await form().getByLabel('Value of screen').fill('offer "1"')
    await addRow('Add a row', 'offer', 'Group')
    await addRow('Add to offer', 'id', 'Number')
    await form().getByLabel('Value of id').fill('12345678901234567890')
    await addRow('Add to offer', 'new', 'Yes / No')
    await form().getByLabel('Value of new', { exact: true }).selectOption('Yes')
    await addRow('Add to offer', 'labels', 'List')
    await form().getByRole('button', { name: 'Add to labels' }).click()
    await form().getByLabel('Value of item 1').fill('hot')
    const shown = await dataText(app.page)
    expect(shown.replace(/\s+/g, ' ')).toMatch(
      /^\{ "screen": "offer \\"1\\"", "offer": \{ "id": 12345678901234567890, "new": true, "labels": \[ "hot" \] \} \}$/,
    )
    await create(app.page)
    await app.page.getByText('Stored as requested').waitFor()
    const outcomes = await app.page.getByRole('region', { name: 'What happens' }).innerText()
    const tracking = 'utm_campaign=summer&utm_source=newsletter&utm_medium=email'
    for (const name of ['Address for iPhone and iPad', 'Address for Android'] as const) {
      expect(outcomes).toContain(`${texts[name]}?${tracking}`)
    }
  })

  test('rows and JSON are two views of one text: an edit of one value leaves every other spelling alone', async () => {
    await enterData(app.page, '{"price": 1.50, "id": 12345678901234567890}')
    await showRows()
    await form().getByLabel('Value of price').fill('2.00')
    expect(await dataText(app.page)).toBe('{"price": 2.00, "id": 12345678901234567890}')
    await form().getByRole('button', { name: 'Store as text' }).click()
    await expect.poll(() => dataText(app.page)).toBe('{"price": 2.00, "id": "12345678901234567890"}')
    await form().getByRole('button', { name: 'Tidy up' }).click()
    await expect.poll(() => dataText(app.page)).toBe('{\n  "price": 2.00,\n  "id": "12345678901234567890"\n}')
  })

  test('Enter leads to the next row, and after the last one adds another', async () => {
    await enterData(app.page, '{"labels": ["hot", "new"], "id": 1}')
    await showRows()
    const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await form().getByLabel('Value of item 1').press('Enter')
    expect(await focused()).toBe('Value of item 2')
    await app.page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Value of item 3')
    await app.page.keyboard.type('sale')
    await form().getByLabel('Value of id').press('Enter')
    await expect.poll(focused).toBe('Name of the new row')
    await app.page.keyboard.type('screen')
    expect(await dataText(app.page)).toBe('{"labels": ["hot", "new", "sale"], "id": 1, "screen": ""}')
    expect(await form().getByRole('button', { name: 'Create link' }).isVisible()).toBe(true)
  })

  test('a number that is none is said, kept as typed, and nothing is sent', async () => {
    await enterData(app.page, '{"n": 1}')
    await showRows()
    await form().getByLabel('Value of n').fill('1x')
    await form().getByRole('button', { name: 'Create link' }).click()
    await app.page.getByText('One field needs attention').waitFor()
    expect(await form().getByLabel('Value of n').inputValue()).toBe('1x')
    expect(await dataText(app.page)).toBe('{"n": 1x}')
    await replaceData(app, '{"n": 12}')
    await showRows()
    expect(await form().getByLabel('Value of n').inputValue()).toBe('12')
    await create(app.page)
  })
})
