import { notifications } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import { catalogue } from '../../../../contract/app/problems/problemCatalogue.ts'
import type { RunRow } from '../../../../contract/app/runs/run.ts'
import { findAxeViolations } from '../../axe.ts'
import { createRows, createRun, runId, showBulk } from './bulk.tsx'

beforeEach(() => notifications.clean())

const address = `/bulk/${runId}?step=check`
const cell = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[data-cell="${String(row)}:${String(column)}"]`)

test('five bad rows are fixed in place, by keyboard only', async () => {
  const { inputs } = await showBulk(address, createRows(300, [3, 17, 40, 41, 290]))
  const summary = page.getByText(/^295 of 300 rows are ready; 5 have errors/)
  await expect.element(summary).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await expect.poll(() => cell(0, 1)?.getAttribute('aria-invalid')).toBe('true')
  expect(cell(0, 1)?.textContent).toContain('Must be an address')
  cell(0, 0)?.focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => document.activeElement).toBe(cell(0, 1))
  const bar = page.getByRole('group', { name: 'Selected cell' })
  await expect.element(bar.getByText(/Must be an address/)).toBeVisible()
  for (let row = 0; row < 5; row++) {
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('textbox', { name: /^Desktop, row/ })).toHaveFocus()
    await userEvent.keyboard('{Control>}a{/Control}https://shop.example.com/new{Enter}')
    await expect.poll(() => inputs('runs.edit')).toHaveLength(row + 1)
    await expect.poll(() => document.activeElement).toBe(cell(Math.min(row + 1, 4), 1))
  }
  await expect
    .element(page.getByText(/^300 rows are ready; \d+ ha(?:s a warning|ve warnings)\.$/))
    .toBeVisible()
  // Corrected rows stay visible.
  expect(cell(4, 1)?.textContent).toContain('https://shop.example.com/new')
  expect(inputs('runs.edit')[0]).toEqual({
    id: runId,
    cells: [{ number: 3, column: 1, text: 'https://shop.example.com/new' }],
  })
})

test.each(['check', 'columns'])(
  'rows that can’t be read say why, and can be read again: %s',
  async (step) => {
    let canRead = false
    const rows = createRows(3, [2])
    await showBulk(
      `/bulk/${runId}?step=${step}`,
      rows,
      {},
      {
        'runs.rows': () =>
          canRead
            ? { ok: true, value: { rows, next: null } }
            : { ok: false, problem: { code: 'storage_failed' } },
      },
    )
    await expect.element(page.getByText(catalogue.storage_failed.title)).toBeVisible()
    expect(page.getByText('Empty').elements()).toEqual([])
    expect(await findAxeViolations()).toEqual([])
    canRead = true
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(catalogue.storage_failed.title)).not.toBeInTheDocument()
    await expect.element(page.getByText('Sale 1').first()).toBeVisible()
  },
)

test('Escape restores a cell while typing, and Ctrl+Z afterwards', async () => {
  const { inputs } = await showBulk(address, createRows(20))
  await expect.poll(() => cell(0, 0)).not.toBeNull()
  cell(0, 0)?.focus()
  await userEvent.keyboard('x')
  await expect.element(page.getByRole('textbox', { name: 'Title, row 1' })).toHaveValue('x')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(cell(0, 0))
  expect(inputs('runs.edit')).toEqual([])
  await userEvent.keyboard('{F2}!{Tab}')
  await expect.poll(() => document.activeElement).toBe(cell(0, 1))
  await expect.poll(() => cell(0, 0)?.textContent).toBe('Sale 1!')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => cell(0, 0)?.textContent).toBe('Sale 1')
})

test('a pasted block fills the cells starting at the focused one', async () => {
  const { inputs } = await showBulk(address, createRows(20))
  await expect.poll(() => cell(1, 0)).not.toBeNull()
  cell(1, 0)?.focus()
  paste(cell(1, 0), 'One\thttps://one.example.com\r\n"Two\nlines"\thttps://two.example.com\r\n')
  await expect.poll(() => inputs('runs.edit')).toHaveLength(1)
  expect(inputs('runs.edit')[0]).toEqual({
    id: runId,
    cells: [
      { number: 2, column: 0, text: 'One' },
      { number: 2, column: 1, text: 'https://one.example.com' },
      { number: 3, column: 0, text: 'Two\nlines' },
      { number: 3, column: 1, text: 'https://two.example.com' },
    ],
  })
})

/** Pastes a text into a cell. */
function paste(target: Element | null, text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  target?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('a pasted column also fills rows that are not loaded, and says what did not fit', async () => {
  const { inputs } = await showBulk(address, createRows(1_000))
  await expect.poll(() => cell(1, 0)).not.toBeNull()
  cell(1, 0)?.focus()
  const titles = Array.from({ length: 1_005 }, (_, index) => `New ${index + 2}`)
  paste(cell(1, 0), `${titles.join('\n')}\n`)
  const edits = () => inputs('runs.edit').flatMap((input) => (input as CallInput<'runs.edit'>).cells)
  await expect
    .poll(edits)
    .toEqual(
      Array.from({ length: 999 }, (_, index) => ({ number: index + 2, column: 0, text: titles[index] })),
    )
  await expect.element(page.getByText('6 pasted rows didn’t fit. The table ends before them.')).toBeVisible()
})

test('long pasted texts are sent in several calls, and cut off at the limit of a cell', async () => {
  const { inputs } = await showBulk(address, createRows(20))
  await expect.poll(() => cell(0, 0)).not.toBeNull()
  cell(0, 0)?.focus()
  paste(cell(0, 0), Array.from({ length: 20 }, () => 'x'.repeat(60_000)).join('\n') + 'x'.repeat(10_000))
  const edits = () => inputs('runs.edit').map((input) => (input as CallInput<'runs.edit'>).cells)
  const lengths = () => edits().map((cells) => cells.reduce((sum, { text }) => sum + text.length, 0))
  await expect.poll(lengths).toEqual([480_000, 480_000, 180_000 + 65_536])
  expect(edits().flat()).toHaveLength(20)
  await expect
    .element(page.getByText('1 text was longer than 65,536 characters and cut off there.'))
    .toBeVisible()
})

test('a row that is pasted at its number fills its first cells, and says that others did not fit', async () => {
  const { inputs } = await showBulk(address, createRows(3))
  await expect.poll(() => cell(1, -1)).not.toBeNull()
  cell(1, -1)?.focus()
  paste(cell(1, -1), 'One\thttps://one.example.com\tone\tmore')
  await expect
    .poll(() => inputs('runs.edit'))
    .toEqual([
      {
        id: runId,
        cells: [
          { number: 2, column: 0, text: 'One' },
          { number: 2, column: 1, text: 'https://one.example.com' },
          { number: 2, column: 2, text: 'one' },
        ],
      },
    ])
  await expect
    .element(page.getByText('1 pasted column didn’t fit. The table has no more columns there.'))
    .toBeVisible()
})

test('what is typed in a cell is kept when the table is scrolled far away', async () => {
  const { inputs } = await showBulk(address, createRows(1_000))
  await expect.poll(() => cell(0, 0)).not.toBeNull()
  cell(0, 0)?.focus()
  await userEvent.keyboard('x')
  const field = page.getByRole('textbox', { name: 'Title, row 1' })
  await expect.element(field).toHaveValue('x')
  const scroller = page.getByRole('grid', { name: 'Rows' }).element().parentElement
  scroller?.scrollTo({ top: scroller.scrollHeight })
  await expect.poll(() => cell(999, 0)?.textContent).toBe('Sale 1000')
  await userEvent.keyboard('yz{Enter}')
  await expect
    .poll(() => inputs('runs.edit'))
    .toEqual([{ id: runId, cells: [{ number: 1, column: 0, text: 'xyz' }] }])
})

test('what is typed in a cell is saved when another step is opened by Back', async () => {
  const { inputs } = await showBulk(`/bulk/${runId}?step=columns`, createRows(4))
  await page.getByRole('link', { name: 'Check' }).click()
  await expect.poll(() => cell(0, 0)).not.toBeNull()
  cell(0, 0)?.focus()
  await userEvent.keyboard('x')
  await expect.element(page.getByRole('textbox', { name: 'Title, row 1' })).toHaveValue('x')
  history.back()
  await expect.element(page.getByRole('region', { name: 'Columns' })).toBeVisible()
  await expect
    .poll(() => inputs('runs.edit'))
    .toEqual([{ id: runId, cells: [{ number: 1, column: 0, text: 'x' }] }])
})

test('rows that were not checked with the latest columns are not called ready', async () => {
  const rows = createRows(4)
  await showBulk(address, rows, { checked: false })
  await expect.element(page.getByText('Not every row was checked yet.')).toBeVisible()
})

test('a cell is saved although the problems of the rows are still being grouped', async () => {
  const rows = createRows(4)
  const { inputs } = await showBulk(
    address,
    rows,
    {},
    {
      'runs.edit': () => ({ ok: true, value: { run: createRun(rows), rows: [] } }),
      'runs.causes': () => Promise.race([]),
    },
  )
  await expect.poll(() => cell(0, 0)).not.toBeNull()
  for (const row of [0, 1]) {
    cell(row, 0)?.focus()
    await userEvent.keyboard('x{Enter}')
    await expect.poll(() => inputs('runs.edit')).toHaveLength(row + 1)
  }
})

/** Shows rows whose cells can be saved only while the disk isn't full. */
async function showRowsOnDisk(count: number, disk: { isFull: boolean }) {
  const rows = createRows(count)
  const shown = await showBulk(
    address,
    rows,
    {},
    {
      'runs.edit': () =>
        disk.isFull
          ? { ok: false, problem: { code: 'storage_failed' } }
          : { ok: true, value: { run: createRun(rows), rows: [] } },
    },
  )
  await expect.poll(() => cell(0, 0)).not.toBeNull()
  return shown
}

test('cells that could not be saved can be tried again, except those that were edited since', async () => {
  const disk = { isFull: true }
  const { inputs } = await showRowsOnDisk(4, disk)
  cell(0, 0)?.focus()
  paste(cell(0, 0), 'One\nTwo\n')
  const failed = page.getByText(catalogue.storage_failed.title)
  await expect.element(failed).toBeVisible()
  disk.isFull = false
  cell(1, 0)?.focus()
  await userEvent.keyboard('x{Enter}')
  await expect.poll(() => inputs('runs.edit')).toHaveLength(2)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect
    .poll(() => inputs('runs.edit')[2])
    .toEqual({ id: runId, cells: [{ number: 1, column: 0, text: 'One' }] })
  await expect.element(failed).not.toBeInTheDocument()
})

test('cells of many edits that could not be saved are all tried again', async () => {
  const disk = { isFull: true }
  const { inputs } = await showRowsOnDisk(5, disk)
  for (const row of [0, 1, 2, 3]) {
    cell(row, 0)?.focus()
    await userEvent.keyboard('x{Enter}')
    await expect.poll(() => inputs('runs.edit')).toHaveLength(row + 1)
  }
  const failed = page.getByText(catalogue.storage_failed.title)
  await expect.element(failed).toBeVisible()
  disk.isFull = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect
    .poll(() => inputs('runs.edit')[4])
    .toEqual({ id: runId, cells: [1, 2, 3, 4].map((number) => ({ number, column: 0, text: 'x' })) })
  await expect.element(failed).not.toBeInTheDocument()
})

test('what is typed in a cell belongs to its row, even if the rows above disappear meanwhile', async () => {
  const rows = createRows(20, [2, 5, 9])
  const answer = Promise.withResolvers<undefined>()
  const { inputs } = await showBulk(
    address,
    rows,
    {},
    {
      'runs.rows': () => ({
        ok: true,
        value: { rows: rows.filter(({ state }) => state === 'faulty'), next: null },
      }),
      'runs.skip': async () => {
        await answer.promise
        rows[1] = { ...(rows[1] as RunRow), state: 'skipped' }
        return { ok: true, value: createRun(rows) }
      },
    },
  )
  await expect.poll(() => cell(0, 1)?.getAttribute('aria-invalid')).toBe('true')
  cell(0, 1)?.focus()
  await page.getByRole('button', { name: 'Leave this row out' }).click()
  cell(1, 1)?.focus()
  await userEvent.keyboard('{Enter}')
  const field = page.getByRole('textbox', { name: 'Desktop, row 5' })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Control>}a{/Control}https://five.example.com')
  answer.resolve(undefined)
  await expect
    .element(page.getByText(/^17 of 20 rows are ready; 2 have errors;.* 1 is left out/))
    .toBeVisible()
  await expect.poll(() => cell(2, 1)).toBeNull()
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => inputs('runs.edit'))
    .toEqual([{ id: runId, cells: [{ number: 5, column: 1, text: 'https://five.example.com' }] }])
})

test('an error of a value for all links offers no change of the focused cell', async () => {
  const text = 'Where it goes, for everyone: “htps://” looks like a typo.'
  const rows = createRows(2).map((row) => ({
    ...row,
    state: 'faulty' as const,
    errors: [{ column: null, text }],
  }))
  await showBulk(address, rows)
  await expect.poll(() => cell(0, 0)).not.toBeNull()
  cell(0, 0)?.focus()
  const bar = page.getByRole('group', { name: 'Selected cell' })
  await expect.element(bar.getByText(text)).toBeVisible()
  await expect.element(bar.getByRole('button', { name: 'Leave this row out' })).toBeVisible()
  await expect.element(bar.getByRole('button', { name: 'Change all matching…' })).not.toBeInTheDocument()
})

test('a word can be changed in all rows, and rows can be skipped, both with Undo', async () => {
  const { inputs } = await showBulk(address, createRows(20, [2]))
  await page.getByText('Warnings 3').click()
  await expect.poll(() => cell(0, 2)?.dataset['issue']).toBe('warning')
  cell(0, 2)?.focus()
  await page.getByRole('button', { name: 'Change all matching…' }).click()
  await page.getByRole('combobox', { name: 'Change every “Twitter” in Source to' }).fill('twitter')
  await expect.element(page.getByRole('button', { name: 'Change them' })).toBeEnabled()
  expect(await findAxeViolations()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => inputs('runs.fix'))
    .toEqual([{ id: runId, what: 'replace', cells: { column: 2, text: 'Twitter' }, by: 'twitter' }])
  await expect.element(page.getByText('3 cells changed')).toBeVisible()
  // No row with a warning is left.
  await expect.element(page.getByText('Warnings 3')).not.toBeInTheDocument()
  await expect.poll(() => cell(5, 0)).not.toBeNull()
  await page.getByRole('button', { name: /^Leave it out/ }).click()
  await expect.element(page.getByText(/^19 of 20 rows are ready; 1 is left out/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.element(page.getByText(/^19 of 20 rows are ready; 1 has an error/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(inputs('runs.restore')).toHaveLength(2)
})

test('rows that are left out can be restored even if another step was opened meanwhile', async () => {
  const answer = Promise.withResolvers<unknown>()
  const { inputs } = await showBulk(address, createRows(20, [2]), {}, { 'runs.fix': () => answer.promise })
  await page.getByRole('button', { name: /^Leave it out/ }).click()
  await page.getByRole('link', { name: 'Columns' }).click()
  await expect.element(page.getByRole('region', { name: 'Columns' })).toBeVisible()
  const change = crypto.randomUUID()
  answer.resolve({ ok: true, value: { run: createRun(createRows(20)), changed: 1, change } })
  await expect.element(page.getByText('1 row left out')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => inputs('runs.restore')).toEqual([{ id: runId, change }])
})

test('an Undo that failed is offered again', async () => {
  const rows = createRows(4, [2]).map((row) =>
    row.state === 'faulty' ? { ...row, cells: row.cells.with(1, 'www.shop.example') } : row,
  )
  const failure = { ok: false, problem: { code: 'storage_failed' } }
  const run = createRun(rows)
  const restored = [failure, { ok: true, value: { run, changed: 1 } }]
  const { inputs } = await showBulk(address, rows, {}, { 'runs.restore': () => restored.shift() })
  const undo = page.getByRole('button', { name: 'Undo' })
  await page.getByRole('button', { name: /^Fix it/ }).click()
  await undo.click()
  await expect.element(page.getByText(catalogue.storage_failed.title)).toBeVisible()
  await undo.click()
  await expect.poll(() => inputs('runs.restore')).toHaveLength(2)
})

test('a missing https:// is added in all rows with this problem at once, with Undo', async () => {
  const rows = createRows(20, [2, 5, 9]).map((row) =>
    row.state === 'faulty' && row.number !== 9
      ? { ...row, cells: row.cells.with(1, 'www.shop.example') }
      : row,
  )
  await showBulk(address, rows)
  await expect.element(page.getByText(/^17 of 20 rows are ready; 3 have errors/)).toBeVisible()
  await page.getByRole('button', { name: /^Fix 2 of 3/ }).click()
  await expect.element(page.getByText(/^19 of 20 rows are ready; 1 has an error/)).toBeVisible()
  await expect.element(page.getByText('2 rows fixed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText(/^17 of 20 rows are ready; 3 have errors/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Fix 2 of 3/ })).toBeVisible()
  // All rows are shown again.
  expect(cell(1, 1)?.textContent).toContain('www.shop.example')
})

test('adding a missing https:// is offered once an edited cell lacks it', async () => {
  await showBulk(address, createRows(4, [2]))
  await expect.poll(() => cell(0, 1)?.getAttribute('aria-invalid')).toBe('true')
  cell(0, 1)?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox', { name: /^Desktop, row/ })).toHaveFocus()
  await userEvent.keyboard('{Control>}a{/Control}www.shop.example{Enter}')
  await expect.element(page.getByRole('button', { name: /^Fix it/ })).toBeVisible()
})

test('undoing a change of many rows reports rows that were edited since', async () => {
  const rows = createRows(4, [2]).map((row) =>
    row.state === 'faulty' ? { ...row, cells: row.cells.with(1, 'www.shop.example') } : row,
  )
  const restore = () => ({ ok: true, value: { run: createRun(rows), changed: 0 } })
  await showBulk(address, rows, {}, { 'runs.restore': restore })
  await page.getByRole('button', { name: /^Fix it/ }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('0 of 1 row restored. The others have changed since.')).toBeVisible()
})

test('a change of many cells can no longer be undone once the run has started', async () => {
  const rows = createRows(4, [2]).map((row) =>
    row.state === 'faulty' ? { ...row, cells: row.cells.with(1, 'www.shop.example') } : row,
  )
  await showBulk(address, rows)
  await page.getByRole('button', { name: /^Fix it/ }).click()
  await page.getByRole('button', { name: 'Continue with 4 links' }).click()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.getByRole('button', { name: 'Create the first link' }).click()
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('spaces around a cell are shown in it, and are no warning', async () => {
  const rows = createRows(2).map((row) => ({ ...row, cells: row.cells.with(0, `  Sale ${row.number}`) }))
  await showBulk(address, rows)
  await expect.element(page.getByText('All 2 rows are ready.')).toBeVisible()
  await expect.element(page.getByText(/^Warnings/)).not.toBeInTheDocument()
  cell(0, 0)?.focus()
  const bar = page.getByRole('group', { name: 'Selected cell' })
  await expect.element(bar.getByText('Spaces at the start or end are left out.')).toBeVisible()
  cell(0, 1)?.focus()
  await expect.element(bar.getByText('Spaces at the start or end are left out.')).not.toBeInTheDocument()
})

test('only visible rows of 100,000 are drawn and kept', async () => {
  await page.viewport(1280, 800)
  await showBulk(address, createRows(100_000))
  await expect.poll(() => cell(0, 0)).not.toBeNull()
  cell(0, 0)?.focus()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await expect.poll(() => cell(99_999, 2)?.textContent).toContain('witter')
  // The channel is the last column.
  await expect.poll(() => document.activeElement).toBe(cell(99_999, 3))
  expect(document.querySelectorAll('[role="row"]').length).toBeLessThan(50)
})

test('only visible columns of 400 are drawn', async () => {
  const rows = createRows(3).map((row) => ({
    ...row,
    cells: Array.from({ length: 400 }, (_, index) => row.cells[index] ?? `c${String(index)}`),
  }))
  await showBulk(address, rows, { header: rows[0]?.cells.map((_, index) => `Column ${String(index)}`) ?? [] })
  await expect.poll(() => cell(0, 0)).not.toBeNull()
  cell(0, 0)?.focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => document.activeElement?.textContent).toBe('Organic Social')
  expect(cell(2, 399)?.textContent).toBe('c399')
  expect(document.querySelectorAll('[role="gridcell"]').length).toBeLessThan(100)
})

test('a table with its header and blank rows shows each row once, up to the last one', async () => {
  // Numbers as in the spreadsheet: the header is row 1, and two rows are blank.
  const rows = createRows(250).map((row) => ({ ...row, number: row.number + (row.number > 120 ? 3 : 1) }))
  await showBulk(address, rows)
  await expect.poll(() => cell(0, 0)?.textContent).toBe('Sale 1')
  cell(0, 0)?.focus()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await expect.poll(() => cell(249, 0)?.textContent).toBe('Sale 250')
  expect(cell(248, 0)?.textContent).toBe('Sale 249')
})

test('a cell that the rules changed says what it was', async () => {
  const rows = createRows(3).map((row) =>
    row.number === 2 ? { ...row, changedByRules: [{ column: 2, before: 'Twitter' }] } : row,
  )
  await showBulk(address, rows)
  await expect.poll(() => cell(1, 2)?.title).toBe('Was “Twitter”. Changed by the rules.')
  expect(cell(1, 2)?.dataset['issue']).toBeUndefined()
  expect(cell(1, 2)?.textContent).toContain('Was “Twitter”. Changed by the rules.')
  expect(cell(0, 2)?.title).toBe('')
  cell(1, 2)?.focus()
  const bar = page.getByRole('group', { name: 'Selected cell' })
  await expect.element(bar.getByText('Was “Twitter”. Changed by the rules.')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('rules that can’t be read are mentioned above the rows', async () => {
  await showBulk(address, createRows(3), {}, { 'rules.get': () => ({ ok: true, value: { rules: null } }) })
  await expect
    .element(page.getByText('This profile’s rules can’t be read, and aren’t applied to these links.'))
    .toBeVisible()
})
