import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { choose } from '../../choose.ts'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import { catalogue } from '../../../../contract/app/problems/problemCatalogue.ts'
import { findAxeViolations } from '../../axe.ts'
import { createCheckJob, createRows, otherRunId, runId, createRun, showBulk } from './bulk.tsx'

const rows = createRows(3)
const prepareAnswer = {
  'runs.prepare': ({ id }: CallInput<'runs.prepare'>) => ({
    ok: true,
    value: createRun(rows, { id }),
  }),
}

/** Answers to a file that is sent in parts. */
const uploadAnswers = Object.fromEntries(
  ['imports.begin', 'imports.append', 'imports.discard'].map((name) => [
    name,
    () => ({ ok: true, value: null }),
  ]),
)

/** Returns whether a mapping is saved and its rows are checked. */
const isChecked = (input: unknown) => (input as CallInput<'runs.map'>).check !== false

test('an empty Bulk screen says what it is for', async () => {
  await showBulk('/bulk', [])
  await expect.element(page.getByRole('heading', { name: 'Many links at once' })).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Start with your rows' }).click()
  await expect.element(page.getByRole('heading', { name: 'Paste your rows' })).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test.each([
  ['the list of runs', '/bulk', 'Many links at once'],
  ['the page of a new run', '/bulk/new', 'Paste your rows'],
])('cells copied from a spreadsheet can be pasted anywhere on %s', async (_page, path, heading) => {
  const { inputs } = await showBulk(path, [], {}, prepareAnswer)
  await expect.element(page.getByRole('heading', { name: heading })).toBeVisible()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', 'Title\tDesktop\nSale\thttps://shop.example.com')
  clipboardData.setData('text/html', '<table><tr><td>Title</td></tr></table>')
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.poll(() => inputs('runs.prepare')).toHaveLength(1)
  expect(inputs('runs.prepare')[0]).toMatchObject({
    ...{ profileId: 'acme', environment: 'development' },
    source: {
      kind: 'pasted',
      text: 'Title\tDesktop\nSale\thttps://shop.example.com',
      html: '<table><tr><td>Title</td></tr></table>',
    },
  })
  await expect.poll(() => location.hash).toMatch(/^#\/bulk\/[0-9a-f-]{36}\?step=columns$/)
})

test('a table that cannot be read leaves the list of runs as it was, and says why', async () => {
  const { inputs } = await showBulk(
    '/bulk',
    rows,
    {},
    {
      'runs.prepare': () => ({ ok: false, problem: { code: 'sheet_empty' } }),
    },
  )
  const search = page.getByRole('textbox', { name: 'Search runs' })
  await search.fill('Summer')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', 'Title\tDesktop\nSale\thttps://shop.example.com')
  const paste = () => new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  search.element().dispatchEvent(paste())
  document.body.dispatchEvent(paste())
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(search).toHaveValue('Summer')
  // Text pasted into the search starts no run.
  expect(inputs('runs.prepare')).toHaveLength(1)
})

test('more cells than fit into one call are sent in parts, like a file', async () => {
  const { inputs } = await showBulk(
    '/bulk/new',
    [],
    {},
    {
      ...prepareAnswer,
      ...uploadAnswers,
      'runs.sheets': () => ({ ok: true, value: { sheets: [''] } }),
    },
  )
  await expect.element(page.getByRole('heading', { name: 'Paste your rows' })).toBeVisible()
  const text = `Title\tDesktop\n${'Sale\thttps://shop.example.com/€\n'.repeat(50_000)}`
  const clipboardData = new DataTransfer()
  const html = '<table><tr><td x:num="123456789012">1.23457E+11</td></tr></table>'
  clipboardData.setData('text/plain', text)
  clipboardData.setData('text/html', html)
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.poll(() => inputs('runs.prepare')).toHaveLength(1)
  const { id: file } = inputs('imports.begin')[0] as { id: string }
  const size = new Blob([JSON.stringify({ text, html })]).size
  expect(inputs('imports.begin')[0]).toMatchObject({ size, purpose: 'run' })
  expect(inputs('runs.prepare')[0]).toMatchObject({
    source: { kind: 'file', file, name: 'Pasted rows', isPasted: true },
  })
})

test('a cancelled upload doesn’t come back when its last piece arrives', async () => {
  const appended = Promise.withResolvers<unknown>()
  const { inputs } = await showBulk(
    '/bulk/new',
    [],
    {},
    { ...uploadAnswers, 'imports.append': () => appended.promise },
  )
  await expect.element(page.getByRole('heading', { name: 'Paste your rows' })).toBeVisible()
  const dataTransfer = {
    files: [new File(['Title'], 'links.csv')],
    items: [],
    types: ['Files'],
    getData: () => '',
  }
  const dropEvent = new DragEvent('drop', { bubbles: true, cancelable: true })
  Object.defineProperty(dropEvent, 'dataTransfer', { value: dataTransfer })
  document.body.dispatchEvent(dropEvent)
  await expect.poll(() => inputs('imports.append')).toHaveLength(1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  appended.resolve({ ok: true, value: null })
  await expect.poll(() => inputs('imports.discard')).not.toEqual([])
  await expect.element(page.getByRole('heading', { name: 'Paste your rows' })).toBeVisible()
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
})

test('a table that is read shows and cancels its own work only', async () => {
  let jobs = [createCheckJob(otherRunId)]
  const { inputs } = await showBulk(
    '/bulk/new',
    [],
    {},
    {
      'runs.prepare': () => Promise.race([]),
      'jobs.list': () => ({ ok: true, value: jobs }),
      'jobs.cancel': () => ({ ok: true, value: null }),
    },
  )
  await page.getByLabelText('Channel, one per line').fill('newsletter')
  await page.getByLabelText('Where the links go').fill('shop.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText(/^Reading/)).toBeVisible()
  const [{ id = '' } = {}] = inputs('runs.prepare') as { id?: string }[]
  const ownJob = createCheckJob(id)
  jobs = [...jobs, ownJob]
  await expect.element(page.getByText('Checking rows')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => inputs('jobs.cancel')).toEqual([{ id: ownJob.id }])
})

test('lists are combined, and their number and addresses are shown before any link is created', async () => {
  const { inputs } = await showBulk('/bulk/new', [], {}, prepareAnswer)
  await page.getByLabelText('Channel, one per line').fill('newsletter\ninstagram\n\nposter\nposter')
  await page.getByLabelText('Language, one per line').fill('en\nde')
  await expect.element(page.getByText('3 × 2 = 6 links')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('Enter where the links go.')).toBeVisible()
  expect(inputs('runs.prepare')).toEqual([])
  await page.getByLabelText('Where the links go').fill('shop.example/{{Language}}')
  await expect.element(page.getByText('https://shop.example/de').first()).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => inputs('runs.prepare')).toHaveLength(1)
  expect(inputs('runs.prepare')[0]).toMatchObject({
    source: {
      kind: 'lists',
      lists: [
        { name: 'Channel', values: ['newsletter', 'instagram', 'poster'] },
        { name: 'Language', values: ['en', 'de'] },
      ],
      template: { everyone: 'https://shop.example/{{Language}}' },
    },
  })
})

test('what keeps lists from being combined is said at its field, which gets the focus', async () => {
  const { inputs } = await showBulk('/bulk/new', [], {}, prepareAnswer)
  const [values, address] = [
    page.getByLabelText('Channel, one per line'),
    page.getByLabelText('Where the links go'),
  ]
  const next = page.getByRole('button', { name: 'Continue' })
  await values.fill('newsletter')
  await next.click()
  await expect.element(address).toHaveFocus()
  await expect.element(address).toHaveAccessibleDescription(/Enter where the links go\./)
  await address.fill('https://shop.example/{{Chanel}}')
  await next.click()
  await expect.element(page.getByText('There is no list “Chanel”.')).toBeVisible()
  const name = page.getByLabelText('Name of list 2')
  await name.fill('channel')
  await next.click()
  await expect.element(name).toHaveFocus()
  await expect.element(page.getByText('Another list has this name.')).toBeVisible()
  await name.fill('Title')
  // A title that is too long is an error of its links only.
  await page.getByLabelText('Title, one per line').fill(`Sale\n${'x'.repeat(300)}`)
  await address.fill('https://shop.example/{{Channel}}')
  await next.click()
  await expect.poll(() => inputs('runs.prepare')).toHaveLength(1)
})

test('an added list gets the focus, and a removed one can be restored', async () => {
  await showBulk('/bulk/new', [])
  await page.getByRole('button', { name: 'Add a list' }).click()
  await userEvent.keyboard('red-shoes')
  const creative = page.getByRole('textbox', { name: 'Creative, one per line' })
  await expect.element(creative).toHaveValue('red-shoes')
  await page.getByRole('button', { name: 'Remove Creative' }).click()
  await expect.element(creative).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(creative).toHaveValue('red-shoes')
  // With another one instead, there could be more lists than are allowed.
  await page.getByRole('button', { name: 'Remove Creative' }).click()
  await page.getByRole('button', { name: 'Add a list' }).click()
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('a workbook of several sheets needs a selection, and an unreadable one is explained', async () => {
  let isLocked = false
  const { inputs } = await showBulk(
    '/bulk/new',
    [],
    {},
    {
      ...prepareAnswer,
      ...uploadAnswers,
      'runs.sheets': () =>
        isLocked
          ? { ok: false, problem: { code: 'sheet_locked' } }
          : { ok: true, value: { sheets: ['Spring', 'Summer'] } },
    },
  )
  isLocked = true
  const drop = () => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['PK'], 'links.xlsx'))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }
  await expect.element(page.getByRole('heading', { name: 'Paste your rows' })).toBeVisible()
  drop()
  await expect.element(page.getByText('This workbook is password-protected')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  isLocked = false
  drop()
  await expect.element(page.getByRole('radiogroup', { name: 'Which sheet of links.xlsx?' })).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await page.getByLabelText('Summer').click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => inputs('runs.prepare')).toHaveLength(1)
  const { id: file } = inputs('imports.begin').at(-1) as { id: string }
  expect(inputs('runs.prepare')[0]).toMatchObject({ source: { kind: 'file', file, choice: { sheet: 1 } } })
  // So that a table with too many rows is rejected before its end.
  expect(inputs('imports.begin')[0]).toMatchObject({ size: 2, purpose: 'run' })
})

test('a file that couldn’t be read can be chosen again after it was corrected', async () => {
  const { inputs } = await showBulk(
    '/bulk/new',
    [],
    {},
    { ...uploadAnswers, 'runs.sheets': () => ({ ok: false, problem: { code: 'sheet_locked' } }) },
  )
  const button = page.getByRole('button', { name: 'Choose a file' })
  await expect.element(button).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  await userEvent.upload(input as HTMLInputElement, new File(['PK'], 'links.xlsx'))
  await expect.element(page.getByText('This workbook is password-protected')).toBeVisible()
  expect(inputs('imports.begin')).toHaveLength(1)
  expect(input?.files).toHaveLength(1)
  await button.click()
  // With the previous file, the browser would report no change.
  expect(input?.files).toHaveLength(0)
})

test('typed rows and lists are kept if they cannot be stored', async () => {
  const storageFailed = { ok: false, problem: { code: 'storage_failed' } }
  await showBulk('/bulk/new', [], {}, { ...prepareAnswer, 'runs.prepare': () => storageFailed })
  await page.getByLabelText('Rows', { exact: true }).fill('Title\nSale')
  const values = page.getByLabelText('Channel, one per line')
  await values.fill('poster')
  await page.getByRole('button', { name: 'Continue' }).first().click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByLabelText('Rows', { exact: true })).toHaveValue('Title\nSale')
  await expect.element(values).toHaveValue('poster')
})

test('a table of 2 GB is refused before any of it is sent', async () => {
  const { calls } = await showBulk('/bulk/new', [], {}, prepareAnswer)
  await expect.element(page.getByRole('heading', { name: 'Paste your rows' })).toBeVisible()
  const file = new File(['Title'], 'links.csv')
  // Only the size is checked. A real file of this size would fill the browser's disk.
  Object.defineProperty(file, 'size', { value: 2_000_000_000 })
  const dataTransfer = { files: [file], items: [], types: ['Files'], getData: () => '' }
  const dropEvent = new DragEvent('drop', { bubbles: true, cancelable: true })
  Object.defineProperty(dropEvent, 'dataTransfer', { value: dataTransfer })
  document.body.dispatchEvent(dropEvent)
  await expect.element(page.getByText('This table is too large')).toBeVisible()
  expect(calls.filter(([name]) => name === 'imports.begin')).toEqual([])
})

test('columns are mapped, a column is inserted into the template, and the first links are shown', async () => {
  const { inputs } = await showBulk(`/bulk/${runId}?step=columns`, createRows(300))
  await expect.element(page.getByRole('article', { name: 'Row 1' })).toBeVisible()
  await expect.element(page.getByRole('article', { name: 'Row 1' }).getByText('Goes to')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'What Title becomes' })).toHaveValue('Title')
  expect(await findAxeViolations()).toEqual([])
  await choose('What Source becomes', 'A key in the app data')
  await page.getByLabelText('Key for Source').fill('product.channel')
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByRole('menuitem', { name: 'Campaign' }).click()
  await page.getByLabelText('Campaign', { exact: true }).fill('summer-')
  await page.getByRole('button', { name: 'Insert a column into Campaign' }).click()
  await page.getByRole('menuitem', { name: 'Source' }).click()
  await expect.element(page.getByLabelText('Campaign', { exact: true })).toHaveValue('summer-{{Source}}')
  await page.getByRole('button', { name: 'Check 300 rows' }).click()
  await expect.poll(() => inputs('runs.map').filter(isChecked)).toHaveLength(1)
  expect(inputs('runs.map').find(isChecked)).toMatchObject({
    mapping: {
      columns: [
        { to: 'field', field: 'title' },
        { to: 'field', field: 'everyone' },
        { to: 'data', path: 'product.channel', type: 'text' },
      ],
      template: { tracking_campaign: 'summer-{{Source}}' },
    },
  })
  await expect.element(page.getByText(/^300 rows are ready; \d+ have warnings\.$/)).toBeVisible()
})

