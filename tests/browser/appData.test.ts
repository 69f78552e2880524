import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import {
  chooseOption,
  choosePhone,
  openFold,
  create,
  createForm,
  readDataText,
  enterData,
  newDraft,
  replaceData,
  tryLocal,
} from './userActions.ts'

describe.each(screenHosts())('app data in the $name', (host) => {
  let app: App
  beforeAll(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  beforeEach(() => newDraft(app.page))
  afterAll(() => app.close())

  const form = () => createForm(app.page)
  const showRows = () => chooseOption(form().getByRole('radiogroup', { name: 'App data as' }), 'Rows')

  const textField = (name: string) =>
    form()
      .getByRole('textbox', { name, exact: true })
      .or(form().getByRole('combobox', { name, exact: true }))

  async function choose(field: string, option: string): Promise<void> {
    await form().getByRole('combobox', { name: field, exact: true }).click()
    await app.page.getByRole('option', { name: option, exact: true }).click()
  }

  async function addRow(button: string, name: string, kind: string): Promise<void> {
    await form().getByRole('button', { name: button }).click()
    const field = form().getByLabel('Name of the new row')
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await field.fill(name)
    await choose(`Type of ${name}`, kind)
  }

  test('a user who does not know JSON creates a link with nested app data, two redirects and tracking', async () => {
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
    await openFold(app.page, 'App data')
    await addRow('Add a row', 'screen', 'Text')
    await form().getByLabel('Value of screen').fill('offer "1"')
    await addRow('Add a row', 'offer', 'Group')
    await addRow('Add to offer', 'id', 'Number')
    await form().getByLabel('Value of id').fill('12345678901234567890')
    await addRow('Add to offer', 'new', 'Yes / No')
    await choose('Value of new', 'Yes')
    await addRow('Add to offer', 'labels', 'List')
    await form().getByRole('button', { name: 'Add to labels' }).click()
    await form().getByLabel('Value of item 1').fill('hot')
    const json = await readDataText(app.page)
    expect(json.replace(/\s+/g, ' ')).toMatch(
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

  test('an invalid number is reported, stays as typed, and is not sent', async () => {
    await enterData(app.page, '{"n": 1}')
    await showRows()
    await form().getByLabel('Value of n').fill('1x')
    await form().getByRole('button', { name: 'Create link' }).click()
    await app.page.getByText('1 field has an error').waitFor()
    expect(await form().getByLabel('Value of n').inputValue()).toBe('1x')
    expect(await readDataText(app.page)).toBe('{"n": 1x}')
    await replaceData(app, '{"n": 12}')
    await showRows()
    expect(await form().getByLabel('Value of n').inputValue()).toBe('12')
    await create(app.page)
  })
})
