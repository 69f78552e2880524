import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { screenHosts } from './hosts.ts'
import { resetWindow, createForm, newDraft, tryLocal } from './userActions.ts'

describe.each(screenHosts())('drafts and presets in the $name', (host) => {
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

  const title = () => createForm(app.page).getByLabel('Title', { exact: true })
  const campaign = () => createForm(app.page).getByRole('combobox', { name: 'Campaign' })
  const dialog = () => app.page.getByRole('dialog')

  async function pickMenuItem(menu: RegExp, item: string | RegExp): Promise<void> {
    await createForm(app.page).getByRole('button', { name: menu }).click()
    await app.page.getByRole('menuitem', { name: item }).click()
  }

  async function savePreset(name: string): Promise<void> {
    await pickMenuItem(/^Presets/, 'Save as preset')
    await dialog().getByLabel('Name').fill(name)
    await dialog().getByRole('button', { name: 'Save preset' }).click()
    await dialog().waitFor({ state: 'detached' })
  }

  async function openPresetManager(): Promise<void> {
    await pickMenuItem(/^Presets/, 'Manage presets')
    await dialog().getByRole('button', { name: 'Open a preset file' }).waitFor()
  }

  test('several drafts are kept by title after a restart, and one can be discarded', async () => {
    await title().fill('First')
    await app.page.getByText('Draft saved').waitFor()
    await pickMenuItem(/^Draft: First/, 'New draft')
    await expect.poll(() => title().inputValue()).toBe('')
    await title().fill('Second')
    await app.page.getByText('Draft saved').waitFor()
    await app.restart('killed')
    await expect.poll(() => title().inputValue()).toBe('Second')
    await pickMenuItem(/^Draft: Second/, /^First/)
    await expect.poll(() => title().inputValue()).toBe('First')
    await pickMenuItem(/^Draft: First/, 'Discard this draft')
    await expect.poll(() => title().inputValue()).toBe('Second')
    await app.page.reload()
    await expect.poll(() => title().inputValue()).toBe('Second')
  })

  test('a preset is shared as a file and imported in another window, and an invalid file is reported', async () => {
    await campaign().fill('summer')
    await savePreset('To share')
    await openPresetManager()
    const [download] = await Promise.all([
      app.page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'Share To share as a file' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('To-share.linkwright-preset.json')
    const file = await readFile(await download.path())
    await dialog().getByRole('button', { name: 'Delete To share' }).click()
    await dialog().getByText('No presets yet').waitFor()

    const input = dialog().locator('input[type="file"]')
    await input.setInputFiles({ name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
    await dialog().getByText('“notes.json” is not a Linkwright preset.').waitFor()
    await input.setInputFiles({ name: 'shared.json', mimeType: 'application/json', buffer: file })
    await dialog().getByRole('checkbox', { name: 'Default in This computer: To share' }).waitFor()
  })

  // Runs last, because every new form then starts with its preset.
  test('a preset fills in its sections, can be undone, and prefills new forms if it is the default', async () => {
    await campaign().fill('summer')
    await savePreset('Summer')
    await title().fill('Kept')
    await campaign().fill('other')
    await title().click()
    await pickMenuItem(/^Presets/, /^Summer/)
    await expect.poll(() => campaign().inputValue()).toBe('summer')
    expect(await title().inputValue()).toBe('Kept')
    await app.page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => campaign().inputValue()).toBe('other')
    await openPresetManager()
    await dialog().getByRole('checkbox', { name: 'Default in This computer: Summer' }).check()
    await app.page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await pickMenuItem(/^Draft: Kept/, 'New draft')
    await expect.poll(() => campaign().inputValue()).toBe('summer')
    expect(await title().inputValue()).toBe('')
  })
})
