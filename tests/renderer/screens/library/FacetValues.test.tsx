import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import { FacetValues } from '../../../../renderer/screens/library/view/FacetValues.tsx'
import { tagFilters } from '../../../../renderer/screens/library/view/filters.ts'
import { show } from '../../show.tsx'

test('a search of values that fails keeps what was typed, and can be tried again', async () => {
  const found = { ok: true, value: { values: [{ value: 'spring', count: 2 }], sampled: false } }
  const answers = [found, { ok: false, problem: { code: 'storage_failed' } }, found]
  await show(<FacetValues filter={tagFilters.any} view={emptyView} choose={() => undefined} />, {
    'library.facets': () => answers.shift(),
  })
  await expect.element(page.getByText('spring')).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Search values' })
  await field.fill('s')
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(field).toHaveValue('s')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('spring')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
