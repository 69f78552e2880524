import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fieldNames, fieldsOf, linkFields, sectionTitles } from '../../../../contract/link/fields.ts'
import type { SectionName } from '../../../../contract/link/fields.ts'
import { FormContext } from '../../../../renderer/link/FormContext.tsx'
import { blankForm, requestOf } from '../../../../renderer/link/form.ts'
import type { FormValues } from '../../../../renderer/link/form.ts'
import { formOfRequest } from '../../../../renderer/link/formFrom.ts'
import { createFormStore } from '../../../../renderer/link/formStore.ts'
import { FormSections } from '../../../../renderer/screens/create/FormSections.tsx'
import { everyField, onlyField } from '../../../contract/link/everyField.ts'
import { inSession } from '../../session.tsx'
import { show } from '../../show.tsx'

async function showForm(values: FormValues) {
  const store = createFormStore(values)
  const form = (
    <FormContext value={store}>
      <FormSections />
    </FormContext>
  )
  await show(inSession(form))
  return store
}

const sectionOf = (name: SectionName) => page.getByRole('region', { name: sectionTitles[name], exact: true })

/** What is written and chosen in a section. */
function entriesIn(name: SectionName): string[] {
  const inputs = sectionOf(name).element().querySelectorAll('input')
  return [...inputs].map(({ value, checked }) => `${value} ${checked}`)
}

test('each field has its input in its section', async () => {
  const store = await showForm(blankForm)
  for (const name of fieldNames) {
    const { section } = linkFields[name]
    const blank = entriesIn(section)
    store.set(formOfRequest(onlyField(name)))
    await expect.poll(() => entriesIn(section), { message: name }).not.toEqual(blank)
    store.set(blankForm)
    await expect.poll(() => entriesIn(section), { message: name }).toEqual(blank)
  }
})

test('what is typed as a text is sent', async () => {
  const store = await showForm(blankForm)
  for (const name of [...fieldsOf('text'), ...fieldsOf('tracking')]) {
    const { section, label } = linkFields[name]
    await sectionOf(section).getByLabelText(label, { exact: true }).fill(everyField[name])
    expect(requestOf(store.get())).toMatchObject(onlyField(name))
  }
})
