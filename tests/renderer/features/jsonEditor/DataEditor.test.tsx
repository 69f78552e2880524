import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { choose } from '../../choose.ts'
import { FormContext } from '../../../../renderer/link/FormContext.tsx'
import { blankForm } from '../../../../renderer/link/form.ts'
import { createFormStore } from '../../../../renderer/link/formStore.ts'
import { DataEditor } from '../../../../renderer/features/jsonEditor/DataEditor.tsx'
import { findAxeViolations } from '../../axe.ts'
import { show } from '../../show.tsx'

/** Renders the editor in a form with this app data. Returns a function that reads it as it would be sent. */
async function showEditor(data: string): Promise<() => string> {
  const store = createFormStore({ ...blankForm, data })
  await show(
    <FormContext value={store}>
      <DataEditor />
    </FormContext>,
  )
  return () => store.get().data
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const valueField = (row: string) => page.getByLabelText(`Value of ${row}`, { exact: true })
const showAs = async (view: 'Rows' | 'JSON') => {
  await page.getByRole('radiogroup', { name: 'App data as' }).getByText(view, { exact: true }).click()
}
const textbox = () => page.getByRole('textbox', { name: /App data/ })
const focusedLabel = () => document.activeElement?.getAttribute('aria-label')

test('editing one value as a row or as JSON leaves every other spelling unchanged', async () => {
  const text = await showEditor('{"price": 1.50, "id": 12345678901234567890}')
  await valueField('price').fill('2.00')
  expect(text()).toBe('{"price": 2.00, "id": 12345678901234567890}')
  await expect.element(page.getByText(/an app written in JavaScript reads it as/)).toBeVisible()
  await choose('Type of id', 'Text')
  await expect.poll(text).toBe('{"price": 2.00, "id": "12345678901234567890"}')
  await showAs('JSON')
  await button('Format').click()
  expect(text()).toBe('{\n  "price": 2.00,\n  "id": "12345678901234567890"\n}')
  await expect.element(textbox()).toHaveValue(text())
})

test('a new row gets the focus, and removing the last one moves it to the button that adds one', async () => {
  const text = await showEditor('{"labels": ["hot", "new"], "id": 1}')
  await button('Add to labels').click()
  await expect.poll(focusedLabel).toBe('Value of item 3')
  await userEvent.keyboard('sale')
  await button('Add a row').click()
  await expect.poll(focusedLabel).toBe('Name of the new row')
  await userEvent.keyboard('screen')
  await expect.poll(text).toBe('{"labels": ["hot", "new", "sale"], "id": 1, "screen": ""}')
  await button('Remove screen').click()
  await expect.poll(() => document.activeElement?.textContent).toBe('Add a row')
  expect(text()).toBe('{"labels": ["hot", "new", "sale"], "id": 1}')
})

test('a long list shows its first rows, and more on request', async () => {
  await showEditor(JSON.stringify({ list: Array.from({ length: 50 }, (_, index) => index) }))
  await expect.element(valueField('item 20')).toBeVisible()
  expect(valueField('item 21').elements()).toEqual([])
  await button('Show more rows (30 left)').click()
  await expect.element(valueField('item 40')).toBeVisible()
})

test('lists in lists with many values show few rows each, and more on request', async () => {
  const lists = Array.from({ length: 15 }, () => Array.from({ length: 15 }, (_, index) => index))
  await showEditor(JSON.stringify({ lists, last: 1 }))
  await expect.element(valueField('last')).toBeVisible()
  expect(page.getByLabelText(/^Value of item/).elements()).toHaveLength(4)
  await button('Show more rows (13 left)').last().click()
  await expect.poll(() => button('Show more rows (13 left)').elements().length).toBe(15)
})

test('an invalid number is reported and kept as typed', async () => {
  const text = await showEditor('{"n": 1}')
  await valueField('n').fill('1x')
  await expect.element(valueField('n')).toHaveValue('1x')
  expect(text()).toBe('{"n": 1x}')
  const error = page.getByText('“1x” isn’t a number.')
  await expect.element(error).toBeVisible()
  await valueField('n').fill('12')
  await expect.poll(text).toBe('{"n": 12}')
  await expect.poll(() => error.elements()).toEqual([])
})

test('a number with a comma says what to write instead', async () => {
  await showEditor('{"n": 1}')
  await valueField('n').fill('12,5')
  await expect.element(page.getByText('“12,5” isn’t a number. Write 12.5.')).toBeVisible()
  expect(page.getByText(/Unexpected/).elements()).toEqual([])
})

test('a number with a comma in a draft is shown as its row, with what to write instead', async () => {
  const text = await showEditor('{"n": 12,5}')
  await expect.element(valueField('n')).toHaveValue('12,5')
  await expect.element(page.getByText('“12,5” isn’t a number. Write 12.5.')).toBeVisible()
  await valueField('n').fill('12.5')
  await expect.poll(text).toBe('{"n": 12.5}')
})

test('a text that becomes a number is kept, and says what to write instead', async () => {
  await showEditor('{"n": "12,5"}')
  await choose('Type of n', 'Number')
  await expect.element(valueField('n')).toHaveValue('12,5')
  await expect.element(page.getByText('“12,5” isn’t a number. Write 12.5.')).toBeVisible()
})

test('a number with a comma in a list is never sent as two numbers', async () => {
  const text = await showEditor('{"n": [1]}')
  await page.getByLabelText(/^Value of/).fill('12,5')
  await expect.poll(text).toBe('{"n": [12 5]}')
})

test('a group that becomes a number is empty until it is typed, and nothing is sent in its place', async () => {
  const text = await showEditor('{"n": {}}')
  await choose('Type of n', 'Number')
  await expect.element(valueField('n')).toHaveValue('')
  expect(text()).toBe('{"n": }')
  await valueField('n').fill('3')
  await expect.poll(text).toBe('{"n": 3}')
})

test('invalid app data is located by line and column while typing, including for screen readers', async () => {
  const text = await showEditor('{\n  "a": [1, 2,]\n}')
  const error = page.getByText('Unexpected ]: remove the comma before it. (line 2, column 14)')
  await expect.element(error).toBeVisible()
  await expect.element(textbox()).toHaveAttribute('aria-invalid', 'true')
  const describedBy = textbox().element().getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(describedBy)?.textContent).toContain('line 2, column 14')
  await textbox().fill('{\n  "a": [1, 2]\n}')
  await expect.poll(() => error.elements()).toEqual([])
  expect(JSON.parse(text())).toEqual({ a: [1, 2] })
})

test('app data nested thousands of levels deep opens as JSON with its error and does not break the rows', async () => {
  const data = `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`
  const text = await showEditor(data)
  await expect.element(page.getByText(/nested deeper than 32 levels\. \(line 1, column 161\)/)).toBeVisible()
  await expect.element(button('Format')).toBeDisabled()
  await showAs('Rows')
  await expect.element(button('Fix it in the JSON editor')).toBeVisible()
  expect(text()).toBe(data)
})

test('axe finds no serious violation in rows, in JSON and with an error', async () => {
  await showEditor('{"price": 1.50, "offer": {"id": 12345678901234567890, "new": true, "labels": ["hot"]}}')
  expect(await findAxeViolations()).toEqual([])
  await showAs('JSON')
  await expect.element(textbox()).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await textbox().fill('{"a": 1, "a": 2}')
  await expect.element(page.getByText(/appears twice/)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})
