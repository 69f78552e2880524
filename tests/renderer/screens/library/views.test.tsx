import { notifications } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findAxeViolations } from '../../axe.ts'
import { createRows, showLibrary } from './library.tsx'

// Removes toasts with an Undo from the previous test.
beforeEach(() => notifications.clean())
beforeEach(() => page.viewport(1280, 800))

const menu = () => page.getByRole('button', { name: /^Saved views/ })
const expectQuery = (query: string) => expect.poll(() => location.hash).toBe(`#/links${query}`)
const defaultColumns = 'columns=destination.path.channel.campaign.tags.state.environment.profile.visits.made'

/** Saves the shown view with the keyboard only. */
async function saveView(name: string) {
  menu().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'Save this view as' })).toHaveFocus()
  await userEvent.keyboard(`{Control>}a{/Control}${name}{Enter}`)
  await expect.element(page.getByRole('dialog', { name: 'Saved views' })).not.toBeInTheDocument()
}

test('a view is saved by keyboard with its columns, and reopened by its URL', async () => {
  const { last } = await showLibrary(createRows(50), '/links?q=Sale+3&tag=shoes&sort=title')
  await saveView('Shoes of sale 3')
  await expect
    .poll(() => last('views.save'))
    .toMatchObject({
      name: 'Shoes of sale 3',
      query: `q=Sale+3&sort=title&tag=shoes&${defaultColumns}`,
    })
  await expect.element(page.getByRole('button', { name: 'Saved views: Shoes of sale 3' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Tag: shoes' }).click()
  await expect.element(page.getByRole('button', { name: 'Saved views', exact: true })).toBeVisible()
  await menu().click()
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Shoes of sale 3', exact: true }).click()
  await expectQuery(`?q=Sale+3&sort=title&tag=shoes&${defaultColumns}`)
  await expect.element(page.getByRole('button', { name: 'Remove Tag: shoes' })).toBeVisible()
})

test('a view is renamed, updated, and deleted with undo', async () => {
  const { last } = await showLibrary(createRows(10), '/links?tag=shoes')
  await saveView('Shoes')
  await menu().click()
  await page.getByRole('button', { name: 'Rename Shoes' }).click()
  const name = page.getByRole('textbox', { name: 'New name of Shoes' })
  await name.fill(' ')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Enter a name.')).toBeVisible()
  await name.fill('All shoes')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Rename All shoes' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Starred', exact: true }).click()
  await menu().click()
  await page.getByRole('button', { name: 'Update All shoes to this view' }).click()
  await expect
    .poll(() => last('views.save'))
    .toMatchObject({ name: 'All shoes', query: `starred=yes&tag=shoes&${defaultColumns}` })
  await page.getByRole('button', { name: 'Delete All shoes' }).click()
  await expect.element(page.getByText('View “All shoes” deleted.')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Save this view as' })).toHaveFocus()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await menu().click()
  await expect.element(page.getByRole('button', { name: 'Delete All shoes' })).toBeVisible()
})

test('Undo of a changed view keeps the name that it got since', async () => {
  const { last } = await showLibrary(createRows(10), '/links?tag=shoes')
  await saveView('Shoes')
  const { query } = last('views.save') as { query: string }
  await page.getByRole('button', { name: 'Starred', exact: true }).click()
  await menu().click()
  await page.getByRole('button', { name: 'Update Shoes to this view' }).click()
  await expect.element(page.getByText('View “Shoes” changed.')).toBeVisible()
  await page.getByRole('button', { name: 'Rename Shoes' }).click()
  await page.getByRole('textbox', { name: 'New name of Shoes' }).fill('Boots')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Rename Boots' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => last('views.save')).toMatchObject({ name: 'Boots', query })
})

test('Escape cancels renaming a view and keeps the menu open; a second Escape closes it', async () => {
  await showLibrary(createRows(10), '/links?tag=shoes')
  await saveView('Shoes')
  await menu().click()
  await page.getByRole('button', { name: 'Rename Shoes' }).click()
  await page.getByRole('textbox', { name: 'New name of Shoes' }).fill('Boots')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Rename Shoes' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Rename Shoes' })).not.toBeInTheDocument()
  await expect.element(menu()).toHaveFocus()
})

