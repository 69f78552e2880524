import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fieldNames, fieldsOf, linkFields, sectionTitles } from '../../../../contract/service/link/fields.ts'
import { limits } from '../../../../contract/service/api/limits.ts'
import type { SectionName } from '../../../../contract/service/link/fields.ts'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { FormChecksContext } from '../../../../renderer/link/FormChecks.tsx'
import { createFormRules } from '../../../../renderer/link/formRules.ts'
import { FormContext } from '../../../../renderer/link/FormContext.tsx'
import { blankForm, toRequest } from '../../../../renderer/link/form.ts'
import type { FormValues } from '../../../../renderer/link/form.ts'
import { formFromRequest } from '../../../../renderer/link/formFrom.ts'
import { createFormStore } from '../../../../renderer/link/formStore.ts'
import { FormSections } from '../../../../renderer/features/linkForm/FormSections.tsx'
import { allFieldsRequest, onlyField } from '../../../contract/service/link/everyField.ts'
import { findAxeViolations } from '../../axe.ts'
import { choose } from '../../choose.ts'
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
  return store
}

/** Opens a part of the form, unless it is open. */
async function openSection(name: SectionName): Promise<void> {
  const fold = findSection(name).getByRole('button', { expanded: false }).query()
  if (fold) await userEvent.click(fold)
  await expect.poll(() => document.querySelectorAll('[aria-busy]').length).toBe(0)
}

const findSection = (name: SectionName) => page.getByRole('group', { name: sectionTitles[name], exact: true })

const checks = { ownService: true, attempted: false, refused: null, linkHosts: [] }

/** Returns the labels of a section's inputs. */
function listEntries(name: SectionName): string[] {
  const inputs = findSection(name).element().querySelectorAll('input')
  return [...inputs].map(({ value, checked }) => `${value} ${checked}`)
}

test('each field has its input in its section', async () => {
  const store = await showForm(blankForm)
  for (const name of fieldNames) {
    const { section } = linkFields[name]
    await openSection(section)
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
    await openSection(section)
    await findSection(section).getByLabelText(label, { exact: true }).fill(allFieldsRequest[name])
    expect(toRequest(store.get())).toMatchObject(onlyField(name))
  }
})

