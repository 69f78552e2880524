import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createRows, showLibrary } from './library.tsx'

/** The printed content of the page when printing began. */
let printed: string[]

beforeEach(() => {
  printed = []
  vi.spyOn(window, 'print').mockImplementation(() => {
    dispatchEvent(new Event('beforeprint'))
    printed = readPrintedRows()
    dispatchEvent(new Event('afterprint'))
  })
})
afterEach(() => vi.restoreAllMocks())

function readPrintedRows(): string[] {
  const cells = document.querySelectorAll('[data-printed] tbody tr td:nth-child(2)')
  return [...cells].map(({ textContent }) => textContent)
}

const listLinks = (count: number) => createRows(count).map(({ link }) => link)

test('Ctrl+P prints the links that are not on the screen too', async () => {
  await showLibrary(createRows(330))
  await expect.element(page.getByRole('row', { name: /Sale 1.*newsletter/ })).toBeVisible()
  expect(page.getByRole('row').elements().length).toBeLessThan(100)
  await userEvent.keyboard('{Control>}p{/Control}')
  await expect.poll(() => printed).toEqual(listLinks(330))
  expect(readPrintedRows()).toEqual([])
})

test('printing from the menu prints the loaded links and the number of the others', async () => {
  await showLibrary(createRows(330))
  await expect.element(page.getByText('330 links')).toBeVisible()
  dispatchEvent(new Event('beforeprint'))
  const count = readPrintedRows().length
  expect(count).toBeGreaterThanOrEqual(50)
  expect(count).toBeLessThan(330)
  const caption = document.querySelector('[data-printed] caption')
  expect(caption?.textContent).toBe(
    `The first ${count} of 330 rows. Export the list for the other ${330 - count}.`,
  )
  dispatchEvent(new Event('afterprint'))
})

test('an imported link is not printed as if it had been created when it was added', async () => {
  const [known, imported] = createRows(2)
  if (!known || !imported) throw new Error('There are no rows.')
  await showLibrary([known, { ...imported, added: true, knownCreatedAt: null }])
  await expect.element(page.getByText('2 links')).toBeVisible()
  dispatchEvent(new Event('beforeprint'))
  const dateCells = [...document.querySelectorAll('[data-printed] tbody td:last-child')]
  expect(dateCells.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('2026'),
    'Unknown',
  ])
  dispatchEvent(new Event('afterprint'))
})