test('selected columns are saved, and the environment is marked without its column', async () => {
  await page.viewport(1920, 1080)
  const { last } = await showLibrary(createRows(10))
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Environment' }).click()
  await page.getByRole('checkbox', { name: 'Tags' }).click()
  await page.getByRole('checkbox', { name: 'Checked' }).click()
  const columns = [
    'destination',
    'path',
    'channel',
    'campaign',
    'state',
    'profile',
    'visits',
    'made',
    'checked',
  ]
  expect(last('views.setLayout')).toEqual({ columns, density: 'compact', widths: {} })
  await expect.element(page.getByRole('columnheader', { name: 'Tags' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('columnheader', { name: 'Checked' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Sale 0 Production.*newsletter/ })).toBeVisible()
  await expectQuery('')
})

test('columns are moved and resized by mouse and by keyboard, and reset', async () => {
  await page.viewport(1280, 800)
  const { last } = await showLibrary(createRows(10), '/links?columns=tags.made')
  const header = (name: string) => page.getByRole('columnheader', { name })
  await expect.element(header('Tags')).toBeVisible()
  const edge = header('Tags').element().lastElementChild ?? document.body
  // As high as the header, and wide enough to be hit.
  const { width: edgeWidth, height: edgeHeight } = edge.getBoundingClientRect()
  expect([edgeWidth, edgeHeight >= 30]).toEqual([14, true])
  // Without a column of its own, the path is below the title, with its slash.
  const end = page.getByRole('row').nth(1).element().querySelector('span[title^="http"] > :last-child')
  expect(end?.textContent).toMatch(/^\//)
  const { right, top, width: exactWidth } = header('Tags').element().getBoundingClientRect()
  const width = Math.round(exactWidth)
  const at = { bubbles: true, pointerId: 1, clientY: top + 9 }
  edge.setPointerCapture = () => undefined
  edge.dispatchEvent(new PointerEvent('pointerdown', { ...at, clientX: right }))
  edge.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: right + 30 }))
  await expect.poll(() => header('Tags').element().getBoundingClientRect().width).toBe(width + 30)
  expect(last('views.setLayout')).toBeUndefined()
  edge.dispatchEvent(new PointerEvent('pointerup', { ...at, clientX: right + 40 }))
  await expect.poll(() => last('views.setLayout')).toMatchObject({ widths: { tags: width + 40 } })
  await page.getByRole('button', { name: 'Columns' }).click()
  // The popover takes the focus a moment after it opens.
  await expect.poll(() => document.activeElement?.closest('[role="dialog"]') ?? null).not.toBeNull()
  const wider = page.getByRole('button', { name: 'Wider: Tags' })
  wider.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => last('views.setLayout')).toMatchObject({ widths: { tags: width + 60 } })
  page.getByRole('button', { name: 'Move Added up' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expectQuery('?columns=made.tags')
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Default columns' }).click()
  await expect.poll(() => last('views.setLayout')).toMatchObject({ widths: {} })
})

test('changing columns from the URL changes the URL and not the saved columns', async () => {
  const { last } = await showLibrary(createRows(10), '/links?columns=tags.made')
  await expect.element(page.getByRole('columnheader', { name: 'Goes to' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Added' }).click()
  await expectQuery('?columns=tags')
  expect(last('views.setLayout')).toBeUndefined()
})

test.each([
  [1280, 800],
  [900, 600],
  [640, 480],
])('the Google Analytics channel can be shown as a column at %d × %d', async (width, height) => {
  await page.viewport(width, height)
  await showLibrary(createRows(10), '/links?columns=destination.reportChannel')
  await expect.element(page.getByRole('row', { name: /Sale 0.*Organic Social/ }).first()).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('compact rows have one line each, the top row stays, and Page Down moves by their height', async () => {
  const { last } = await showLibrary(createRows(250), '/links', { left: 0, density: 'comfortable' })
  const row = (index: number) => page.getByRole('row').nth(index)
  await expect.element(page.getByRole('row', { name: /Sale 0.*newsletter/ })).toBeVisible()
  const grid = () => page.getByRole('grid').element()
  const scroller = () => grid().parentElement ?? grid()
  // The whole link is below the title.
  const pathHead = page.getByRole('columnheader', { name: 'Path' })
  await expect.element(pathHead).not.toBeInTheDocument()
  scroller().scrollTo({ top: 60 * 30 })
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByText('Compact', { exact: true }).click()
  await expect.poll(() => scroller().scrollTop).toBe(36 * 30)
  expect(last('views.setLayout')).toMatchObject({ density: 'compact' })
  await expect.element(pathHead).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  const readHeights = () => [...grid().querySelectorAll('[data-cell]')].map((one) => one.clientHeight)
  await expect.poll(() => new Set(readHeights())).toEqual(new Set([35]))
  await expect.poll(() => row(3).element().scrollHeight).toBeLessThanOrEqual(36)
  scroller().scrollTo({ top: 0 })
  await page.getByRole('textbox', { name: 'Search your links' }).click()
  await userEvent.keyboard('{ArrowDown}{PageDown}')
  const visibleRows = Math.max(
    1,
    Math.floor((scroller().clientHeight - row(0).element().clientHeight) / 36) - 1,
  )
  await expect.poll(() => Number(document.activeElement?.getAttribute('aria-rowindex'))).toBe(visibleRows + 2)
  expect(await findAxeViolations()).toEqual([])
})

test.each([
  [640, 480],
  [900, 600],
])('nothing is cut off at the side at %d × %d in either density', async (width, height) => {
  await page.viewport(width, height)
  await showLibrary(createRows(30).map((row) => ({ ...row, differs: true })))
  await expect.element(page.getByRole('row', { name: /Sale 0/ }).first()).toBeVisible()
  for (const density of ['Compact', 'Comfortable']) {
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByText(density, { exact: true }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    const grid = page.getByRole('grid').element()
    const scroller = grid.parentElement ?? grid
    expect(scroller.scrollWidth).toBe(scroller.clientWidth)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    const title = grid.querySelector('[data-cell] a')
    expect(title?.scrollWidth).toBe(title?.clientWidth)
    // The state may be truncated, but not the domain of the link.
    const environmentLabels = page.getByText(/^(Production|Development)$/).elements()
    expect(environmentLabels.length).toBeGreaterThan(2)
    for (const label of environmentLabels) {
      const cell = label.closest('[role="gridcell"]')?.getBoundingClientRect()
      expect(label.getBoundingClientRect().right).toBeLessThanOrEqual(cell?.right ?? 0)
    }
  }
})

test('a Shift range shrinks as it grew, and keeps the earlier selection', async () => {
  await showLibrary(createRows(50))
  const box = (index: number) => page.getByRole('row', { name: /Sale/ }).nth(index).getByRole('checkbox')
  await expect.element(box(0)).toBeVisible()
  await box(8).click()
  await box(2).click()
  await box(6).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('6 selected')).toBeVisible()
  await box(3).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('3 selected')).toBeVisible()
  await box(0).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('4 selected')).toBeVisible()
  await expect.element(box(8)).toBeChecked()
  await expect.element(box(3)).not.toBeChecked()
})

test('a Shift range does not start at a link that took the place of the anchor after sorting', async () => {
  const visits = ({ title }: { title: string | null }) => [7, 300, 0, 7, 41][Number(title?.slice(5))] ?? 0
  const everyFifthRow = createRows(50).filter((_, at) => at % 5 === 0)
  await showLibrary(everyFifthRow, '/links', { left: 0 }, visits)
  const box = (title: RegExp) => page.getByRole('row', { name: title }).getByRole('checkbox')
  await box(/Sale 0/).click()
  const column = page.getByRole('columnheader', { name: 'Visits' })
  await column.getByRole('button').click()
  await expect.element(column).toHaveAttribute('aria-sort', 'descending')
  await box(/Sale 3/).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('2 selected')).toBeVisible()
  await expect.element(box(/Sale 1/)).not.toBeChecked()
})

test('a Shift range follows the arrow keys back, and the next one starts where they lead without Shift', async () => {
  await showLibrary(createRows(50))
  await expect.element(page.getByRole('row', { name: /Sale 0.*newsletter/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Search your links' }).click()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}')
  await expect.element(page.getByText('4 selected')).toBeVisible()
  await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowUp}{/Shift}')
  await expect.element(page.getByText('2 selected')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
  await expect.element(page.getByText('4 selected')).toBeVisible()
})

test('a row shows the number of its other addresses', async () => {
  await showLibrary(createRows(2))
  await expect.element(page.getByTitle('2 other addresses for iOS or Android')).toHaveTextContent('+2')
})

test('a deleted profile has the name stored in its links', async () => {
  await showLibrary(createRows(5), '/links?profile=gone')
  await expect.element(page.getByRole('button', { name: 'Remove Profile: Shop of 2024' })).toBeVisible()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('button', { name: /^Profile/ }).click()
  await expect.element(page.getByRole('radio', { name: 'Shop of 2024' })).toBeVisible()
})
