import { notifications } from '@mantine/notifications'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isTypingIn } from '../../../../renderer/app/contextKeys.ts'
import { commandHandlers } from '../../../../renderer/session/commands.ts'
import { findAxeViolations } from '../../axe.ts'
import { loggedChanges, createRows, showLibrary } from './library.tsx'

// Removes toasts with an Undo from the previous test.
beforeEach(() => notifications.clean())
beforeEach(() => page.viewport(1280, 800))

const field = () => page.getByRole('textbox', { name: 'Search your links' })
const rows = () => page.getByRole('row', { name: /Sale/ })
const row = (name: RegExp | string) => page.getByRole('row', { name })
const expectQuery = (query: string) => expect.poll(() => location.hash).toBe(`#/links${query}`)
const focusedRowIndex = () => document.activeElement?.getAttribute('aria-rowindex')

test('typing searches immediately, and replaces the history entry', async () => {
  await showLibrary(createRows(50))
  await expect.element(row(/Sale 1.*newsletter/)).toBeVisible()
  const entries = history.length
  await page.getByLabelText('Search your links').click()
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('Sale 3')
  await expect.poll(() => rows().elements().length).toBe(5)
  await expect.element(page.getByText('5 links')).toBeVisible()
  await expectQuery('?q=Sale+3')
  expect(history.length).toBe(entries)
})

test('an import that is opened before the first rows arrive stays open', async () => {
  const firstRows = Promise.withResolvers<unknown>()
  await showLibrary([], '/links', { left: 0, ready: firstRows.promise })
  await page.getByRole('button', { name: 'Import…' }).click()
  await expect.element(page.getByText('Drop a file here')).toBeVisible()
  firstRows.resolve(null)
  await expect.element(page.getByRole('heading', { name: 'No links yet' })).toBeInTheDocument()
  await expect.element(page.getByText('Drop a file here')).toBeVisible()
})

test('a filter is an entry in the history, which Back and its chip remove', async () => {
  const { last } = await showLibrary(createRows(10))
  await page.getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('checkbox', { name: 'shoes' }).click()
  await expectQuery('?tag=shoes')
  await expect.poll(() => last('library.search')).toMatchObject({ view: { tags: { any: ['shoes'] } } })
  await userEvent.keyboard('{Escape}')
  const chip = page.getByRole('button', { name: 'Remove Tag: shoes' })
  await expect.element(chip).toBeVisible()
  history.back()
  await expectQuery('')
  await expect.element(chip).not.toBeInTheDocument()
  history.forward()
  await chip.click()
  await expectQuery('')
})

test('an address with a view shows it, whatever else the address contains', async () => {
  const { last } = await showLibrary(
    createRows(10),
    '/links?q=Sale+1&state=created&sort=title&from=never&x=1',
  )
  await expect.element(field()).toHaveValue('Sale 1')
  await expect.element(page.getByRole('button', { name: 'Remove State: Created' })).toBeVisible()
  await expect
    .element(page.getByRole('columnheader', { name: 'Title' }))
    .toHaveAttribute('aria-sort', 'ascending')
  expect(last('library.search')).toMatchObject({
    view: { search: 'Sale 1', states: ['created'], sort: 'title' },
  })
})

test('a search that finds nothing says so, and leads to the service when it is a link', async () => {
  await showLibrary(createRows(10), '/links?q=https%3A%2F%2Flinks.example.com%2Fabc&tag=shoes')
  await expect.element(page.getByRole('heading', { name: /No links match “https/ })).toBeVisible()
  await page.getByRole('button', { name: 'Clear everything' }).click()
  await expect.element(row(/Sale 1.*newsletter/)).toBeVisible()
  await field().fill('https://links.example.com/abc')
  await page.getByRole('button', { name: 'Look it up on its service' }).click()
  await expect.poll(() => location.hash).toContain('#/find/')
})

test('an empty list is not called the first one until archived links were counted', async () => {
  let isReadable = false
  await showLibrary([], '/links', { left: 0, failsToCount: () => !isReadable })
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(page.getByRole('heading', { name: 'No links yet' }).elements()).toEqual([])
  isReadable = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'No links yet' })).toBeVisible()
})

test('an order that is chosen while a filter loads keeps the filter', async () => {
  const options = { left: 0, ready: Promise.resolve<unknown>(null) }
  await showLibrary(createRows(10), '/links', options)
  await expect.element(rows().nth(0)).toBeVisible()
  const held = Promise.withResolvers<unknown>()
  options.ready = held.promise
  await page.getByRole('button', { name: 'Starred' }).click()
  await expectQuery('?starred=yes')
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await expectQuery('?sort=title&starred=yes')
  held.resolve(null)
})