test('a mistyped https:// in a text for every link has a fix', async () => {
  const { inputs } = await showBulk(`/bulk/${runId}?step=columns`, createRows(3))
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByRole('menuitem', { name: 'Android', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Android', exact: true })
  await field.fill('htp:/shop.example.com/{{Title}}')
  await expect.element(field).toHaveAccessibleDescription(/^“htp:\/” looks like a typo\./)
  const getMiddle = ({ top, bottom }: DOMRect) => Math.round((top + bottom) / 2)
  const insertButton = page.getByRole('button', { name: 'Insert a column into Android' })
  // The buttons stay beside the text, not beside the error below it.
  expect(getMiddle(insertButton.element().getBoundingClientRect())).toBe(
    getMiddle(field.element().getBoundingClientRect()),
  )
  await page.getByRole('button', { name: 'Use https://' }).click()
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveValue('https://shop.example.com/{{Title}}')
  await expect.element(page.getByRole('button', { name: 'Use https://' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Check 3 rows' }).click()
  await expect
    .poll(() => inputs('runs.map').filter(isChecked))
    .toMatchObject([
      { mapping: { template: { android_custom_redirect: 'https://shop.example.com/{{Title}}' } } },
    ])
})

test('the mapping of columns is kept when another screen is opened', async () => {
  const { inputs } = await showBulk(`/bulk/${runId}?step=columns`, createRows(3))
  await choose('What Source becomes', 'Campaign')
  await page.getByRole('link', { name: 'Check' }).click()
  await expect.poll(() => inputs('runs.map').filter(isChecked)).toHaveLength(1)
})

test('the mapping of columns is kept if the window is closed, and its rows are checked on leaving', async () => {
  const { inputs } = await showBulk(`/bulk/${runId}?step=columns`, createRows(3))
  await choose('What Source becomes', 'Campaign')
  const mapping = { columns: [{}, {}, { to: 'field', field: 'tracking_campaign' }] }
  await expect.poll(() => inputs('runs.map')).toMatchObject([{ mapping, check: false }])
  await choose('What Source becomes', 'Source')
  await expect.poll(() => inputs('runs.map')).toHaveLength(2)
  // The first mapping again, but the rows are no longer checked.
  await page.getByRole('link', { name: 'Check' }).click()
  await expect.poll(() => inputs('runs.map').filter(isChecked)).toHaveLength(1)
})

test('a run that is removed while its columns are changed causes no error', async () => {
  const { inputs } = await showBulk(
    `/bulk/${runId}?step=columns`,
    createRows(3),
    {},
    {
      'runs.remove': () => ({ ok: true, value: null }),
      'runs.unremove': () => ({ ok: false, problem: { code: 'storage_failed' } }),
      'runs.map': () => ({ ok: false, problem: { code: 'run_not_found' } }),
    },
  )
  await choose('What Source becomes', 'Campaign')
  await page.getByRole('button', { name: 'More for Summer sale' }).click()
  await page.getByRole('menuitem', { name: 'Remove from list' }).click()
  await expect.poll(() => inputs('runs.map').filter(isChecked)).toHaveLength(1)
  // Toasts are shown in order, so an error of the mapping would come before this one.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText(catalogue.storage_failed.title)).toBeVisible()
  expect(page.getByText(catalogue.run_not_found.title).elements()).toEqual([])
})

test('an address of no run says so in its own words, and leads to all runs', async () => {
  const problem = { code: 'invalid_input', fields: { id: 'Invalid UUID' } }
  await showBulk('/bulk/zzz', createRows(1), {}, { 'runs.get': () => ({ ok: false, problem }) })
  await expect.element(page.getByText('This run no longer exists')).toBeVisible()
  await page.getByRole('button', { name: 'All runs' }).click()
  expect(location.hash).toBe('#/bulk')
})

test('columns that couldn’t be saved are saved by the next attempt', async () => {
  let canSave = false
  const rows = createRows(3)
  const { inputs } = await showBulk(
    `/bulk/${runId}?step=columns`,
    rows,
    {},
    {
      'runs.map': () =>
        canSave ? { ok: true, value: createRun(rows) } : { ok: false, problem: { code: 'storage_failed' } },
    },
  )
  await choose('What Source becomes', 'Campaign')
  const check = page.getByRole('button', { name: 'Check 3 rows' })
  await check.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  canSave = true
  await check.click()
  await expect.element(page.getByRole('region', { name: 'Check' })).toBeVisible()
  expect(inputs('runs.map').filter(isChecked)).toHaveLength(2)
})

test('rows are shown as checked with the columns that were saved on leaving', async () => {
  const saving = Promise.withResolvers<undefined>()
  const faultyRows = createRows(3, [2])
  const { setRunState } = await showBulk(
    `/bulk/${runId}?step=columns`,
    createRows(3),
    {},
    {
      'runs.map': async () => {
        await saving.promise
        setRunState('preparing', faultyRows)
        return { ok: true, value: createRun(faultyRows) }
      },
    },
  )
  await choose('What Source becomes', 'Campaign')
  await page.getByRole('link', { name: 'Check' }).click()
  const address = () => document.querySelector('[data-cell="1:1"]')
  await expect.poll(address).not.toBeNull()
  saving.resolve(undefined)
  await expect.element(page.getByText('2 of 3 rows are ready; 1 has an error.')).toBeVisible()
  await expect.poll(() => address()?.getAttribute('aria-invalid')).toBe('true')
})

test('a run whose rows are checked opens at its rows', async () => {
  await showBulk(`/bulk/${runId}`, createRows(3))
  await expect.element(page.getByRole('region', { name: 'Check' })).toBeVisible()
  await page.getByRole('link', { name: 'Columns' }).click()
  await expect.element(page.getByRole('region', { name: 'Columns' })).toBeVisible()
})

test('a run that is not checked yet opens at its columns', async () => {
  await showBulk(`/bulk/${runId}`, createRows(3), { checked: false })
  await expect.element(page.getByRole('region', { name: 'Columns' })).toBeVisible()
})

test('a column can become a parameter that the profile lists, by its name', async () => {
  const { inputs } = await showBulk(
    `/bulk/${runId}?step=columns`,
    createRows(3),
    {},
    {
      'rules.parameters': () => ({ ok: true, value: [{ field: '?creative', label: 'Advert' }] }),
    },
  )
  await choose('What Source becomes', 'Advert: creative')
  const mapping = { columns: [{}, {}, { to: 'field', field: '?creative' }] }
  await expect.poll(() => inputs('runs.map')).toMatchObject([{ mapping }])
})
