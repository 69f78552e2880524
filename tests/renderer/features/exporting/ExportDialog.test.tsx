import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { choose } from '../../choose.ts'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import type { AppState } from '../../../../contract/app/calls/app/app.ts'
import { csvColumnNames, defaultColumns } from '../../../../contract/app/library/columns/csvColumns.ts'
import { libraryView } from '../../../../contract/app/library/view.ts'
import { ExportButton } from '../../../../renderer/features/exporting/ExportButton.tsx'
import type { Exportable } from '../../../../renderer/features/exporting/ExportDialog.tsx'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const job = '4d9f3c52-6c0e-4d0c-9d0f-000000000001'
const view = libraryView.parse({ search: 'sale' })

/** Renders the dialog with an app that remembers the default columns. Returns what was exported. */
async function openDialog(links: Exportable, overrides: Partial<AppState> = {}) {
  const calls = await show(withSession(<ExportButton links={links} />, overrides), {
    'exports.columns': () => ({ ok: true, value: defaultColumns }),
    'library.count': ({ view: counted }: CallInput<'library.count'>) => ({
      ok: true,
      value: { total: counted.states?.includes('failed') ? 2 : 3_502, atLeast: false },
    }),
    'exports.links': () => ({ ok: true, value: { job } }),
    'jobs.list': () => ({ ok: true, value: [] }),
    'rules.parameters': () => ({ ok: true, value: [{ field: '?creative', label: 'Advert' }] }),
  })
  await page.getByRole('button', { name: 'Export…' }).click()
  await expect.element(page.getByRole('radio', { name: /^Table/ })).toBeVisible()
  return () => calls.flatMap(([name, input]) => (name === 'exports.links' ? [input] : []))
}

const exportButton = () => page.getByRole('button', { name: 'Export', exact: true })

test('the list is exported with the selected columns in table order', async () => {
  const exportedInputs = await openDialog({ view })
  await expect
    .element(page.getByRole('radio', { name: 'The list as shown (3,500 links and 2 failed attempts)' }))
    .toBeChecked()
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('checkbox', { name: 'Path' }).click()
  await page.getByRole('checkbox', { name: 'Note' }).click()
  await exportButton().click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const columns = csvColumnNames.filter((name) => name === 'path' || defaultColumns.includes(name))
  expect(exportedInputs()).toEqual([
    {
      which: { view },
      format: { kind: 'csv', columns: columns.filter((name) => name !== 'note'), delimiter: ',' },
    },
  ])
})

test('QR codes are exported in the chosen format and size', async () => {
  const exportedInputs = await openDialog({ view })
  await page.getByRole('radio', { name: /^QR codes/ }).click()
  await page.getByText('PNG', { exact: true }).click()
  await choose('Printed width', '5 cm')
  expect(await findAxeViolations()).toEqual([])
  await exportButton().click()
  await expect
    .poll(exportedInputs)
    .toEqual([{ which: { view }, format: { kind: 'qr', delimiter: ',', image: 'png', centimetres: 5 } }])
})

test('columns that can’t be loaded say so and can be loaded again', async () => {
  const answers: unknown[] = [{ ok: false, problem: { code: 'storage_failed' } }]
  await show(withSession(<ExportButton links={{ view }} />), {
    'exports.columns': () => answers.shift() ?? { ok: true, value: defaultColumns },
  })
  await page.getByRole('button', { name: 'Export…' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(exportButton()).toBeEnabled()
})

test('too many links that were selected one by one are refused with the limit and a way out', async () => {
  const ids = Array.from({ length: 10_001 }, () => job)
  await show(
    withSession(<ExportButton links={{ view, selected: { which: { ids }, count: '10,001 links' } }} />),
    {
      'exports.columns': () => ({ ok: true, value: defaultColumns }),
    },
  )
  await page.getByRole('button', { name: 'Export…' }).click()
  await expect.element(page.getByText(/^At most 10,000 links .* “Select all”/)).toBeVisible()
  await expect.element(exportButton()).toBeDisabled()
  await page.getByRole('radio', { name: /^The list as shown/ }).click()
  await expect.element(exportButton()).toBeEnabled()
})

test('the whole library can be exported, but not a table without columns', async () => {
  const exportedInputs = await openDialog({ view })
  for (const box of page.getByRole('checkbox', { checked: true }).elements()) (box as HTMLElement).click()
  await expect.element(exportButton()).toBeDisabled()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect.element(exportButton()).toBeEnabled()
  await page.getByRole('radio', { name: /^The whole library/ }).click()
  await page.getByRole('radio', { name: /^Complete copy/ }).click()
  await exportButton().click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(exportedInputs()).toEqual([{ which: { everything: true }, format: { kind: 'json' } }])
})

test('selected links come first, and the keyboard is enough', async () => {
  const chosen = { ids: [job] }
  const exportedInputs = await openDialog({ view, selected: { which: chosen, count: '1 link' } })
  await expect.element(page.getByRole('radio', { name: 'The selection (1 link)' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: /^Table/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(exportedInputs()).toEqual([{ which: chosen, format: { kind: 'json' } }])
})

test('a table can have semicolons or be a workbook', async () => {
  const exportedInputs = await openDialog({ view })
  await page.getByRole('radio', { name: /^Semicolon/ }).click()
  expect(await findAxeViolations()).toEqual([])
  await exportButton().click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Export…' }).click()
  await page.getByRole('radio', { name: /^Workbook/ }).click()
  await exportButton().click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(exportedInputs()).toEqual([
    { which: { view }, format: { kind: 'csv', columns: defaultColumns, delimiter: ';' } },
    { which: { view }, format: { kind: 'xlsx', columns: defaultColumns } },
  ])
})

test('the separator starts as it was last used', async () => {
  const exportedInputs = await openDialog({ view }, { csvDelimiter: ';' })
  await expect.element(page.getByRole('radio', { name: /^Semicolon/ })).toBeChecked()
  await exportButton().click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(exportedInputs()).toEqual([
    { which: { view }, format: { kind: 'csv', columns: defaultColumns, delimiter: ';' } },
  ])
})

test('a parameter that a profile lists is a column by its name', async () => {
  const exportedInputs = await openDialog({ view })
  await page.getByRole('checkbox', { name: 'Advert' }).click()
  await exportButton().click()
  await expect
    .poll(exportedInputs)
    .toMatchObject([
      { format: { columns: expect.arrayContaining(['title', '?creative', 'note']) as unknown } },
    ])
})
