import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { hosts } from './hosts.ts'
import {
  addressField,
  choosePhone,
  createForm,
  dataField,
  dataText,
  enterData,
  enterService,
  faultAt,
  goTo,
  replaceData,
  tagField,
  tryLocal,
} from './person.ts'

describe.each(hosts())('in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
  })
  afterEach(() => app.close())
  afterAll(() => host.end())

  test('every fault of a link is said at once, at its field, and nothing typed is lost', async () => {
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
    const data = '{\n  "a": 1,\n  "\\u0061": 2\n}'
    await enterData(page, data)
    for (const [name, text] of Object.entries(typed)) await fields[name as keyof typeof typed].fill(text)
    await tagField(page).fill('y'.repeat(101))
    await tagField(page).press('Enter')

    await createForm(page).getByRole('button', { name: 'Create link' }).click()
    await page.getByText('5 fields need attention').waitFor()
    expect(await faultAt(fields.title)).toBe('Must be at most 255 characters long.')
    expect(await faultAt(fields.ios)).toBe('Links may not lead to javascript: addresses.')
    expect(await faultAt(fields.desktop)).toBe('Must have two slashes after https:')
    expect(await faultAt(dataField(page))).toBe(
      'The key "a" appears twice in the same object. (line 3, column 3)',
    )
    expect(await faultAt(tagField(page))).toContain('Tag 1 is longer than 100 characters.')
    await expect.poll(() => fields.title.evaluate((field) => field === document.activeElement)).toBe(true)

    for (const [name, text] of Object.entries(typed)) {
      expect(await fields[name as keyof typeof typed].inputValue()).toBe(text)
    }
    expect(await dataText(page)).toBe(data)
    await goTo(page, 'Links')
    await page.getByText('No links yet').waitFor()
    await goTo(page, 'Create')
    for (const [name, text] of Object.entries(typed)) {
      await expect.poll(() => fields[name as keyof typeof typed].inputValue()).toBe(text)
    }
    expect(await dataText(page)).toBe(data)
  })

  test('broken app data is placed by line and column while it is typed', async () => {
    const { page } = app
    await tryLocal(page)
    await enterData(page, '{\n  "a": [1, 2,]\n}')
    await expect.poll(() => faultAt(dataField(page))).toBe('Did not expect ] here. (line 2, column 14)')
    await replaceData(app, '{\n  "a": [1, 2]\n}')
    await expect.poll(() => faultAt(dataField(page))).toBe('')
  })

  test('a service form says everything that is missing or wrong at its field', async () => {
    const { page } = app
    const connect = page.getByRole('button', { name: 'Connect', exact: true })
    await connect.click()
    const [name, baseUrl, key] = [
      page.getByLabel('Name', { exact: true }),
      page.getByLabel('Base URL'),
      page.getByLabel('Project key', { exact: true }),
    ]
    await expect.poll(() => faultAt(name)).toBe('Enter a name.')
    expect(await faultAt(baseUrl)).toBe('Enter the address of the service.')
    expect(await faultAt(key)).toBe('Enter the project key.')

    await enterService(page, { name: 'Acme', baseUrl: 'http://links.example.com', key: 'two words' })
    await page.getByRole('button', { name: 'Advanced' }).click()
    await page.getByLabel('For production').fill('live system')
    await connect.click()
    await expect.poll(() => faultAt(baseUrl)).toContain('The address is not encrypted')
    expect(await faultAt(key)).toContain('Copy it again.')
    expect(await faultAt(page.getByLabel('For production'))).toContain('without spaces')
    expect(await Promise.all([name, baseUrl, key].map((field) => field.inputValue()))).toEqual([
      'Acme',
      'http://links.example.com',
      'two words',
    ])
  })
})
