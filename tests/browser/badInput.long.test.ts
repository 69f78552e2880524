import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import {
  addressField,
  choosePhone,
  createForm,
  dataField,
  readDataText,
  enterData,
  readFieldError,
  goTo,
  tagField,
  tryLocal,
} from './userActions.ts'

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
  })
  afterEach(() => app.close())

  test('every error in a link is shown at its field at once, and no input is lost', async () => {
    const { page } = app
    await tryLocal(page)
    const fields = {
      title: createForm(page).getByLabel('Title', { exact: true }),
      ios: addressField(page, 'iPhone and iPad'),
      desktop: addressField(page),
    }
    const typed = {
      title: 'x'.repeat(256),
      ios: 'javascript:alert(1)',
      desktop: 'https:/example.com',
    }
    await choosePhone(page, 'iPhone and iPad', 'Own address')
    for (const [name, text] of Object.entries(typed)) await fields[name as keyof typeof typed].fill(text)
    const data = '{\n  "a": 1,\n  "\\u0061": 2\n}'
    await enterData(page, data)
    await tagField(page).fill('y'.repeat(101))
    await tagField(page).press('Enter')

    await createForm(page).getByRole('button', { name: 'Create link' }).click()
    await page.getByText('5 fields have errors').waitFor()
    expect(await readFieldError(fields.title)).toBe('Must be at most 255 characters long.')
    expect(await readFieldError(fields.ios)).toBe('Links may not lead to javascript: addresses.')
    await page.getByText('“https:/” looks like a typo.').waitFor()
    expect(await readFieldError(dataField(page))).toBe(
      'The key "a" appears twice in the same object. (line 3, column 3)',
    )
    expect(await readFieldError(tagField(page))).toContain('Tag 1 is longer than 100 characters.')
    await expect.poll(() => fields.desktop.evaluate((field) => field === document.activeElement)).toBe(true)

    for (const [name, text] of Object.entries(typed)) {
      expect(await fields[name as keyof typeof typed].inputValue()).toBe(text)
    }
    expect(await readDataText(page)).toBe(data)
    await goTo(page, 'Links')
    await page.getByText('No links yet').waitFor()
    await goTo(page, 'Create')
    for (const [name, text] of Object.entries(typed)) {
      await expect.poll(() => fields[name as keyof typeof typed].inputValue()).toBe(text)
    }
    expect(await readDataText(page)).toBe(data)
  })
})
