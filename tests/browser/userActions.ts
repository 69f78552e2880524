import type { Locator, Page } from 'playwright'
import { callApp } from './callApp.ts'

/** All twelve fields of a link in the specification, as a user enters them. */
export interface LinkInput {
  title: string
  subtitle: string
  ios: { url: string; openApp: boolean }
  android: { url: string; openApp: boolean }
  desktop: string
  campaign: string
  source: string
  medium: string
  previewIos: 'Service default' | 'On' | 'Off'
  previewAndroid: 'Service default' | 'On' | 'Off'
  tags: string[]
  data: string
}

/** Completes the first run with the local service, up to the empty form. */
export async function tryLocal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it on this computer' }).click()
  await createForm(page).waitFor()
}

export function createForm(page: Page): Locator {
  return page.getByRole('form', { name: 'New link' })
}

export type ScreenName = 'Create' | 'Bulk' | 'Find' | 'Links' | 'Profiles' | 'Activity' | 'Settings'

/** Opens a screen through the navigation. */
export async function goTo(page: Page, screen: ScreenName): Promise<void> {
  if (screen === 'Activity') {
    await goTo(page, 'Settings')
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Diagnostics' })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Diagnostics' }).waitFor()
    return
  }
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen })
  await link.click()
  await page.locator('[aria-current="page"]', { hasText: screen }).waitFor()
}

/** Opens a screen by its path, and discards what an earlier test left in a form. */
export async function openPath(page: Page, path: string): Promise<void> {
  const isBlocked = await page.evaluate((hash) => {
    location.hash = hash
    return location.hash !== hash
  }, `#${path}`)
  if (isBlocked) await page.getByRole('button', { name: 'Discard and leave' }).click()
}

interface ProfileState {
  current: { profileId: string; environment: string }
  profiles: { id: string; name: string }[]
}

/**
 * Restores the window after the first run: local profile, development, *Create*. For `beforeEach` of tests that share
 * an app. Links remain, so each test uses its own names.
 */
export async function resetWindow(page: Page): Promise<void> {
  const { current, profiles } = (await callApp(page, 'app.state', {})) as ProfileState
  const local = profiles.find(({ name }) => name === 'This computer')
  const isElsewhere = current.profileId !== local?.id || current.environment !== 'development'
  const hasDialog = (await page.getByRole('dialog').count()) > 0
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPath(page, '/create')
  if (isElsewhere) await callApp(page, 'profiles.use', { id: local?.id, environment: 'development' })
  // Navigation keeps only dialogs and changes made behind the window.
  if (isElsewhere || hasDialog) await page.reload()
  await createForm(page).waitFor()
}

/** Opens a blank form, for tests that share an app. */
export async function newDraft(page: Page): Promise<void> {
  await goTo(page, 'Create')
  const previousUrl = page.url()
  await createForm(page)
    .getByRole('button', { name: /^Draft:/ })
    .click()
  await page.getByRole('menuitem', { name: 'New draft' }).click()
  await page.waitForURL((url) => url.href !== previousUrl)
  await createForm(page).getByRole('button', { name: 'Draft: Untitled draft' }).waitFor()
}

/** Fills in the whole form, section by section. */
export async function fillForm(page: Page, input: LinkInput): Promise<void> {
  const form = createForm(page)
  const texts: [Locator, string][] = [
    [form.getByLabel('Title', { exact: true }), input.title],
    [addressField(page), input.desktop],
    [form.getByLabel('Campaign'), input.campaign],
    [form.getByLabel('Source'), input.source],
    [form.getByLabel('Medium'), input.medium],
  ]
  for (const [field, text] of texts) await field.fill(text)
  for (const [phone, { url, openApp }] of [
    ['iPhone and iPad', input.ios],
    ['Android', input.android],
  ] as const) {
    await choosePhone(page, phone, 'Own address')
    await addressField(page, phone).fill(url)
    await form.getByRole('checkbox', { name: `installed, ${phone}` }).setChecked(openApp)
  }
  await openFold(page, 'Preview card')
  await form.getByLabel('Subtitle').fill(input.subtitle)
  await chooseOption(form.getByRole('radiogroup', { name: 'Preview page, iPhone' }), input.previewIos)
  await chooseOption(form.getByRole('radiogroup', { name: 'Preview page, Android' }), input.previewAndroid)
  for (const tag of input.tags) {
    await tagField(page).fill(tag)
    await tagField(page).press('Enter')
  }
  await enterData(page, input.data)
}

/** Opens a folded part of the form, unless it is open. */
export async function openFold(
  page: Page,
  fold: 'Phones' | 'Preview card' | 'App data' | 'Developer',
): Promise<void> {
  const head = createForm(page).getByRole('button', { name: new RegExp(`^${fold}`) })
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
}

