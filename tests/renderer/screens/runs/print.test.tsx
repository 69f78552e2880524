import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createRows, runId, showBulk } from './bulk.tsx'

/** The cells of the printed rows when printing began. */
let printed: string[][]

beforeEach(() => {
  printed = []
  vi.spyOn(window, 'print').mockImplementation(() => {
    printed = [...document.querySelectorAll<HTMLTableRowElement>('[data-printed] tr')].map(({ cells }) =>
      [...cells].map(({ textContent }) => textContent),
    )
    dispatchEvent(new Event('afterprint'))
  })
})
afterEach(() => vi.restoreAllMocks())

test('Ctrl+P prints all rows of a run with all columns', async () => {
  await showBulk(`/bulk/${runId}`, createRows(330), { state: 'paused' })
  await expect.element(page.getByRole('row', { name: /Sale 1 / })).toBeVisible()
  expect(page.getByRole('row').elements().length).toBeLessThan(100)
  await userEvent.keyboard('{Control>}p{/Control}')
  await expect.poll(() => printed.length).toBe(331)
  expect(printed[0]).toEqual(['Row', 'State', 'Link', 'Title', 'Desktop', 'Source'])
  expect(printed[330]).toEqual(['330', 'Ready', '', 'Sale 330', 'https://shop.example.com/330', 'twitter'])
  expect(document.querySelector('[data-printed]')).toBeNull()
})

test('after a run, only the rows with errors can be listed', async () => {
  await showBulk(`/bulk/${runId}`, createRows(40, [31, 35]), { state: 'done' })
  await page.getByRole('radiogroup', { name: 'Rows shown' }).getByText('Errors 2').click()
  await expect.element(page.getByRole('row', { name: /Sale 31 / })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Sale 1 / })).not.toBeInTheDocument()
})