test('of more tags than allowed, only as many as allowed are compared with known ones', async () => {
  const letters = Array.from({ length: 150 }, (_, index) => String.fromCodePoint(0x4e00 + index).repeat(3))
  const words = letters.map((word) => ({ value: `${word}_a`, count: 2 }))
  const suggestions = { tags: words, tracking: { campaign: [], source: [], medium: [] }, parameters: {} }
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

test('a browser checks the spelling of a title, and not of an address', async () => {
  await showForm(blankForm)
  await expect.element(page.getByLabelText('Title', { exact: true })).toHaveAttribute('spellcheck', 'true')
  await expect.element(page.getByLabelText('Where does it go?')).toHaveAttribute('spellcheck', 'false')
})

test('Tab leaves an address that is completed, without a stop at a button that vanishes', async () => {
  const store = await showForm(blankForm)
  const address = page.getByLabelText('Where does it go?')
  await address.click()
  await userEvent.tab()
  await userEvent.tab({ shift: true })
  await userEvent.keyboard('shop.example.com/a')
  await userEvent.tab()
  expect(store.get().desktopUrl).toBe('https://shop.example.com/a')
  await expect.element(page.getByLabelText('Title', { exact: true })).toHaveFocus()
})

test('a mistyped address in a copied link has its warning and fix from the start', async () => {
  const store = await showForm({ ...blankForm, desktopUrl: 'htp:/broken' })
  const address = page.getByLabelText('Where does it go?')
  await expect.element(address).toHaveAccessibleDescription(/^“htp:\/” looks like a typo\./)
  await page.getByRole('button', { name: 'Use https://' }).click()
  expect(store.get().desktopUrl).toBe('https://broken')
})

test('a mistyped address of a preset has its warning at once, but not while it is typed', async () => {
  const store = await showForm(blankForm)
  const address = page.getByLabelText('Where does it go?')
  await address.fill('htp:/typed')
  await expect.element(address).not.toHaveAccessibleDescription(/typo/)
  store.set({ ...blankForm, desktopUrl: 'htp:/preset' })
  await expect.element(address).toHaveAccessibleDescription(/^“htp:\/” looks like a typo\./)
})

test('folded sections say what they hold, and one with an error opens', async () => {
  const store = createFormStore(blankForm)
  await show(
    withSession(
      <FormContext value={store}>
        <FormSections />
      </FormContext>,
    ),
  )
  const fold = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect
    .element(fold('Phones'))
    .toHaveTextContent('PhonesSame address; opens the app if it’s installed')
  await expect.element(fold('App data')).toHaveTextContent('App dataNone')
  expect(await findAxeViolations()).toEqual([])
  store.set({
    iosTarget: 'own',
    subtitle: 'Until Sunday',
    previewIos: 'on',
    previewAndroid: 'on',
    data: '{"a":1}',
  })
  await expect.element(fold('Phones')).toHaveTextContent('PhonesiPhone: own address · Android: same address')
  await expect.element(fold('Preview card')).toHaveTextContent('Preview card“Until Sunday”, preview page')
  await expect.element(fold('App data')).toHaveTextContent('App data1 value')
  await expect.element(fold('Phones')).toHaveAttribute('aria-expanded', 'false')
  store.set({ iosUrl: 'javascript:alert(1)' })
  await expect.element(fold('Phones')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByLabelText('Address for iPhone and iPad')).toBeVisible()
  // Opening another one closes what is folded, except where there is an error.
  await fold('Preview card').click()
  await fold('App data').click()
  await expect.element(fold('Preview card')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(fold('Phones')).toHaveAttribute('aria-expanded', 'true')
})

test('a parameter may be named like a member that every object has', async () => {
  const rules = createFormRules(trackingRules.parse({ '?constructor': { label: 'Maker' } }))
  await show(
    withSession(
      <FormContext value={createFormStore(blankForm)}>
        <FormChecksContext value={{ ...checks, rules }}>
          <FormSections />
        </FormChecksContext>
      </FormContext>,
    ),
  )
  await expect.element(page.getByRole('combobox', { name: 'Maker' })).toBeVisible()
})

test('which addresses get the parameters is chosen if a phone has an address of its own', async () => {
  const rules = createFormRules(trackingRules.parse({ '?utm_content': { label: 'Advert', position: 1 } }))
  const store = createFormStore({ ...blankForm, desktopUrl: 'https://a.example/', '?utm_content': 'blue' })
  await show(
    withSession(
      <FormContext value={store}>
        <FormChecksContext value={{ ...checks, rules }}>
          <FormSections />
        </FormChecksContext>
      </FormContext>,
    ),
  )
  const scope = page.getByRole('combobox', { name: 'Parameters are written into' })
  await expect.element(page.getByRole('combobox', { name: 'Advert' })).toHaveValue('blue')
  await expect.element(scope).not.toBeInTheDocument()
  store.set({ ...store.get(), iosTarget: 'own', iosUrl: 'https://m.a.example/' })
  await expect.element(scope).toHaveValue('All web addresses')
  expect(await findAxeViolations()).toEqual([])
  await choose('Parameters are written into', 'Only the iPhone address')
  expect(toRequest(store.get())).toMatchObject({
    desktop_custom_redirect: { url: 'https://a.example/' },
    ios_custom_redirect: { url: 'https://m.a.example/?utm_content=blue' },
  })
})

test('a campaign built from parts marks only the wrong part, and holds a value of another form', async () => {
  const template = { template: '{year}-{market}-{name}', lists: { market: ['de', 'at'] } }
  const rules = createFormRules(trackingRules.parse({ campaign: { builtName: template } }))
  const store = createFormStore({ ...blankForm, campaign: '2026-hamburg-spring' })
  await show(
    withSession(
      <FormContext value={store}>
        <FormChecksContext value={{ ...checks, rules }}>
          <FormSections />
        </FormChecksContext>
      </FormContext>,
    ),
  )
  const part = (name: string) => page.getByRole('combobox', { name: `Campaign: ${name}` })
  await expect.element(page.getByText('“hamburg” is not an allowed market. Allowed: de, at.')).toBeVisible()
  const wrong = () => document.querySelectorAll('[aria-invalid="true"]')
  await expect.poll(() => [...wrong()]).toEqual([part('market').element()])
  const bottom = part('year').element().getBoundingClientRect().bottom
  expect(page.getByText('2026-hamburg-spring').element().getBoundingClientRect().top).toBeGreaterThan(bottom)
  store.set({ campaign: 'spring' })
  await expect.element(part('name')).toHaveValue('spring')
  await expect.element(page.getByText('“spring” isn’t complete. Fill in the other parts.')).toBeVisible()
  await userEvent.fill(part('market'), 'de')
  expect(store.get().campaign).toBe(`${new Date().getFullYear()}-de-spring`)
})
