import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fieldNames, fieldsOf, linkFields, sectionTitles } from '../../../../contract/link/fields.ts'
import { limits } from '../../../../contract/limits.ts'
import type { SectionName } from '../../../../contract/link/fields.ts'
import { FormContext } from '../../../../renderer/link/FormContext.tsx'
import { blankForm, toRequest } from '../../../../renderer/link/form.ts'
import type { FormValues } from '../../../../renderer/link/form.ts'
import { formFromRequest } from '../../../../renderer/link/formFrom.ts'
import { createFormStore } from '../../../../renderer/link/formStore.ts'
import { FormSections } from '../../../../renderer/features/linkForm/FormSections.tsx'
import { allFieldsRequest, onlyField } from '../../../contract/link/everyField.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

async function showForm(values: FormValues, answers: Parameters<typeof show>[1] = {}) {
  const store = createFormStore(values)
  const form = (
    <FormContext value={store}>
      <FormSections />
    </FormContext>
  )
  await show(withSession(form), answers)
  // Tags and app data load after the other sections.
  await expect.poll(() => document.querySelectorAll('[aria-busy]').length).toBe(0)
  return store
}

const findSection = (name: SectionName) =>
  page.getByRole('region', { name: sectionTitles[name], exact: true })

/** Returns the labels of a section's inputs. */
function listEntries(name: SectionName): string[] {
  const inputs = findSection(name).element().querySelectorAll('input')
  return [...inputs].map(({ value, checked }) => `${value} ${checked}`)
}

test('each field has its input in its section', async () => {
  const store = await showForm(blankForm)
  for (const name of fieldNames) {
    const { section } = linkFields[name]
    const blankEntries = listEntries(section)
    store.set(formFromRequest(onlyField(name)))
    await expect.poll(() => listEntries(section), { message: name }).not.toEqual(blankEntries)
    store.set(blankForm)
    await expect.poll(() => listEntries(section), { message: name }).toEqual(blankEntries)
  }
})

test('text is sent as typed', async () => {
  const store = await showForm(blankForm)
  for (const name of [...fieldsOf('text'), ...fieldsOf('tracking')]) {
    const { section, label } = linkFields[name]
    await findSection(section).getByLabelText(label, { exact: true }).fill(allFieldsRequest[name])
    expect(toRequest(store.get())).toMatchObject(onlyField(name))
  }
})

test('of more tags than allowed, only as many as allowed are compared with known ones', async () => {
  const letters = Array.from({ length: 150 }, (_, index) => String.fromCodePoint(0x4e00 + index).repeat(3))
  const words = letters.map((word) => ({ value: `${word}_a`, count: 2 }))
  const suggestions = { tags: words, tracking: { campaign: [], source: [], medium: [] } }
  await showForm(
    { ...blankForm, tags: letters.map((word) => `${word}-a`) },
    { 'suggestions.words': () => ({ ok: true, value: suggestions }) },
  )
  await expect
    .poll(
      () =>
        findSection('tags')
          .getByText(/You already use/)
          .elements().length,
    )
    .toBe(limits.tags)
})

test('a section with a warning about its address has no tick', async () => {
  const store = await showForm({ ...blankForm, desktopUrl: 'https://shop.example.com/a' })
  const sectionIcon = findSection('places').getByRole('img')
  await expect.element(sectionIcon).toHaveAccessibleName('filled in')
  store.set({ ...blankForm, desktopUrl: 'https://shop.example.com/a?utm_source=mail', source: 'news' })
  await expect.element(sectionIcon).toHaveAccessibleName('has warnings')
})

test('a section has no tick while a title, tag or tracking value can’t be meant so, until it is fixed', async () => {
  const store = await showForm({ ...blankForm, title: 'Sale', campaign: 'summer', tags: ['summer'] })
  const sections = ['basics', 'tracking', 'tags'] as const
  const expectMarks = async (name: string) => {
    for (const section of sections)
      await expect.element(findSection(section).getByRole('img').first()).toHaveAccessibleName(name)
  }
  await expectMarks('filled in')
  store.set({ ...blankForm, title: 'Tom &amp; Jerry', campaign: 'summer\u00a0sale', tags: ['summer%20sale'] })
  await expectMarks('has warnings')
  await page.getByRole('button', { name: 'Use “Tom & Jerry”', exact: true }).click()
  await page.getByRole('button', { name: 'Use ordinary spaces', exact: true }).click()
  await page.getByRole('button', { name: 'Use “summer sale” for “summer%20sale”', exact: true }).click()
  await userEvent.tab()
  await expectMarks('filled in')
  expect(store.get()).toMatchObject({ title: 'Tom & Jerry', campaign: 'summer sale', tags: ['summer sale'] })
})

test('Tab leaves an address that is completed, without a stop at a button that vanishes', async () => {
  const store = await showForm(blankForm)
  const address = page.getByLabelText('Address for everyone')
  await address.click()
  await userEvent.tab()
  await userEvent.tab({ shift: true })
  await userEvent.keyboard('shop.example.com/a')
  await userEvent.tab()
  expect(store.get().desktopUrl).toBe('https://shop.example.com/a')
  const targets = findSection('places').getByRole('radio', { name: 'Same address' }).first()
  await expect.poll(() => document.activeElement).toBe(targets.element())
})

test('a mistyped address in a copied link has its warning and fix from the start', async () => {
  const store = await showForm({ ...blankForm, desktopUrl: 'htp:/broken' })
  const address = page.getByLabelText('Address for everyone')
  await expect.element(address).toHaveAccessibleDescription(/^“htp:\/” looks like a typo\./)
  await page.getByRole('button', { name: 'Use https://' }).click()
  expect(store.get().desktopUrl).toBe('https://broken')
})

test('a mistyped address of a preset has its warning at once, but not while it is typed', async () => {
  const store = await showForm(blankForm)
  const address = page.getByLabelText('Address for everyone')
  await address.fill('htp:/typed')
  await expect.element(address).not.toHaveAccessibleDescription(/typo/)
  store.set({ ...blankForm, desktopUrl: 'htp:/preset' })
  await expect.element(address).toHaveAccessibleDescription(/^“htp:\/” looks like a typo\./)
})

test('a section has no tick while a tag or source looks like a typo', async () => {
  const words = [{ value: 'twitter', count: 12 }]
  const suggestions = { tags: words, tracking: { campaign: [], source: words, medium: [] } }
  const store = await showForm(blankForm, { 'suggestions.words': () => ({ ok: true, value: suggestions }) })
  store.set({ ...blankForm, tags: ['Twitter'], source: 'twiter' })
  const tags = findSection('tags').getByRole('img')
  const tracking = findSection('tracking').getByRole('img')
  await expect.element(page.getByRole('button', { name: 'Use “twitter” for “Twitter”' })).toBeVisible()
  await expect.element(tags).toHaveAccessibleName('has warnings')
  const source = findSection('tracking').getByLabelText(linkFields.tracking_source.label)
  await source.click()
  await userEvent.tab()
  await expect.element(tracking).toHaveAccessibleName('has warnings')
  await page.getByRole('button', { name: 'Use “twitter” for “Twitter”' }).click()
  await page.getByRole('button', { name: 'Use “twitter”', exact: true }).click()
  await expect.element(tags).toHaveAccessibleName('filled in')
  await expect.element(tracking).toHaveAccessibleName('filled in')
})
