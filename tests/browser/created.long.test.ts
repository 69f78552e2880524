import jsqr from 'jsqr'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { findAxeViolations } from './axe.ts'
import { screenHosts } from './hosts.ts'
import { addressField, resetWindow, chooseOption, create, createForm } from './userActions.ts'
import { readCreatedLink, find, goTo, newDraft, tryLocal } from './userActions.ts'

/** Saves a QR code file. Returns it, and the text of the code when Chromium renders it at its own size. */
async function saveAndReadCode(page: Page, button: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const bytes = await readFile(await download.path())
  const type = download.suggestedFilename().endsWith('svg') ? 'image/svg+xml' : 'image/png'
  const { width, height, grey } = await page.evaluate(draw, `data:${type};base64,${bytes.toString('base64')}`)
  const code = jsqr.default(toRgba(grey), width, height, { inversionAttempts: 'dontInvert' })
  return { name: download.suggestedFilename(), bytes, width, text: code?.data }
}

/** Returns one channel of each pixel as a string: a list of millions of numbers takes the test driver half a minute. */
async function draw(address: string) {
  const image = new Image()
  image.src = address
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
  context?.drawImage(image, 0, 0)
  const bytes = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
  let grey = ''
  for (let index = 0; index < bytes.length; index += 4) grey += String.fromCharCode(bytes[index] ?? 0)
  return { width, height, grey }
}

function toRgba(grey: string): Uint8ClampedArray {
  const pixels = Array.from(grey, (character) => character.charCodeAt(0))
  return Uint8ClampedArray.from(pixels.flatMap((level) => [level, level, level, 255]))
}

async function createLink(page: Page, title: string): Promise<string> {
  const form = createForm(page)
  await form.getByLabel('Title', { exact: true }).fill(title)
  await addressField(page).fill('https://shop.example.com/summer')
  await form.getByLabel('Campaign').fill('summer')
  await form.getByLabel('Source').fill('newsletter')
  await form.getByLabel('Medium').fill('email')
  return await create(page)
}