/** Returns the shared address field, or that of a phone with its own. */
export function addressField(
  page: Page,
  audience: 'everyone' | 'iPhone and iPad' | 'Android' = 'everyone',
): Locator {
  const name = audience === 'everyone' ? 'Where does it go?' : `Address for ${audience}`
  return createForm(page).getByRole('textbox', { name })
}

/** Selects where a phone is sent. */
export async function choosePhone(
  page: Page,
  phone: 'iPhone and iPad' | 'Android',
  choice: 'Same address' | 'Own address' | 'Service default',
): Promise<void> {
  await openFold(page, 'Phones')
  await chooseOption(createForm(page).getByRole('radiogroup', { name: `Where it goes, ${phone}` }), choice)
}

export function tagField(page: Page): Locator {
  return createForm(page).getByRole('combobox', { name: 'Tags' })
}

/** Returns the app data's text field. JSON must be selected first. */
export function dataField(page: Page): Locator {
  return createForm(page).getByRole('textbox', { name: /App data/ })
}

/** Enters app data as JSON. */
export async function enterData(page: Page, data: string): Promise<void> {
  await openFold(page, 'App data')
  await chooseOption(createForm(page).getByRole('radiogroup', { name: 'App data as' }), 'JSON')
  await dataField(page).fill(data)
}

/** Shows the app data as JSON. Returns its text. */
export async function readDataText(page: Page): Promise<string> {
  await openFold(page, 'App data')
  await chooseOption(createForm(page).getByRole('radiogroup', { name: 'App data as' }), 'JSON')
  return await dataField(page).inputValue()
}

/** Selects an option of a radio group by its visible label. */
export async function chooseOption(group: Locator, choice: string): Promise<void> {
  await group.getByText(choice, { exact: true }).click()
}

/** Presses the create button. Returns the new link. */
export async function create(page: Page): Promise<string> {
  await createForm(page)
    .getByRole('button', { name: /^Create/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Link created' }).waitFor()
  return await readCreatedLink(page)
}

export async function readCreatedLink(page: Page): Promise<string> {
  return await page
    .getByRole('region', { name: /^The (new )?link$/ })
    .getByText(/^https?:/)
    .innerText()
}

/** Looks up a pasted link, and waits for the result. */
export async function find(page: Page, text: string): Promise<string> {
  await goTo(page, 'Find')
  const field = page.getByRole('textbox', { name: /Link, path or text/ })
  await field.fill(text)
  await field.press('Enter')
  const sentence = page.getByRole('main').getByRole('status').filter({ hasText: /link/i })
  await sentence.waitFor()
  return await sentence.innerText()
}

export interface ServiceEntry {
  name: string
  baseUrl: string
  key: string
}

/** Opens the form for a service, which the first screen shows on request. */
export async function openServiceForm(page: Page): Promise<void> {
  const field = page.getByLabel('Service address')
  const expandButton = page.getByRole('button', { name: 'Connect to it', expanded: false })
  await field.or(expandButton).first().waitFor()
  if (await expandButton.isVisible()) await expandButton.click()
}

/** Fills in the form *Connect to a service*, which the first screen shows on request. */
export async function enterService(page: Page, { name, baseUrl, key }: ServiceEntry): Promise<void> {
  await openServiceForm(page)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Service address').fill(baseUrl)
  await page.getByLabel('Project key', { exact: true }).fill(key)
}

/** Replaces the key of the shown profile, and waits until the service has accepted it. */
export async function replaceKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await page.getByLabel('New project key').fill(key)
  await page.getByRole('button', { name: 'Check and replace' }).click()
  await page.getByRole('status').filter({ hasText: 'The service accepted it.' }).waitFor()
}

/** Opens an empty form for another service, for tests that share an app. */
export async function addService(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPath(page, '/find')
  await goTo(page, 'Profiles')
  await page.getByRole('button', { name: 'Add a service' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()
}

/** Connects to another service and opens a blank form, for tests that share an app. */
export async function connectAnother(page: Page, entry: ServiceEntry, development?: string): Promise<void> {
  await addService(page)
  await enterService(page, entry)
  if (development !== undefined) {
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByLabel('Value sent for development').fill(development)
  }
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: `Profile: ${entry.name}`, exact: true }).waitFor()
  await newDraft(page)
}

/** Returns a field's error; `''` if none. */
export async function readFieldError(field: Locator): Promise<string> {
  const ids = ((await field.getAttribute('aria-describedby')) ?? '')
    .split(' ')
    .filter((id) => id.endsWith('error'))
  const page = field.page()
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))
  return texts.join(' ')
}

/** Replaces existing app data. Chromium copies the old text's colours, which the policy blocks with a console error. */
export async function replaceData(
  app: { page: Page; expectError: (pattern: RegExp) => void },
  data: string,
): Promise<void> {
  app.expectError(/^Applying inline style violates/)
  await dataField(app.page).fill(data)
}

/** Pastes a text as Ctrl+V does. */
export function pasteText(page: Page, text: string): Promise<void> {
  return page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}
