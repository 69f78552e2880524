import { Globe } from 'lucide-react'
import { useEffect, useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { trackingRules } from '../../../contract/service/rules/trackingRules.ts'
import { createFormRules } from '../../../renderer/link/formRules.ts'
import type { FormRules } from '../../../renderer/link/formRules.ts'
import { FormChecksContext } from '../../../renderer/link/FormChecks.tsx'
import { FormContext } from '../../../renderer/link/FormContext.tsx'
import { blankForm, toRequest } from '../../../renderer/link/form.ts'
import type { PartialForm } from '../../../renderer/link/form.ts'
import { createFormStore } from '../../../renderer/link/formStore.ts'
import type { FormStore } from '../../../renderer/link/formStore.ts'
import { TagsField } from '../../../renderer/features/linkForm/TagsField.tsx'
import { TargetField } from '../../../renderer/features/linkForm/TargetField.tsx'
import { TrackingFields } from '../../../renderer/features/linkForm/TrackingFields.tsx'
import { Toaster } from '../../../renderer/ui/Toaster.tsx'
import { withSession } from '../session.tsx'
import { show } from '../show.tsx'

/** The rules are loaded after the form, as in the window. */
function Fields({ store, loaded, isOurs }: { store: FormStore; loaded: FormRules; isOurs: boolean }) {
  const [rules, setRules] = useState<FormRules | null>(null)
  useEffect(() => setRules(loaded), [loaded])
  const checks = { ownService: isOurs, attempted: false, refused: null, linkHosts: [], rules }
  return (
    <FormContext value={store}>
      <FormChecksContext value={checks}>
        <TargetField name="desktopUrl" path="desktop_custom_redirect.url" label="Address" icon={Globe} />
        <TrackingFields />
        <TagsField />
        <Toaster />
      </FormChecksContext>
    </FormContext>
  )
}

async function showFields(rules: unknown, values: PartialForm = {}, isOurs = true) {
  const store = createFormStore({ ...blankForm, ...values })
  const loaded = createFormRules(trackingRules.parse(rules))
  await show(withSession(<Fields store={store} loaded={loaded} isOurs={isOurs} />))
  return store
}

/** Returns an input of the form. Its list of suggestions has the same label. */
function input(selector: string) {
  const element = document.querySelector(`input${selector}`)
  if (!element) throw new Error(`There is no input ${selector}.`)
  return page.elementLocator(element)
}
const trackingField = (name: string) => input(`[data-field="${name}"]`)
const tagsField = () => input('[data-field="tags"]')

test('leaving a field applies the rules’ spelling, which is shown before', async () => {
  const store = await showFields({ campaign: { lowerCase: true, separator: '-' } })
  await trackingField('campaign').fill('Black Friday')
  await expect.element(page.getByText('Will be saved as “black-friday”.')).toBeVisible()
  expect(store.get().campaign).toBe('Black Friday')
  await userEvent.tab()
  expect(store.get().campaign).toBe('black-friday')
  expect(page.getByText('Becomes', { exact: false }).query()).toBeNull()
})

test('a disallowed value of a copy or a preset is marked at once, but not while it is typed', async () => {
  const values = { source: 'twiter', medium: 'emial' }
  await showFields({ source: { values: ['twitter'] }, medium: { values: ['email'] } }, values)
  await expect.element(page.getByText(/“twiter” is not one of the sources/)).toBeVisible()
  await page.getByRole('button', { name: 'Use “email”' }).click()
  await expect.element(trackingField('medium')).toHaveValue('email')
  await trackingField('medium').fill('emaile')
  expect(page.getByText(/“emaile” is not one/).query()).toBeNull()
})

test('a value that is not allowed is rejected when its field is left, and is corrected with one click', async () => {
  const store = await showFields({ source: { values: ['newsletter', 'twitter'] } })
  await trackingField('source').fill('twiter')
  expect(page.getByText('is not one of the sources', { exact: false }).query()).toBeNull()
  await userEvent.tab()
  await expect
    .element(page.getByText('“twiter” is not one of the sources in the list.', { exact: false }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Use “twitter”' }).click()
  expect(store.get().source).toBe('twitter')
  expect(page.getByText('is not one of the sources', { exact: false }).query()).toBeNull()
})

test('the suggestions of a field are its allowed values, which can depend on another field', async () => {
  const store = await showFields({
    medium: {
      values: ['social'],
      dependent: { on: 'source', lists: [{ value: 'newsletter', values: ['email', 'push'] }] },
    },
  })
  store.set({ source: 'newsletter' })
  await trackingField('medium').click()
  await userEvent.keyboard('{ArrowDown}')
  const options = () =>
    page
      .getByRole('option')
      .elements()
      .map((option) => option.textContent)
  await expect.poll(options).toEqual([expect.stringContaining('email'), expect.stringContaining('push')])
})

test('a value with a warning is accepted, and a hidden field is not shown', async () => {
  await showFields({ source: { values: ['x'], isOpen: true }, medium: { presence: 'hidden' } })
  await trackingField('source').fill('other')
  await userEvent.tab()
  await expect.element(page.getByText('“other” is not one of the sources in the list.')).toBeVisible()
  expect(trackingField('source').element().getAttribute('aria-invalid')).toBeNull()
  expect(document.querySelector('[data-field="medium"]')).toBeNull()
})

test('tags are written as the rules require, and others are rejected', async () => {
  const store = await showFields({ tags: { values: ['Sale'] } })
  await tagsField().fill('SALE')
  await userEvent.keyboard('{Enter}')
  expect(store.get().tags).toEqual(['Sale'])
  await tagsField().fill('Other')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('“Other” is not one of the tags in the list.')).toBeVisible()
})

test('a new form begins with the start values of the rules, but keeps the values of a preset', () => {
  const rules = createFormRules(
    trackingRules.parse({
      source: { start: 'Newsletter', lowerCase: true },
      medium: { start: 'email' },
      tags: { start: 'summer, sale' },
    }),
  )
  expect(rules.begin({ ...blankForm, medium: 'print' })).toEqual({
    ...blankForm,
    source: 'newsletter',
    medium: 'print',
    tags: ['summer', 'sale'],
  })
})

test('a required field is marked, including for screen readers', async () => {
  await showFields({ source: { presence: 'required' }, medium: { presence: 'required', isWarning: true } })
  await expect.element(trackingField('source')).toHaveAttribute('required')
  await expect.element(trackingField('medium')).not.toHaveAttribute('required')
})

test('a tag that is not allowed is corrected with one click', async () => {
  const store = await showFields({ tags: { values: ['summer-sale', 'winter'] } })
  await tagsField().fill('sumer-sale')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Use “summer-sale” for “sumer-sale”' }).click()
  expect(store.get().tags).toEqual(['summer-sale'])
})

test('a request is shown as it is sent', () => {
  const rules = createFormRules(trackingRules.parse({ campaign: { lowerCase: true, separator: '-' } }))
  expect(rules.request({ title: 'Sale', tracking_campaign: 'Black Friday' })).toEqual({
    title: 'Sale',
    tracking_campaign: 'black-friday',
  })
})

describe('tracking in an address that breaks the rules', () => {
  const address = () => page.getByRole('textbox', { name: 'Address' })
  const moveButton = page.getByRole('button', { name: 'Move to the tracking fields' })
  const sources = { source: { values: ['newsletter', 'twitter'] }, campaign: { lowerCase: true } }
  const trackedAddress = 'https://shop.example/?a=1&utm_source=twiter&utm_campaign=Sale#top'

  test('with our service, tracking moves from a pasted address to its fields, and stays where undo put it', async () => {
    const store = await showFields({ source: { values: ['twitter'] } })
    const pasted = 'https://shop.example/?utm%5Fsource=twitter&a=1&utm_medium=social'
    await address().fill(pasted)
    await userEvent.tab()
    await expect.element(page.getByText('Moved from the address: source, medium.')).toBeVisible()
    const moved = { desktopUrl: 'https://shop.example/?a=1', source: 'twitter', medium: 'social' }
    expect(store.get()).toMatchObject(moved)
    await page.getByRole('button', { name: 'Undo' }).click()
    const before = { desktopUrl: pasted, source: '', medium: '' }
    expect(store.get()).toMatchObject(before)
    await address().click()
    await userEvent.tab()
    expect(store.get()).toMatchObject(before)
  })

  test('with another service, tracking in an address causes a warning when its field is left, and one click moves it to the tracking fields, with undo', async () => {
    const store = await showFields(sources, {}, false)
    await address().fill(trackedAddress)
    expect(page.getByText(/This address has/).query()).toBeNull()
    await userEvent.tab()
    await expect.element(page.getByText(/This address has utm_source=twiter/)).toBeVisible()
    expect(store.get()).toMatchObject({ desktopUrl: trackedAddress, source: '', campaign: '' })
    await moveButton.click()
    expect(store.get()).toMatchObject({
      desktopUrl: 'https://shop.example/?a=1#top',
      source: 'twiter',
      campaign: 'sale',
    })
    await expect.element(page.getByText(/“twiter” is not one of the sources/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(store.get()).toMatchObject({ desktopUrl: trackedAddress, source: '', campaign: '' })
  })

  test('tracking in a copied address causes a warning at once, and is not moved if the fields have other values', async () => {
    const values = { desktopUrl: 'https://shop.example/?utm_source=twiter', source: 'newsletter' }
    await showFields(sources, values)
    await expect.element(page.getByText(/This address has utm_source=twiter/)).toBeVisible()
    expect(moveButton.query()).toBeNull()
  })

  test('a parameter that the profile lists has a field, which reads and writes the address', async () => {
    const content = { label: 'Creative', position: 1, lowerCase: true, values: ['header', 'footer'] }
    const store = await showFields({ '?utm_content': content })
    const field = () => trackingField('?utm_content')
    await expect.element(page.getByText('Creative')).toBeVisible()
    await field().fill('Header')
    await userEvent.tab()
    expect(toRequest(store.get())).toEqual({})
    await address().fill('https://shop.example/?a=1')
    expect(toRequest(store.get())).toMatchObject({
      desktop_custom_redirect: { url: 'https://shop.example/?a=1&utm_content=header' },
      ios_custom_redirect: { url: 'https://shop.example/?a=1&utm_content=header' },
    })
    await address().fill('https://shop.example/?utm_content=foter&a=1#top')
    await expect.element(field()).toHaveValue('foter')
    await page.getByRole('button', { name: 'Use “footer”' }).click()
    expect(store.get().desktopUrl).toBe('https://shop.example/?utm_content=footer&a=1#top')
    await field().fill('')
    expect(toRequest(store.get()).desktop_custom_redirect?.url).toBe('https://shop.example/?a=1#top')
  })

  test('a hidden field takes no value from an address', async () => {
    const hiddenSource = { source: { ...sources.source, presence: 'hidden' } }
    await showFields(hiddenSource, { desktopUrl: trackedAddress })
    await expect.element(page.getByText(/This address has utm_source=twiter/)).toBeVisible()
    expect(moveButton.query()).toBeNull()
  })
})

test('a tag with another separator is split into several', async () => {
  const store = await showFields({}, { tags: ['a', 'spring|sale'] })
  await page.getByRole('button', { name: 'Use “spring, sale” for “spring|sale”' }).click()
  expect(store.get().tags).toEqual(['a', 'spring', 'sale'])
})