async function openCode(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'QR code' }).click()
  const dialog = page.getByRole('dialog', { name: 'QR code' })
  await dialog.getByText('Scans as your link').waitFor()
  return dialog
}

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeAll(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  beforeEach(async () => {
    await resetWindow(app.page)
    await newDraft(app.page)
  })
  afterAll(() => app.close())

  test('the QR code of a new link is saved as PNG and SVG, and both decode to the link', async () => {
    const link = await createLink(app.page, 'With a code')
    const dialog = await openCode(app.page)
    await chooseOption(dialog.getByRole('radiogroup', { name: 'Printed width' }), '5 cm')
    await dialog.getByText('591 × 591 pixels').waitFor()

    const png = await saveAndReadCode(app.page, dialog.getByRole('button', { name: 'Save PNG' }))
    expect([png.text, png.width]).toEqual([link, 591])
    expect(png.name).toMatch(/^qr-[\w-]+-5cm\.png$/)
    expect(png.bytes.includes('pHYs')).toBe(true)
    const svg = await saveAndReadCode(app.page, dialog.getByRole('button', { name: 'Save SVG' }))
    expect(svg.text).toBe(link)
    expect(svg.bytes.toString()).toContain('width="5cm"')
  })

  test('promoting a link to production creates one identical link, and both are linked', async () => {
    const { page } = app
    const development = await createLink(page, 'Summer sale')
    await page.getByRole('button', { name: 'Promote to production' }).click()
    const dialog = page.getByRole('dialog', { name: /^Promoted? to production$/ })
    const changes = dialog.getByRole('region', { name: 'What changes' })
    await changes.getByRole('row', { name: /^Environment Development Production/ }).waitFor()
    const values = await dialog
      .locator('input[data-field]')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
    for (const text of ['Summer sale', 'https://shop.example.com/summer', 'newsletter'])
      expect(values).toContain(text)
    await dialog.getByRole('button', { name: 'Create in production' }).dblclick()
    await dialog.getByText('Stored as requested').waitFor()
    await dialog.getByRole('button', { name: 'Show the link' }).click()
    await page.getByText('Promoted from').waitFor()
    const production = await readCreatedLink(page)
    expect(production).not.toBe(development)
    const tracking = await page.getByRole('region', { name: 'Tracking and tags' }).innerText()
    expect(tracking).toMatch(/Source\s+newsletter\s+Medium\s+email/)

    await page.getByRole('link', { name: development }).click()
    await expect.poll(() => readCreatedLink(page)).toBe(development)
    const nextSteps = page.getByRole('region', { name: 'Next' }).getByRole('button')
    await expect.poll(() => nextSteps.last().innerText()).toContain('Promote again')
    expect(await nextSteps.first().innerText()).not.toContain('Promote')
    await page.getByRole('button', { name: 'Promote again' }).click()
    await dialog.getByText('This link is in production already').waitFor()
    await dialog.getByRole('link', { name: production }).click()
    await expect.poll(() => readCreatedLink(page)).toBe(production)

    await goTo(page, 'Links')
    await page
      .getByRole('row', { name: /Summer sale/ })
      .first()
      .waitFor()
    expect(await page.getByRole('row', { name: /Summer sale.*Production/ }).count()).toBe(1)
    expect(await page.getByRole('row', { name: /Summer sale/ }).count()).toBe(2)

    const developmentDefinition = await readDefinition(page, development)
    await page.getByText('Production', { exact: true }).first().click()
    expect(await readDefinition(page, production)).toEqual(developmentDefinition)
  })

  test('a similar link keeps everything except the channel, even if it is started from Links', async () => {
    const { page } = app
    const link = await createLink(page, 'Made again')
    await goTo(page, 'Links')
    await page.getByRole('link', { name: 'Made again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Open full page' }).click()
    await expect.poll(() => readCreatedLink(page)).toBe(link)
    await page.getByRole('button', { name: 'Create another like it' }).click()
    const form = createForm(page)
    await expect.poll(() => form.getByLabel('Campaign').inputValue()).toBe('summer')
    expect(await form.getByLabel('Source').inputValue()).toBe('')
    expect(await form.getByLabel('Medium').inputValue()).toBe('')
  })

  test('a title and an address of maximum length do not widen any screen', async () => {
    const { page } = app
    await createForm(page).getByLabel('Title', { exact: true }).fill('long '.repeat(51))
    const desktop = addressField(page)
    await desktop.fill(`https://shop.example.com/${'x'.repeat(2_000)}`)
    await create(page)
    await page.setViewportSize({ width: 900, height: 600 })
    const measureOverflow = () =>
      page.locator('#screen').evaluate((screen) => screen.scrollWidth - screen.clientWidth)
    expect(await measureOverflow()).toBe(0)
    await goTo(page, 'Links')
    await page.getByRole('link', { name: /long long/ }).click()
    await page.getByRole('button', { name: 'Open full page' }).click()
    await page.getByRole('heading', { level: 1, name: /long long/ }).waitFor()
    expect(await measureOverflow()).toBe(0)
  })

  test('both dialogs work by keyboard, and a finished promotion has no serious axe violation', async () => {
    const { page } = app
    await createLink(page, 'By keyboard')
    await page.getByRole('button', { name: 'QR code' }).press('Enter')
    const codeDialog = page.getByRole('dialog', { name: 'QR code' })
    await codeDialog.getByText('Scans as your link').waitFor()
    await page.keyboard.press('Escape')
    await codeDialog.waitFor({ state: 'hidden' })
    const promote = page.getByRole('button', { name: 'Promote to production' })
    await promote.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Promoted? to production$/ })
    await dialog.getByRole('button', { name: 'Create in production' }).waitFor()
    await dialog.getByRole('button', { name: 'Create in production' }).press('Enter')
    await dialog.getByText('Stored as requested').waitFor()
    expect(await findAxeViolations(page, 'promoted')).toEqual([])
  })

  // Runs last, because the app keeps its setting.
  test('a new link is copied automatically if that is on, and an old one is not', async () => {
    const { page } = app
    await createLink(page, 'Not copied')
    const checkbox = page.getByRole('checkbox', { name: 'Copy new links automatically' })
    // The box is checked a moment after the click, too late for check().
    await checkbox.click()
    await expect.poll(() => checkbox.isChecked()).toBe(true)
    await app.restart()
    await goTo(app.page, 'Create')
    await createForm(app.page).getByLabel('Title', { exact: true }).fill('Copied')
    const link = await create(app.page)
    await app.page.getByText('Copied to the clipboard.').waitFor()
    await goTo(app.page, 'Find')
    const field = app.page.getByRole('textbox', { name: /Link, path or text/ })
    await field.press('ControlOrMeta+V')
    // The browser reads the system clipboard asynchronously.
    await expect.poll(() => field.inputValue()).toBe(link)
  })
})

/** Returns what Find shows of a link, without the values that always differ between links. */
async function readDefinition(page: Page, link: string): Promise<string[]> {
  await find(page, link)
  const groups = ['What people see', 'Where it goes', 'Tracking and tags']
  return await Promise.all(groups.map((name) => page.getByRole('region', { name }).first().innerText()))
}
