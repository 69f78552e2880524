import { notifications } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { findAxeViolations } from '../../axe.ts'
import { createRows, createRun, runId, showBulk } from './bulk.tsx'

beforeEach(() => notifications.clean())

const address = `/bulk/${runId}?step=check`
const cell = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[data-cell="${String(row)}:${String(column)}"]`)

type Cause = CallOutput<'runs.causes'>['causes'][number]

const withCauses = (...causes: Partial<Cause>[]) => ({
  'runs.causes': () => ({
    ok: true,
    value: {
      causes: causes.map((cause, index) => ({
        ...{ key: `error ${String(index)}`, isVaried: false, isError: true, rows: 2, columns: [], fix: null },
        ...cause,
      })),
      more: 0,
    },
  }),
})

const unlisted = '“billboard” is not one of the sources in the list.'
const withSources = {
  'rules.get': () => ({
    ok: true,
    value: { rules: trackingRules.parse({ source: { values: ['newsletter', 'shop', 'twitter'] } }) },
  }),
}

test('a value that the rules don’t list is replaced by a chosen one in all its rows', async () => {
  const { inputs } = await showBulk(
    address,
    createRows(20, [2, 5]),
    {},
    {
      ...withSources,
      ...withCauses({ text: unlisted, kind: 'unlisted', field: 'tracking_source', columns: [2] }),
    },
  )
  const choice = page.getByRole('combobox', { name: `Replace all 2 with: ${unlisted}` })
  await expect.element(choice).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await choice.click()
  await page.getByRole('option', { name: 'shop' }).click()
  await expect
    .poll(() => inputs('runs.fix'))
    .toEqual([{ id: runId, what: 'choice', cause: 'error 0', by: 'shop' }])
  await expect.element(page.getByText('2 rows changed')).toBeVisible()
})

test('rows with a problem that has no fix can be left out, with Undo', async () => {
  const text = 'No address: visitors see only the title.'
  const { inputs } = await showBulk(address, createRows(20, [2, 5]), {}, withCauses({ text }))
  await page.getByRole('button', { name: `Leave out 2: ${text}` }).click()
  await expect.poll(() => inputs('runs.fix')).toEqual([{ id: runId, what: 'leaveOut', cause: 'error 0' }])
  await expect.element(page.getByText('2 rows left out')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => inputs('runs.restore')).toHaveLength(1)
})

test('a column that isn’t app data as a whole becomes a key in it, with Undo', async () => {
  const rows = createRows(20, [2, 5])
  const { mapping } = createRun(rows)
  const [title, everyone] = mapping.columns
  if (!title || !everyone) throw new Error('The run has no columns.')
  const asData = { ...mapping, columns: [title, everyone, { to: 'field', field: 'data' } as const] }
  const text = 'The app data must be a JSON object: { … }.'
  const { inputs } = await showBulk(address, rows, { mapping: asData }, withCauses({ text, columns: [2] }))
  await page.getByRole('button', { name: 'Use it as a key in the app data' }).click()
  const asKey = { to: 'data', path: 'Source', type: 'text' }
  await expect
    .poll(() => inputs('runs.map'))
    .toEqual([{ id: runId, mapping: { ...asData, columns: [title, everyone, asKey] } }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => inputs('runs.map')).toMatchObject([{}, { mapping: asData }])
})

test('up to three replacements of a fix are shown', async () => {
  const examples = ['a', 'b', 'c'].map((name) => ({ before: `${name} 1`, after: `${name}%201` }))
  await showBulk(
    address,
    createRows(20, [2]),
    {},
    withCauses({
      text: 'There is a space in this address.',
      fix: { what: 'suggestions', rows: 2, examples },
    }),
  )
  await expect.element(page.getByText('c 1 → c%201')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Fix all 2/ })).toBeVisible()
})

test('a cell whose value the rules list offers and names the allowed values', async () => {
  const rows = createRows(3).map((row) =>
    row.number === 1
      ? {
          ...row,
          state: 'faulty' as const,
          errors: [{ column: 2, text: unlisted, kind: 'unlisted' as const }],
          warnings: [],
        }
      : row,
  )
  const { inputs } = await showBulk(address, rows, {}, { ...withSources, ...withCauses() })
  await expect.poll(() => cell(0, 2)).not.toBeNull()
  cell(0, 2)?.focus()
  const bar = page.getByRole('group', { name: 'Selected cell' })
  await expect.element(bar.getByText('Allowed: newsletter, shop, twitter.')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option', { name: 'newsletter' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect
    .poll(() => inputs('runs.edit'))
    .toEqual([{ id: runId, cells: [{ number: 1, column: 2, text: 'shop' }] }])
  // A text that isn't listed can still be typed, and Escape cancels.
  cell(0, 2)?.focus()
  await userEvent.keyboard('x{Escape}')
  await expect.poll(() => document.activeElement).toBe(cell(0, 2))
  await userEvent.keyboard('mail{Enter}')
  await expect
    .poll(() => inputs('runs.edit')[1])
    .toEqual({ id: runId, cells: [{ number: 1, column: 2, text: 'mail' }] })
})

test('a missing value is filled in where it is missing, with one of the allowed values or any other', async () => {
  const text = 'Enter a source.'
  const missing = { text, kind: 'missing', field: 'tracking_source', columns: [2] } satisfies Partial<Cause>
  const { inputs } = await showBulk(
    address,
    createRows(20, [2, 5]),
    {},
    { ...withSources, ...withCauses(missing) },
  )
  const field = page.getByRole('combobox', { name: `Fill in all 2 with: ${text}` })
  await field.click()
  await page.getByRole('option', { name: 'shop' }).click()
  const fix = { id: runId, what: 'choice', cause: 'error 0' }
  await expect.poll(() => inputs('runs.fix')).toEqual([{ ...fix, by: 'shop' }])
  await expect.element(page.getByText('2 rows filled in')).toBeVisible()
  await field.fill('other')
  await page.getByRole('button', { name: 'Fill in', exact: true }).click()
  await expect.poll(() => inputs('runs.fix')[1]).toEqual({ ...fix, by: 'other' })
})

test('a value that no column has becomes the same for every link, with Undo', async () => {
  const text = 'Without a medium, Google Analytics counts these visits as Unassigned.'
  const rows = createRows(20, [2, 5])
  const { mapping } = createRun(rows)
  const cause = { text, kind: 'missing', field: 'tracking_medium', isError: false } as const
  const { inputs } = await showBulk(address, rows, {}, withCauses(cause))
  await page.getByRole('combobox', { name: `Fill in all 2 with: ${text}` }).click()
  await page.getByRole('option', { name: 'email' }).click()
  const filled = { ...mapping, template: { tracking_medium: 'email' } }
  await expect.poll(() => inputs('runs.map')).toEqual([{ id: runId, mapping: filled }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => inputs('runs.map')).toMatchObject([{}, { mapping }])
})

test('columns that were recognized by their values are named above the problems', async () => {
  await showBulk(address, createRows(3), { header: ['Wording', 'Desktop', 'Placement'] }, withCauses())
  await expect
    .element(page.getByText('Used by their values: Wording as Title, Placement as Source.'))
    .toBeVisible()
  await page.getByRole('link', { name: 'Change the columns' }).click()
  await expect.element(page.getByRole('region', { name: 'Columns' })).toBeVisible()
})

test('rows with errors can be downloaded', async () => {
  const { inputs } = await showBulk(
    address,
    createRows(20, [2]),
    {},
    { ...withCauses(), 'runs.export': () => Promise.race([]) },
  )
  await page.getByRole('button', { name: 'Download rows with errors' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect.poll(() => inputs('runs.export')).toMatchObject([{ what: 'errors', format: 'csv' }])
})

test('without errors, there are none to download', async () => {
  await showBulk(address, createRows(20), {}, withCauses())
  await expect.element(page.getByRole('button', { name: 'Continue with 20 links' })).toBeVisible()
  const download = page.getByRole('button', { name: 'Download rows with errors' })
  await expect.element(download).not.toBeInTheDocument()
})
