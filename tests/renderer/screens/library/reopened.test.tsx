import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createRows, showLibrary } from './library.tsx'

test('the window reopens with the rows in view and the selection', async () => {
  await page.viewport(1280, 800)
  const rows = createRows(400)
  const ids = [rows[201]?.id, rows[203]?.id].join()
  localStorage.setItem('linkwright.links.row', '200?')
  localStorage.setItem('linkwright.links.selection', `${ids}?`)
  await showLibrary(rows, '/links', { left: 0, isReopened: true })
  await expect.element(page.getByText('2 selected')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /offers\/202/ })).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect.poll(() => localStorage.getItem('linkwright.links.selection')).toBe('?')
})

test('another view starts at its top, without a selection', async () => {
  const rows = createRows(400)
  localStorage.setItem('linkwright.links.row', '200?')
  localStorage.setItem('linkwright.links.selection', `${rows[201]?.id}?`)
  await showLibrary(rows, '/links?q=Sale', { left: 0, isReopened: true })
  await expect.element(page.getByRole('row', { name: /offers\/0\b/ })).toBeVisible()
  await expect.element(page.getByText('selected')).not.toBeInTheDocument()
})
