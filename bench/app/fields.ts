import type { Locator, Page } from 'playwright'

/** A field to type into, and what must be on the screen meanwhile. */
export interface TypedField {
  name: string
  /** How the large payload is displayed. */
  view: 'Rows' | 'JSON'
  /** Prepares the field for typing and focuses it. */
  enter: (form: Locator, page: Page) => Promise<void>
}

const focus = (label: string, role: 'textbox' | 'combobox') => (form: Locator) =>
  form.getByRole(role, { name: label, exact: true }).focus()

/** One of each kind of field in the form. */
export const typedFields: TypedField[] = [
  { name: 'Title', view: 'JSON', enter: focus('Title', 'textbox') },
  { name: 'Title, payload as rows', view: 'Rows', enter: focus('Title', 'textbox') },
  {
    name: 'Redirect URL',
    view: 'JSON',
    enter: async (form) => {
      const field = form.getByRole('textbox', { name: 'Address for everyone' })
      await field.fill('https://example.com/')
      await field.press('End')
    },
  },
  { name: 'Tags', view: 'JSON', enter: focus('Tags', 'combobox') },
  {
    name: 'Tracking source',
    view: 'JSON',
    enter: (form) => form.getByLabel('Source', { exact: true }).focus(),
  },
  {
    name: 'Payload as JSON',
    view: 'JSON',
    enter: async (form, page) => {
      await form.getByRole('textbox', { name: /App data/ }).focus()
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      for (let back = 0; back < 2; back++) await page.keyboard.press('ArrowLeft')
    },
  },
  {
    name: 'Payload as rows',
    view: 'Rows',
    enter: (form) => form.getByRole('region', { name: 'App data' }).getByRole('textbox').nth(1).focus(),
  },
]
