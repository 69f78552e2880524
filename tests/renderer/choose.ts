import { page } from 'vitest/browser'

/** Chooses an option of a field by its visible label. */
export async function choose(field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
