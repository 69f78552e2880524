import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import {
  addressField,
  choosePhone,
  openFold,
  create,
  createForm,
  goTo,
  newDraft,
  tagField,
  tryLocal,
} from './userActions.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'

describe.each(screenHosts())('suggestions and previews in the form, in the $name', (host) => {
  let app: App
  beforeAll(async () => {
    app = await openApp(host, { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
    await tryLocal(app.page)
  })
  beforeEach(() => newDraft(app.page))
  afterAll(() => app.close())

  const form = () => createForm(app.page)
  const combobox = (name: string) => form().getByRole('combobox', { name })
  const desktop = () => addressField(app.page)
  const preview = () => app.page.getByRole('complementary', { name: 'What this link will be' })

  test('used values are suggested, and a near match is corrected with one click', async () => {
    await desktop().fill('https://shop.example.com/lighthouse')
    await combobox('Source').fill('lighthouse')
    await tagField(app.page).fill('spring')
    await tagField(app.page).press('Enter')
    await create(app.page)
    await goTo(app.page, 'Create')
    await combobox('Source').fill('light')
    await app.page.getByRole('option', { name: 'lighthouse' }).waitFor()
    await combobox('Source').fill('Lighthuose')
    await tagField(app.page).fill('sprng')
    await tagField(app.page).press('Enter')
    await form().getByRole('button', { name: 'Use “lighthouse”' }).click()
    expect(await combobox('Source').inputValue()).toBe('lighthouse')
    await form().getByRole('button', { name: 'Use “spring” for “sprng”' }).click()
    const tags = form().getByRole('group', { name: 'Tags' })
    await expect.poll(() => tags.innerText()).toContain('spring')
    expect(await tags.innerText()).not.toContain('sprng')
  })

  test('a suspicious address gets a fix, an app’s own scheme only a warning, and a loop is rejected', async () => {
    await desktop().fill('shop.example.com/x')
    await combobox('Campaign').click()
    expect(await desktop().inputValue()).toBe('https://shop.example.com/x')
    await choosePhone(app.page, 'iPhone and iPad', 'Own address')
    await addressField(app.page, 'iPhone and iPad').fill('myshop://offer')
    await combobox('Campaign').click()
    await form().getByText('On a phone without an app for myshop: links, this opens nothing.').waitFor()
    const confirm = app.page.getByRole('button', { name: 'Confirm and send' })
    const [link] = await Promise.all([create(app.page), confirm.click()])
    await goTo(app.page, 'Create')
    await desktop().fill(link)
    await form().getByRole('button', { name: 'Create link' }).click()
    await form().getByText('This address is on your own link domain').waitFor()
  })

  test('the form shows the card, the result for a pasted user agent, and similar links', async () => {
    await form().getByLabel('Title', { exact: true }).fill('x'.repeat(80))
    await desktop().fill('https://shop.example.com/spring')
    await combobox('Source').fill('mail')
    await create(app.page)
    await goTo(app.page, 'Create')
    await form().getByLabel('Title', { exact: true }).fill('x'.repeat(80))
    await form().getByText('Cut short in WhatsApp, iMessage, and X').waitFor()
    await preview().getByRole('combobox', { name: 'Preview for' }).click()
    await app.page.getByRole('option', { name: 'X', exact: true }).click()
    await expect
      .poll(() =>
        preview()
          .getByText(`${'x'.repeat(69)}…`)
          .count(),
      )
      .toBe(1)
    await desktop().fill('https://shop.example.com/spring')
    const similar = preview().getByRole('region', { name: 'Similar' })
    await similar.getByRole('link', { name: 'x'.repeat(80) }).waitFor()

    await openFold(app.page, 'Developer')
    await preview().getByText('Test another browser or device').click()
    await preview().getByLabel('User agent', { exact: true }).fill(iphone)
    const results = preview().getByRole('list', { name: 'What this browser gets' })
    await expect.poll(() => results.innerText()).toContain('Treated as an iPhone or iPad')
    expect(await results.innerText()).toContain('https://shop.example.com/spring')
    await preview().getByLabel('User agent', { exact: true }).fill('facebookexternalhit/1.1')
    await expect.poll(() => results.innerText()).toContain('Treated as the crawler of Facebook')
  })

  test('the request preview follows the form, and copying includes the last keystroke', async () => {
    const readClipboard = () => app.page.evaluate(() => navigator.clipboard.readText())
    const readRequest = (format: string) =>
      form()
        .getByRole('region', { name: `Request as ${format}`, exact: true })
        .innerText()
    await openFold(app.page, 'Developer')
    await form().getByLabel('Title', { exact: true }).fill('First')
    await expect.poll(() => readRequest('JSON')).toContain('"First"')
    // In one task of the page, so that nothing is rendered in between.
    await form().getByLabel('Title', { exact: true }).evaluate(typeAndPress, 'Copy request as JSON')
    await expect.poll(readClipboard).toContain('"title": "Last"')
    await form().getByText('cURL', { exact: true }).click()
    await form().getByRole('button', { name: 'Copy request as cURL' }).click()
    await expect.poll(readClipboard).toContain('{"title":"Last"}')
    await expect.poll(() => readRequest('cURL')).toContain('"Last"')
  })
})

function typeAndPress(field: Element, button: string): void {
  // Set through the prototype: React ignores values set on the field itself.
  Reflect.set(HTMLInputElement.prototype, 'value', 'Last', field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  document.querySelector<HTMLElement>(`[aria-label="${button}"]`)?.click()
}