test('an empty list explains how to create the first link', async () => {
  await showLibrary([])
  await expect.element(page.getByRole('heading', { name: 'No links yet' })).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('rows show their channels, and only visible ones are drawn', async () => {
  await page.viewport(1920, 1080)
  await showLibrary(createRows(5_000))
  await expect.element(row(/Sale 0.*newsletter \/ email.*shoes.*Production Acme/)).toBeVisible()
  await expect.element(row(/Sale 0.*poster \/ email/)).toBeVisible()
  await expect.element(page.getByText('5,000 links', { exact: true })).toBeVisible()
  expect(rows().elements().length).toBeLessThan(40)
  expect(await findAxeViolations()).toEqual([])
})

test('a row is named by its values, without those of its buttons', async () => {
  await showLibrary(createRows(1))
  await expect.element(row(/^Sale 0 .*newsletter \/ email.*shoes/)).toBeVisible()
  expect(row(/Sale 0.*(Copy|Star|QR code)/).elements()).toEqual([])
})

test('the arrow keys, End, Home, Space and Enter move through the list, select and open', async () => {
  await showLibrary(createRows(250))
  await expect.element(row(/Sale 0.*newsletter/)).toBeVisible()
  await field().click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(focusedRowIndex).toBe('2')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.poll(focusedRowIndex).toBe('4')
  // Pages load one after another while scrolling.
  await expect
    .poll(async () => {
      await userEvent.keyboard('{End}')
      return focusedRowIndex()
    })
    .toBe('251')
  await expect.element(row(/Sale 49.*poster/)).toBeVisible()
  await userEvent.keyboard('{Home}')
  await expect.poll(focusedRowIndex).toBe('2')
  await userEvent.keyboard(' ')
  await expect.element(row(/Sale 0.*newsletter/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  await expect.element(page.getByText('3 selected')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  const panel = page.getByRole('dialog', { name: 'Sale 0' })
  await expect.element(panel).toHaveFocus()
  expect(getComputedStyle(panel.element()).outlineStyle).toBe('solid')
  await userEvent.keyboard('{Escape}')
  await expectQuery('')
})

test('the focus stays with its link when another one is added above it', async () => {
  const options = { left: 1 }
  await showLibrary(createRows(12), '/links', options)
  await expect.element(row(/Sale 0.*instagram/)).toBeVisible()
  rows().nth(0).element().focus()
  for (let step = 0; step < 4; step++) await userEvent.keyboard('{ArrowDown}')
  await expect.element(row(/Sale 1.*newsletter/)).toHaveFocus()
  options.left = 0
  await expect.element(row(/Sale 0.*newsletter/), { timeout: 5_000 }).toBeVisible()
  await expect.element(row(/Sale 1.*newsletter/)).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(row(/Sale 0.*poster/)).toHaveFocus()
})

test('the link beside the list names its place, and stays while another is searched for', async () => {
  await page.viewport(1280, 800)
  await showLibrary(createRows(12).map((one, index) => ({ ...one, title: `Sale ${index}` })))
  await page.getByRole('link', { name: 'Sale 0', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Sale 0', exact: true })
  await expect.element(panel.getByText('Production').first()).toBeVisible()
  await expect.element(panel.getByText('Acme, the whole of Europe').first()).toBeVisible()
  // There is only room for the buttons' icons, which are in the middle.
  const button = page.getByRole('button', { name: 'Export…' }).element()
  const center = ({ left, width }: DOMRect) => left + width / 2
  const icon = center(button.querySelector('svg')?.getBoundingClientRect() ?? new DOMRect())
  expect(icon).toBeCloseTo(center(button.getBoundingClientRect()), 0)
  await field().fill('Sale 1')
  await expect.poll(() => location.hash).toMatch(/\?q=Sale\+1$/)
  await expect.element(panel).toBeVisible()
  await expect.element(field()).toHaveFocus()
})

test('the link beside the list follows J, K and the buttons, and its row has a menu', async () => {
  await page.viewport(1280, 800)
  const { last } = await showLibrary(createRows(12))
  await row(/Sale 0.*newsletter/)
    .getByRole('link', { name: 'Sale 0' })
    .click()
  const shown = () => last('links.get') as { id: string }
  const panel = page.getByRole('dialog')
  await expect.element(panel.getByRole('button', { name: /^QR code of/ })).toBeVisible()
  await expect.element(panel).toHaveFocus()
  expect(isTypingIn(document.activeElement)).toBe(false)
  commandHandlers().nextLink?.()
  await expect.poll(() => shown().id).toMatch(/01$/)
  await expect.element(row(/Sale 0.*instagram/)).toHaveAttribute('aria-current', 'true')
  await panel.getByRole('button', { name: 'Next link' }).click()
  await expect.poll(() => shown().id).toMatch(/02$/)
  await panel.getByRole('button', { name: 'Previous link' }).click()
  await expect.element(row(/Sale 0.*instagram/)).toHaveAttribute('aria-current', 'true')
  expect(await findAxeViolations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await row(/Sale 1.*newsletter/).click({ button: 'right' })
  await userEvent.keyboard('{Home}')
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('menuitem', { name: 'Star', exact: true }).click()
  await expect.poll(() => last('library.mark')).toMatchObject({ change: { starred: true } })
})

test.each([
  [900, 600],
  [640, 480],
])('the menu of any row is inside a window of %i × %i', async (width, height) => {
  await page.viewport(width, height)
  await showLibrary(createRows(40))
  await expect.element(row(/Sale 0.*newsletter/)).toBeVisible()
  for (const name of [/Sale 0.*newsletter/, /Sale 0.*instagram/, /Sale 0.*facebook/]) {
    await row(name).click({ button: 'right', position: { x: 200, y: 10 } })
    await expect.element(page.getByRole('menuitem', { name: 'Delete from the library' })).toBeVisible()
    await expect
      .poll(() => {
        const { top, bottom } = page.getByRole('menu').element().getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
      .toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  }
})

test('Tab leads through the row with the focus and then out of the list', async () => {
  await showLibrary(createRows(20))
  await expect.element(row(/Sale 0.*newsletter/)).toBeVisible()
  const countTabStops = () =>
    page
      .getByRole('grid')
      .element()
      .querySelectorAll('[data-cell] :is(a, button, input):not([tabindex="-1"])').length
  const stopsInRow = row(/Sale 0.*newsletter/)
    .element()
    .querySelectorAll('a, button, input').length
  await expect.poll(countTabStops).toBe(stopsInRow)
})

test('a range, and all matching links, are starred in one call with their number shown', async () => {
  const { last } = await showLibrary(createRows(250))
  const box = (index: number) => rows().nth(index).getByRole('checkbox')
  await box(0).click()
  await box(3).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('4 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 250' }).click()
  await expect.element(page.getByText('All 250 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Star', exact: true }).click()
  await expect.element(page.getByText('250 links starred')).toBeVisible()
  expect(last('library.mark')).toMatchObject({ which: { view: { search: '' } }, change: { starred: true } })
})

test('an action on all matching links asks first if their number has changed since it was shown', async () => {
  const list = createRows(10)
  const { last } = await showLibrary(list)
  await rows().nth(0).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Select all 10' }).click()
  await expect.element(page.getByText('All 10 selected')).toBeVisible()
  list.push(...createRows(12).slice(10))
  const archive = page.getByRole('button', { name: 'Archive', exact: true })
  await archive.click()
  const question = page.getByRole('dialog', { name: 'The list has changed' })
  await expect.element(question.getByText('12 match now. Nothing has been done yet.')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(last('library.mark')).toBeUndefined()
  await expect.element(page.getByText('All 12 selected')).toBeVisible()
  list.pop()
  await archive.click()
  await question.getByRole('button', { name: 'Continue with all 11' }).click()
  await expect.element(page.getByText('11 links archived')).toBeVisible()
})

test('tags stay if the question about another number of links is cancelled', async () => {
  const list = createRows(10)
  await showLibrary(list)
  await rows().nth(0).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Select all 10' }).click()
  await page.getByRole('button', { name: 'Tag…' }).click()
  list.push(...createRows(12).slice(10))
  await page.getByRole('combobox', { name: 'Add' }).fill('winter')
  await page.getByRole('button', { name: 'Apply' }).click()
  const question = page.getByRole('dialog', { name: 'The list has changed' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog').getByText('winter', { exact: true })).toBeVisible()
})

test('the number of all selected links follows the list', async () => {
  const list = createRows(10)
  await showLibrary(list)
  await rows().nth(0).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Select all 10' }).click()
  await expect.element(page.getByText('All 10 selected')).toBeVisible()
  list.push(...createRows(12).slice(10))
  await page.getByRole('button', { name: 'Star Sale 0' }).first().click()
  await expect.element(page.getByText('All 12 selected')).toBeVisible()
})

test('links that match later are not selected after all selected links were removed', async () => {
  const list = createRows(10)
  const { calls } = await showLibrary(list)
  await rows().nth(0).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Select all 10' }).click()
  await expect.element(page.getByText('All 10 selected')).toBeVisible()
  list.length = 0
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const bar = page.getByRole('group', { name: 'Selected links' })
  await expect.element(bar).not.toBeInTheDocument()
  expect(calls.some(([name]) => name === 'library.mark')).toBe(false)
  list.push(...createRows(2))
  await field().fill('Sale')
  await expect.element(page.getByText('2 links')).toBeVisible()
  await field().fill('')
  await expect.element(rows().nth(1)).toBeVisible()
  expect(bar.elements()).toEqual([])
})

test('rows that arrive late do not replace a newer selection', async () => {
  const options = { left: 0, ready: Promise.resolve<unknown>(null) }
  const list = createRows(10)
  await showLibrary(list, '/links', options)
  await expect.element(rows().nth(0)).toBeVisible()
  const held = Promise.withResolvers<unknown>()
  options.ready = held.promise
  list.push(...createRows(11).slice(10))
  await page.getByRole('button', { name: 'Star Sale 0' }).first().click()
  await page.getByRole('checkbox', { name: 'Select the links shown' }).click()
  await rows().nth(1).getByRole('checkbox').click()
  await expect.element(page.getByText('1 selected', { exact: true })).toBeVisible()
  held.resolve(null)
  await expect.element(rows().nth(10)).toBeInTheDocument()
  await expect.element(page.getByText('1 selected', { exact: true })).toBeVisible()
})

test('the star of selected links can be removed right after it was set', async () => {
  const { last } = await showLibrary(createRows(10))
  await rows().nth(0).getByRole('checkbox').click()
  await rows().nth(1).getByRole('checkbox').click()
  const bar = page.getByRole('group', { name: 'Selected links' })
  await bar.getByRole('button', { name: 'Star', exact: true }).click()
  await bar.getByRole('button', { name: 'Remove star' }).click()
  await expect.poll(() => last('library.mark')).toMatchObject({ change: { starred: false } })
  await expect.element(bar.getByRole('button', { name: 'Star', exact: true })).toBeVisible()
})

test('the star of all links can be removed once all of them are starred', async () => {
  const { last } = await showLibrary(createRows(60).map((row) => ({ ...row, starred: true })))
  await rows().nth(0).getByRole('checkbox').click()
  const bar = page.getByRole('group', { name: 'Selected links' })
  await bar.getByRole('button', { name: 'Select all 60' }).click()
  await bar.getByRole('button', { name: 'Remove star' }).click()
  await expect.poll(() => last('library.mark')).toMatchObject({ change: { starred: false } })
})

test('selected links are copied on one line each', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await showLibrary(createRows(10))
  await rows().nth(0).getByRole('checkbox').click()
  await rows().nth(1).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Copy links' }).click()
  await expect
    .poll(() => writeText.mock.calls)
    .toEqual([['https://links.example.com/nRVNDfzQ000\nhttps://links.example.com/nRVNDfzQ001']])
})

test('deleting a link says that it continues to work, and Undo restores it', async () => {
  const { last } = await showLibrary(createRows(10))
  await rows().nth(0).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Delete from the library/ }).click()
  await expect.element(page.getByText(/1 link deleted from the library. It keeps working/)).toBeVisible()
  await expect.element(page.getByText('9 links')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('10 links')).toBeVisible()
  expect(last('library.undo')).toEqual({ changeId: '0f0d6c52-6c0e-4d0c-9d0f-000000000001' })
})

test('the link beside the list, and that of a row, can be deleted', async () => {
  const { last } = await showLibrary(createRows(10))
  await row(/Sale 0.*newsletter/)
    .getByRole('link', { name: 'Sale 0' })
    .click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Delete from the library' }).click()
  await expect.element(page.getByText('9 links')).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
  await row(/Sale 1.*newsletter/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete from the library' }).click()
  await expect.element(page.getByText('8 links')).toBeVisible()
  expect(last('library.remove')).toEqual({ which: { ids: [createRows(6).at(-1)?.id] } })
})

test('Undo of a deletion that fails says so', async () => {
  await showLibrary(createRows(10), '/links', { left: 0, failsToRestore: true })
  await rows().nth(0).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Delete from the library/ }).click()
  await expect.element(page.getByText('9 links')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('tags are added to and removed from many links at once, and Undo restores them', async () => {
  const { last } = await showLibrary(createRows(10))
  await rows().nth(0).getByRole('checkbox').click()
  await rows().nth(1).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Tag…' }).click()
  await page.getByRole('combobox', { name: 'Add' }).fill('printed')
  await page.getByRole('combobox', { name: 'Remove', exact: true }).fill('shoes')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect
    .poll(() => last('library.mark'))
    .toMatchObject({ change: { addTags: ['printed'], removeTags: ['shoes'] } })
  // The offer of the test before may still appear.
  const offer = page
    .getByRole('status')
    .filter({ hasText: 'Tag “printed” added to 2 links; Tag “shoes” removed from 2 links' })
  await expect.element(offer).toBeVisible()
  const { changeId } = last('library.mark') as { changeId: string }
  await offer.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => last('library.undo')).toEqual({ changeId })
})

test('a tag that was typed without Enter is applied', async () => {
  const { last } = await showLibrary(createRows(10))
  await rows().nth(0).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Tag…' }).click()
  const apply = page.getByRole('button', { name: 'Apply' })
  await expect.element(apply).toBeDisabled()
  await page.getByRole('combobox', { name: 'Add' }).fill('printed')
  await apply.click()
  await expect
    .poll(() => last('library.mark'))
    .toMatchObject({ change: { addTags: ['printed'], removeTags: [] } })
})

test('tags that could not be saved can be applied again', async () => {
  const options = { left: 0, failsToChange: Promise.resolve() as Promise<unknown> | undefined }
  const { last } = await showLibrary(createRows(10), '/links', options as Parameters<typeof showLibrary>[2])
  await rows().nth(0).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Tag…' }).click()
  await page.getByRole('combobox', { name: 'Add' }).fill('printed')
  const apply = page.getByRole('button', { name: 'Apply' })
  await apply.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  options.failsToChange = undefined
  await apply.click()
  await expect.element(page.getByText('Tag “printed” added to 1 link')).toBeVisible()
  expect(last('library.mark')).toMatchObject({ change: { addTags: ['printed'], removeTags: [] } })
})

test('Back asks before chosen tags are lost, and Escape closes only the question', async () => {
  history.pushState(null, '', '#/before')
  history.pushState(null, '', '#/links')
  await showLibrary(createRows(10))
  await rows().nth(0).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Tag…' }).click()
  await page.getByRole('combobox', { name: 'Add' }).fill('printed')
  history.back()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: 'Tag 1 link' }).getByText('printed')).toBeVisible()
})

test('recent changes are listed, and each is undone from there', async () => {
  const { last } = await showLibrary(createRows(10))
  await page.getByRole('button', { name: 'Recent changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recent changes' })
  await expect.element(dialog.getByText('Tag “spring” removed from 640 links')).toBeVisible()
  await expect.element(dialog.getByText('Undone')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await dialog.getByRole('button', { name: 'Undo: Tag “spring” removed from 640 links' }).click()
  await expect.poll(() => last('library.undo')).toEqual({ changeId: loggedChanges[0]?.id })
})

test('recent changes say who changed what at services, with one line for a run', async () => {
  await showLibrary(createRows(10))
  await page.getByRole('button', { name: 'Recent changes' }).click()
  const items = page.getByRole('dialog', { name: 'Recent changes' }).getByRole('listitem')
  await expect.poll(() => items.elements().length).toBe(6)
  const texts = items
    .elements()
    .map((item) => item.querySelector('span')?.firstChild?.parentElement?.innerText)
  expect(texts.map((text) => text?.split('\n')[0])).toEqual([
    'Summer: 600 links created by you in a run',
    'Tag “spring” removed from 640 links',
    'Sale 0: switched off by you',
    'Untitled link: changed with the key “Mia”',
    'At least 12 links created with the key “Mia”',
    '3 links deleted from the library',
  ])
})

test('an undo that fails after the list of recent changes was closed says so', async () => {
  const failed = Promise.withResolvers<unknown>()
  const { last } = await showLibrary(createRows(10), '/links', { left: 0, failsToChange: failed.promise })
  await page.getByRole('button', { name: 'Recent changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recent changes' })
  await dialog.getByRole('button', { name: /^Undo: Tag/ }).click()
  await expect.poll(() => last('library.undo')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  failed.resolve(null)
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('each star that can’t be saved says so', async () => {
  const failed = Promise.withResolvers<unknown>()
  const { calls } = await showLibrary(createRows(10), '/links', { left: 0, failsToChange: failed.promise })
  for (const index of [0, 1]) await rows().nth(index).getByRole('button', { name: /^Star/ }).click()
  await expect.poll(() => calls.filter(([name]) => name === 'library.mark')).toHaveLength(2)
  failed.resolve(null)
  await expect.poll(() => page.getByRole('alert').elements()).toHaveLength(2)
})

test('a note, a star and tags are kept from the drawer', async () => {
  const { last } = await showLibrary(createRows(10))
  await row(/Sale 0.*newsletter/)
    .getByRole('link', { name: 'Sale 0' })
    .click()
  const drawer = page.getByRole('dialog', { name: 'Sale 0' })
  await drawer.getByRole('textbox', { name: 'Note' }).fill('On the poster at the station')
  await userEvent.keyboard('{Escape}')
  await expect
    .poll(() => last('library.mark'))
    .toMatchObject({ change: { note: 'On the poster at the station' } })
  await row(/Sale 0.*newsletter/)
    .getByRole('link', { name: 'Sale 0' })
    .click()
  await drawer.getByRole('button', { name: 'Star' }).click()
  await expect.poll(() => last('library.mark')).toMatchObject({ change: { starred: true } })
  await expect.element(drawer.getByRole('button', { name: 'Starred' })).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('while links are still being indexed, the list reports it; afterwards it counts all of them', async () => {
  const options = { left: 30 }
  await showLibrary(createRows(50), '/links', options)
  await expect
    .element(page.getByText('20 links so far. Some links aren’t indexed for search yet.'))
    .toBeVisible()
  options.left = 10
  await expect.element(page.getByText(/^40 links so far/), { timeout: 60_000 }).toBeVisible()
  options.left = 0
  await expect.element(page.getByText('50 links', { exact: true }), { timeout: 60_000 }).toBeVisible()
})

/** Returns the titles of the top rows. */
const topTitles = (count: number) =>
  rows()
    .elements()
    .slice(0, count)
    .map((element) => /Sale \d+/.exec(element.textContent)?.[0])

test('links are sorted by their stored visits, and the list says of how many these are known', async () => {
  const visits = [7, 300, null, 7, 41]
  const everyFifthRow = createRows(260)
    .filter((_, at) => at % 5 === 0)
    .map((one, index) => ({ ...one, visits: visits[index] === undefined ? 0 : visits[index] }))
  const { last } = await showLibrary(everyFifthRow, '/links', { left: 0 }, () => 1)
  await expect.element(row(/Sale 0/)).toBeVisible()
  expect(page.getByText(/^Visits of/).query()).toBeNull()
  const column = page.getByRole('columnheader', { name: 'Visits' })
  await expect.element(column).toHaveAttribute('aria-sort', 'none')
  await column.getByRole('button').click()
  await expect.element(column).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => topTitles(5)).toEqual(['Sale 1', 'Sale 4', 'Sale 0', 'Sale 3', 'Sale 5'])
  await expect.element(page.getByRole('button', { name: 'Order: Most visits first' })).toBeVisible()
  await expect.element(page.getByText(/^Visits of 51 known, as of /)).toBeVisible()
  // Few enough to be read without another press.
  await expect
    .poll(() => last('visits.readAll'))
    .toMatchObject({ view: { sort: 'visits' }, skipRecent: true })
  await page.getByRole('button', { name: 'Read all' }).click()
  await expect.poll(() => last('visits.readAll')).toMatchObject({ skipRecent: false })
  // The service reports 1 visit of each. The rows keep the numbers by which they are sorted.
  await expect.element(rows().nth(0)).toMatchTextContent(/300/)
  expect(await findAxeViolations()).toEqual([])
  await column.getByRole('button').click()
  await expect.poll(() => topTitles(3)).toEqual(['Sale 0', 'Sale 1', 'Sale 2'])
  await expect.element(column).toHaveAttribute('aria-sort', 'none')
})

test('every link of a large library is counted', async () => {
  await showLibrary(createRows(1_203))
  await expect.element(page.getByText('1,203 links', { exact: true })).toBeVisible()
  expect(document.body.textContent).not.toContain('more than')
})

test('stars of links that exist and of those that failed are in one column', async () => {
  const created = createRows(2)
  await showLibrary(
    created.map((row, index) => (index === 1 ? { ...row, state: 'failed', link: null } : row)),
  )
  const stars = () => page.getByRole('button', { name: /^Star Sale/ }).elements()
  await expect.poll(() => stars().length).toBe(2)
  expect(new Set(stars().map((star) => star.getBoundingClientRect().left)).size).toBe(1)
})

test.each([3, 160])('of %i rows, those that failed are not counted as links', async (count) => {
  const created = createRows(count)
  await showLibrary(
    created.map((row, index) => (index === 1 ? { ...row, state: 'failed', link: null } : row)),
  )
  await expect
    .element(page.getByText(`${count - 1} links and 1 failed attempt`, { exact: true }))
    .toBeVisible()
  await rows().nth(0).getByRole('checkbox').click()
  await page.getByRole('button', { name: `Select all ${count}` }).click()
  await expect.element(page.getByText(`All ${count} selected`)).toBeVisible()
  await page.getByRole('button', { name: 'Tag…' }).click()
  await expect
    .element(page.getByRole('dialog', { name: `Tag ${count - 1} links and 1 failed attempt` }))
    .toBeVisible()
})

test('failed attempts that are selected alone can’t be changed at their service, and the button says why', async () => {
  const created = createRows(2)
  await showLibrary(
    created.map((row, index) => (index === 1 ? { ...row, state: 'failed', link: null } : row)),
    '/links',
    { left: 0, canChangeLinks: true },
  )
  await rows().nth(1).getByRole('checkbox').click()
  const bar = page.getByRole('group', { name: 'Selected links' })
  const change = bar.getByRole('button', { name: 'Change…' })
  expect(page.getByRole('button', { name: 'Change…' }).elements()).toHaveLength(1)
  // No row has one before something was copied.
  expect(rows().getByRole('status').elements()).toEqual([])
  await expect.element(change).toBeDisabled()
  await expect.element(change).toHaveAttribute('title', 'Failed attempts have no link to change')
  await rows().nth(0).getByRole('checkbox').click()
  await expect.element(change).toBeEnabled()
})

test.each([2, 160])(
  'of %i links, archived and others, those that are selected decide whether they can be archived',
  async (count) => {
    const created = createRows(count)
    await showLibrary(
      created.map((row, index) => (index === 0 ? { ...row, archived: true } : row)),
      '/links?archived=all',
    )
    const archive = page.getByRole('button', { name: 'Archive', exact: true })
    const unarchive = page.getByRole('button', { name: 'Unarchive' })
    await rows().nth(0).getByRole('checkbox').click()
    await expect.element(unarchive).toBeVisible()
    await page.getByRole('button', { name: `Select all ${count}` }).click()
    await expect.element(archive).toBeVisible()
  },
)

test('the list says which profiles it covers, and one click narrows it to the selected profile', async () => {
  await page.viewport(1920, 1080)
  await showLibrary(createRows(10))
  const scope = page.getByRole('group', { name: 'List scope' })
  await expect.element(scope.getByText('in all profiles and environments')).toBeVisible()
  await scope.getByRole('button', { name: 'Only Acme, development' }).click()
  await expectQuery('?profile=acme&environment=development')
  await expect.element(scope).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Remove Profile: Acme' })).toBeVisible()
  // The filters already say it, so no row repeats it.
  const countProfiles = () =>
    page.getByRole('gridcell').getByText('Acme, the whole of Europe').elements().length
  expect(countProfiles()).toBe(0)
  for (const name of ['Development', 'Production']) {
    expect(page.getByRole('gridcell').getByText(name, { exact: true }).elements()).toEqual([])
  }
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expectQuery('')
  await expect.poll(countProfiles).toBeGreaterThan(0)
})

test('a search without a result never says "0 links", and one click widens it to all profiles', async () => {
  await showLibrary(createRows(10), '/links?q=zebra&profile=acme&environment=development')
  await expect.element(page.getByText('No links match', { exact: true })).toBeVisible()
  expect(document.body.textContent).not.toContain('0 links')
  const scope = page.getByRole('group', { name: 'List scope' })
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).click()
  await expectQuery('?q=zebra')
  await expect.element(scope.getByText('in any profile or environment')).toBeVisible()
  await expect.element(scope.getByRole('button')).not.toBeInTheDocument()
  await page.getByText('Clear search').click()
  await expect.element(row(/Sale 1.*newsletter/)).toBeVisible()
})

test.each([
  [960, 600],
  [1070, 800],
  [1720, 1080],
])('at %i × %i the scope takes one line', async (width, height) => {
  await page.viewport(width, height)
  await showLibrary(createRows(30))
  const scope = page.getByRole('group', { name: 'List scope' })
  const top = (element: Element) => Math.round(element.getBoundingClientRect().top / 20)
  await expect.element(scope.getByRole('button')).toBeVisible()
  const order = page.getByRole('button', { name: /^Order:/ })
  expect(top(scope.element())).toBe(top(order.element()))
  expect(scope.element().getBoundingClientRect().height).toBeLessThan(30)
})

test.each([
  ['comfortable', 1280],
  ['compact', 1280],
  ['comfortable', 1920],
] as const)(
  'with %s rows in a window of %i pixels, tags that don’t fit are counted',
  async (density, width) => {
    await page.viewport(width, 800)
    const taggedRows = createRows(5).map((row) => ({
      ...row,
      tags: ['a rather long tag', 'another long one', 'new', 'x'],
    }))
    await showLibrary(taggedRows, '/links?columns=tags', { left: 0, density })
    const moreTags = page.getByText('+2', { exact: true }).first()
    await expect.element(moreTags).toBeVisible()
    const list = moreTags.element().closest('[title]')
    const end = list?.parentElement?.getBoundingClientRect()
    const number = moreTags.element().getBoundingClientRect()
    expect(number.right).toBeLessThanOrEqual((end?.right ?? 0) + 0.5)
    expect(number.bottom).toBeLessThanOrEqual((end?.bottom ?? 0) + 0.5)
  },
)

function elementAtCenter(element: Element): Element | null {
  const { left, top, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(left + width / 2, top + height / 2)
}

test.each([
  [1280, 800],
  [900, 600],
])('at %d × %d selecting a row does not move the table', async (width, height) => {
  await page.viewport(width, height)
  await showLibrary(createRows(50))
  const top = () => page.getByRole('grid').element().getBoundingClientRect().top
  const checkbox = page.getByRole('checkbox', { name: 'Select Sale 0' }).first()
  await expect.element(checkbox).toBeVisible()
  const topBefore = top()
  await checkbox.click()
  const bar = page.getByRole('group', { name: 'Selected links' })
  await expect.element(bar).toBeVisible()
  expect(top()).toBe(topBefore)
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = bar.element()
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight)
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  const buttons = [...bar.element().querySelectorAll('button')].map((button) =>
    button.getBoundingClientRect(),
  )
  expect(Math.max(...buttons.map(({ top }) => top))).toBeLessThan(
    Math.min(...buttons.map(({ bottom }) => bottom)),
  )
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const remove = page.getByRole('menuitem', { name: /^Delete from the library/ })
  await expect.element(remove).toBeVisible()
  // No ancestor clips the menu.
  await expect.poll(() => remove.element().contains(elementAtCenter(remove.element()))).toBe(true)
  expect(await findAxeViolations()).toEqual([])
})

test('a destination is cut off at its end, and a date is short with the full one as its title', async () => {
  await page.viewport(1920, 1080)
  const longAddress = `https://shop.example.com/summer/${'sale/'.repeat(20)}?old&color=red`
  await showLibrary(createRows(3).map((one) => ({ ...one, destination: longAddress })))
  const cell = page.getByTitle(longAddress).first()
  await expect.element(cell).toBeVisible()
  expect(cell.element().textContent).toMatch(/^shop\.example\.com\/summer/)
  expect(getComputedStyle(cell.element()).textOverflow).toBe('ellipsis')
  const date = document.querySelector('[role="row"] time')
  expect(date?.getAttribute('title')).toContain('2026')
  expect(date?.getClientRects().length).toBe(1)
})

test('changing links is not offered if no service supports it', async () => {
  await showLibrary(createRows(3))
  await rows().nth(0).getByRole('checkbox').click()
  await expect.element(page.getByRole('group', { name: 'Selected links' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Change…' }).elements()).toEqual([])
})

test('changing links is not offered for selected links whose service doesn’t support it', async () => {
  const [first, second, ...others] = createRows(3)
  const moveToOtherProfile = (row: typeof first) => (row ? [{ ...row, profileId: crypto.randomUUID() }] : [])
  const list = [...moveToOtherProfile(first), ...moveToOtherProfile(second), ...others]
  await showLibrary(list, '/links', { left: 0, canChangeLinks: true })
  const bar = page.getByRole('group', { name: 'Selected links' })
  const change = bar.getByRole('button', { name: 'Change…' })
  await rows().nth(0).getByRole('checkbox').click()
  await rows().nth(1).getByRole('checkbox').click()
  await expect.element(change).toBeDisabled()
  await expect.element(change).toHaveAttribute('title', 'The service of these links doesn’t support changes')
  await rows().nth(2).getByRole('checkbox').click()
  await expect.element(change).toBeEnabled()
})

test('selected links and all matching links can be changed', async () => {
  await showLibrary(createRows(3), '/links', { left: 0, canChangeLinks: true })
  await page.getByRole('button', { name: 'Change…' }).click()
  const item = page.getByRole('menuitem', { name: 'Change all 3 links that match…' })
  await expect.element(item).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await item.click()
  await expect.element(page.getByRole('dialog', { name: 'Change all 3 links that match' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await rows().nth(0).getByRole('checkbox').click()
  const bar = page.getByRole('group', { name: 'Selected links' })
  await bar.getByRole('button', { name: 'Change…' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Change 1 link' })).toBeVisible()
})

test('a parameter that a profile lists is a column and a filter by its name', async () => {
  await page.viewport(1920, 1080)
  const { last } = await showLibrary(createRows(10))
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Advert' }).click()
  await expect
    .poll(() => last('views.setLayout'))
    .toMatchObject({ columns: expect.arrayContaining(['?utm_content']) as unknown })
  await userEvent.keyboard('{Escape}')
  await expect.element(row(/Sale 0.*banner-0/).first()).toBeVisible()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('button', { name: 'Advert' }).click()
  await page.getByRole('checkbox', { name: 'banner-1', exact: true }).click()
  await expect
    .poll(() => last('library.search'))
    .toMatchObject({ view: { parameter: ['utm_content=banner-1'] } })
  expect(last('library.facets')).toMatchObject({ of: 'parameter', prefix: 'utm_content=' })
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Remove Advert: banner-1' }).click()
  await expectQuery('')
})

test('a column of a parameter is shown by the address of a view', async () => {
  await showLibrary(createRows(3), '/links?columns=path.%3Futm_content')
  await expect.element(page.getByRole('columnheader', { name: 'Advert' })).toBeVisible()
  await expect.element(row(/Sale 0.*banner-0/).first()).toBeVisible()
})
