import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createRows, showLibrary } from './library.tsx'

test('a tag is merged with another one in the library only, which the dialog says', async () => {
  const { last } = await showLibrary(createRows(7))
  await page.getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('button', { name: 'Rename or merge a tag…' }).click()
  const rename = page.getByRole('button', { name: 'Rename', exact: true })
  await expect.element(rename).toBeDisabled()
  await userEvent.type(page.getByRole('combobox', { name: 'Tag', exact: true }), 'shoes')
  await userEvent.keyboard('{Escape}')
  await userEvent.type(page.getByRole('combobox', { name: 'New name' }), 'bags')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText(/7 links have this tag.*merged.*Only in your library/)).toBeVisible()
  await rename.click()
  await expect
    .poll(() => last('library.mark'))
    .toMatchObject({
      which: { view: { tags: { any: ['shoes'] }, archived: 'all' } },
      change: { addTags: ['bags'], removeTags: ['shoes'] },
    })
  await expect.element(page.getByText(/“shoes” is now “bags” in 7 links/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => last('library.undo')).toBeDefined()
})
