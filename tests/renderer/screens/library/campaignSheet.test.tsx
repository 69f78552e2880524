import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LibraryRow } from '../../../../contract/library/row.ts'
import { findAxeViolations } from '../../axe.ts'
import { showOnPaper } from '../../paper.ts'
import { createRows, showLibrary } from './library.tsx'

const address = '/links/sheet?campaign=summer'

/** Returns the texts of each row of a table. */
function readRows(name: string): string[][] {
  const table = page.getByRole('table', { name }).query()
  return [...(table?.querySelectorAll('tr') ?? [])].map((row) =>
    [...row.children].map((cell) => cell.textContent.trim()),
  )
}

const readSums = (environment: string) => readRows(`${environment}: channels`)

const listUnknownVisits = () =>
  readRows('Production: links').filter((row) => row.includes('Unknown') && row.join().includes('https:'))

/** Ten links: five sources in both environments. A link's number is also its number of visits. */
const createTenRows = () => createRows(10)
const getNumber = ({ id }: LibraryRow) => Number(id.slice(-12))

test('a campaign’s links are added up by channel and environment, and links without a channel come last', async () => {
  const rows = createTenRows().map((row, index) => (index === 3 ? { ...row, reportChannel: null } : row))
  await showLibrary(rows, address, undefined, getNumber)
  await expect.element(page.getByRole('heading', { name: 'Campaign “summer”' })).toBeVisible()
  await expect
    .poll(() => readSums('Production').map((row) => row.slice(0, 3)))
    .toEqual([
      ['Channel', 'Links', 'Visits'],
      ['Organic Search', '1', '8'],
      ['Organic Social', '2', '8'],
      ['Email', '1', '0'],
      ['Unassigned', '1', '4'],
      ['All channels', '5', '20'],
    ])
  expect(readSums('Development').map(([channel, , visits]) => `${channel} ${visits}`)).toEqual([
    'Channel Visits',
    'Organic Social 8',
    'Email 5',
    'Unassigned 9',
    'No channel 3',
    'All channels 25',
  ])
  await expect.element(page.getByText(/^10 links · Visits as of .*, without bots$/)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('a sheet stays while its visits are read again', async () => {
  const options: Parameters<typeof showLibrary>[2] = { left: 0 }
  let extra = 0
  await showLibrary(createTenRows(), address, options, (row) => getNumber(row) + extra)
  await expect.poll(() => readSums('Production').at(-1)).toContain('20')
  const answered = Promise.withResolvers<unknown>()
  options.visitsReady = answered.promise
  extra = 1
  const refresh = page.getByRole('button', { name: 'Refresh visits' })
  await refresh.click()
  await expect.element(refresh).toBeDisabled()
  expect(readSums('Production').at(-1)).toContain('20')
  answered.resolve(null)
  await expect.poll(() => readSums('Production').at(-1)).toContain('25')
})

test('unknown visits are marked, and sums without them begin with “at least”', async () => {
  await showLibrary(createTenRows(), address, undefined, (row) =>
    getNumber(row) === 2 ? null : getNumber(row),
  )
  await expect.poll(() => readSums('Production')[1]?.slice(0, 3)).toEqual(['Organic Search', '1', '8'])
  expect(readSums('Production').map(([channel, , visits]) => `${channel} ${visits}`)).toContain(
    'Organic Social At least 6',
  )
  expect(readRows('Production: links').flat()).toContain('Unknown')
  await expect
    .element(
      page.getByText(
        'The visits of 1 link are unknown: its service doesn’t report visits, or no longer has it.',
      ),
    )
    .toBeVisible()
})

test('a sheet whose links can’t be counted shows why, and can be tried again', async () => {
  let isFailing = true
  await showLibrary(createTenRows(), address, { left: 0, failsToCount: () => isFailing }, getNumber)
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  isFailing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/^10 links · Visits as of /)).toBeVisible()
})

test('entries without a link are left out, and the sheet says so', async () => {
  const rows = createTenRows().map((row, index) =>
    index < 2 ? { ...row, link: null, state: 'failed' as const } : row,
  )
  await showLibrary(rows, address, undefined, getNumber)
  await expect
    .element(page.getByText('2 entries without a link, such as failed ones, are left out.'))
    .toBeVisible()
  await expect.element(page.getByText(/^8 links ·/)).toBeVisible()
})

test('the visits of a service that reports none are unknown, not 0', async () => {
  await showLibrary(createTenRows(), address)
  await expect
    .poll(() => readSums('Production').at(-1)?.slice(0, 3))
    .toEqual(['All channels', '5', expect.not.stringMatching(/\d/)])
  expect(listUnknownVisits()).toHaveLength(5)
  await expect.element(page.getByText(/The visits of 5 links are unknown/).first()).toBeVisible()
})

test('the visits of a service that can’t be reached are unknown, and the sheet says why', async () => {
  await showLibrary(createTenRows(), address, { left: 0, isOffline: true }, getNumber)
  await expect.element(page.getByText('Some visits couldn’t be loaded.')).toBeVisible()
  expect(listUnknownVisits()).toHaveLength(5)
  expect(readSums('Production').at(-1)?.slice(0, 2)).toEqual(['All channels', '5'])
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeEnabled()
})

test('a sheet can have one link', async () => {
  await showLibrary(createRows(1), address, undefined, getNumber)
  await expect.poll(() => readSums('Production').map((row) => row[0])).toEqual(['Channel', 'Email'])
})

test('a sheet can have 3,000 links', async () => {
  const { calls } = await showLibrary(createRows(3_000), address, undefined, () => 1)
  await expect
    .poll(() => readSums('Production').at(-1)?.slice(0, 3), { timeout: 30_000 })
    .toEqual(['All channels', '1,500', '1,500'])
  // The first page of the list, and 15 of 200 links.
  expect(calls.filter(([name]) => name === 'library.search')).toHaveLength(16)
})

test('more than 5,000 links are rejected', async () => {
  await showLibrary(createRows(5_001), address, undefined, () => 1)
  await expect.element(page.getByText('Too many links for a sheet')).toBeVisible()
  expect(page.getByRole('table').elements()).toEqual([])
})

test('a campaign’s sheet is opened from Links with the keyboard, and printed', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  await showLibrary(createTenRows(), '/links?campaign=summer', undefined, getNumber)
  const link = page.getByRole('link', { name: 'Campaign sheet' })
  await expect.element(link).toBeVisible()
  ;(link.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const button = page.getByRole('button', { name: 'Print' })
  await expect.element(button).toBeEnabled()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(print).toHaveBeenCalledOnce()
  print.mockRestore()
})

test('each link of a sheet is one line on paper', async () => {
  await showLibrary(createTenRows(), address, undefined, getNumber)
  await expect.poll(() => readRows('Production: links')).not.toEqual([])
  await showOnPaper()
  const rows = page.getByRole('row', { name: /https:/ }).elements()
  expect(rows).toHaveLength(10)
  // A line of 7.5 points with its padding has 16 pixels.
  for (const row of rows) expect(row.clientHeight).toBeLessThan(20)
})

test('Links without a chosen campaign have no sheet', async () => {
  await showLibrary(createTenRows(), '/links', undefined, getNumber)
  await expect.element(page.getByText('10 links')).toBeVisible()
  expect(page.getByRole('link', { name: 'Campaign sheet' }).elements()).toEqual([])
})
