import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findAxeViolations } from '../../axe.ts'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import { createRows, showLibrary } from './library.tsx'

beforeEach(() => page.viewport(1280, 800))

test('selected links or all matching links can be checked again', async () => {
  const { last } = await showLibrary(createRows(150))
  await page.getByRole('checkbox', { name: 'Select Sale 0' }).first().click()
  const checkAgain = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Check for changes' }).click()
  }
  await checkAgain()
  const which = { ids: [createRows(1)[0]?.id] }
  await expect.poll(() => last('checks.many')).toEqual({ which })
  await page.getByRole('button', { name: 'Select all 150' }).click()
  await checkAgain()
  await expect.poll(() => last('checks.many')).toMatchObject({ which: { view: { search: '' } } })
})

test('rows say what the last check found, and a filter shows only those', async () => {
  const outcomes = ['same', 'changed', 'inactive', 'gone'] as const
  const rows = createRows(4).map((row, index) => ({ ...row, lastCheck: outcomes[index] ?? null }))
  const { last } = await showLibrary(rows, '/links?check=gone')
  for (const label of ['Changed', 'Off', 'Gone']) {
    await expect.element(page.getByRole('row').getByText(label, { exact: true })).toBeVisible()
  }
  await expect.element(page.getByRole('row').getByText('Created', { exact: true })).not.toBeInTheDocument()
  expect(last('library.search')).toMatchObject({ view: { checks: ['gone'] } })
  await page.getByRole('button', { name: 'Remove Last known: Gone' }).click()
  await expect.poll(() => location.hash).toBe('#/links')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('button', { name: 'Last known' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Gone' })).toBeVisible()
  await expect.poll(() => last('library.facets')).toMatchObject({ of: 'check' })
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Last known' })).toHaveFocus()
  expect(await findAxeViolations()).toEqual([])
})

test('a row whose end date passes is marked while the list is open, without a check', async () => {
  // The first answer has no mark yet.
  const { last } = await showLibrary(createRows(3), '/links', { left: 0, endsAfter: 500 })
  await expect.element(page.getByRole('row').getByText('Off', { exact: true })).toBeVisible()
  expect(last('checks.many')).toBeUndefined()
})

test('a long lookup of an uncertain link can be cancelled', async () => {
  const [row] = createRows(1)
  const id = row?.id ?? ''
  const { last } = await showLibrary(
    [{ ...createRows(1)[0], state: 'unknown' } as LibraryRow],
    `/links/${id}`,
  )
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Check again' }).click()
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => last('links.cancel')).toEqual({ id })
})
