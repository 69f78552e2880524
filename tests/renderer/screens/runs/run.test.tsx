import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localReport } from '../../appLinks.ts'
import { applyTextStyle, textStyles } from '../../../textStyles.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import type { RunRow } from '../../../../contract/app/runs/run.ts'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import { catalogue } from '../../../../contract/app/problems/problemCatalogue.ts'
import { navigate } from '../../../../renderer/session/hashLocation.ts'
import { findAxeViolations } from '../../axe.ts'
import { createCheckJob, finishRow, createRows, otherRunId, runId, createRun, showBulk } from './bulk.tsx'

const address = `/bulk/${runId}`
const rows = createRows(300)
const rowsWithFirstLink = rows.map((row) => (row.number === 1 ? finishRow(row, 'created') : row))

const record: LinkRecord = {
  ...{
    id: finishRow(createRows(1)[0] as never, 'created').linkId ?? '',
    state: 'created',
    profileId: 'acme',
    profileName: 'Acme',
  },
  ...{
    environment: 'development',
    request: { title: 'Sale 1' },
    promotedFrom: null,
    problem: null,
    answer: null,
  },
  ...{ link: 'https://links.example.com/aB3dE1', path: 'aB3dE1', stored: null, differences: [] },
  ...{ checkedAt: '2026-11-22T16:11:00.000Z', createdAt: '2026-11-22T16:11:00.000Z' },
}

test('in production, the user types the number of links before the first one is created', async () => {
  const { moves } = await showBulk(`${address}?step=create`, rows, { environment: 'production' })
  const button = page.getByRole('button', { name: 'Create the first link in production' })
  await expect.element(button).toBeDisabled()
  expect(await findAxeViolations()).toEqual([])
  await page.getByLabelText('These links go live. Type 300 to continue').fill('299')
  await expect.element(button).toBeDisabled()
  await page.getByLabelText('These links go live. Type 300 to continue').fill('300')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => moves('start')).toEqual([{ id: runId, event: 'start', count: 300 }])
})

test('a long wait for the first link shows its reason and can be cancelled', async () => {
  const throughput = { perSecond: 0, leftMs: null, heldMs: 0, heldBy: null, quietMs: 6_000 }
  const value = { run: createRun(rows, { state: 'trying' }), throughput, isBehind: false, following: 0 }
  const answers = { 'runs.get': () => ({ ok: true, value }) }
  const { moves } = await showBulk(address, rows, { state: 'trying' }, answers)
  await expect.element(page.getByText('The service hasn’t answered for 5 s.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.poll(() => moves('pause')).toEqual([{ id: runId, event: 'pause' }])
})

test('rows that are checked for another environment are not reported as a cancelled check', async () => {
  const change = Promise.withResolvers<unknown>()
  await showBulk(
    `${address}?step=create`,
    rows,
    { checked: false },
    {
      'jobs.list': () => ({ ok: true, value: [] }),
      'runs.change': () => change.promise,
    },
  )
  const uncheckedNote = page.getByText('Not every row was checked yet.')
  await expect.element(uncheckedNote).toBeVisible()
  await page.getByText('Production', { exact: true }).click()
  await expect.element(page.getByText('Checking the rows…')).toBeVisible()
  await expect.element(uncheckedNote).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Create the first link' })).toBeDisabled()
  change.resolve({ ok: true, value: createRun(rows, { environment: 'production' }) })
  await expect.element(page.getByText('300 links to create')).toBeVisible()
})

test('why a run couldn’t start is no longer shown once another environment is chosen', async () => {
  await showBulk(
    `/bulk/${runId}?step=create`,
    createRows(3),
    {},
    {
      'runs.move': () => ({ ok: false, problem: { code: 'run_count' } }),
    },
  )
  await page.getByRole('button', { name: 'Create the first link' }).click()
  const problem = page.getByText(catalogue.run_count.title)
  await expect.element(problem).toBeVisible()
  await page.getByText('Production', { exact: true }).click()
  await expect.element(problem).not.toBeInTheDocument()
})

test('a run can be started while the rows of another run are checked, but not its own', async () => {
  let jobs = [createCheckJob(runId), createCheckJob(otherRunId)]
  await showBulk(`${address}?step=create`, rows, {}, { 'jobs.list': () => ({ ok: true, value: jobs }) })
  await expect.element(page.getByText('Checking the rows…')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Create the first link' })).toBeDisabled()
  jobs = jobs.slice(1)
  await expect.element(page.getByText('300 links to create')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Create the first link' })).toBeEnabled()
})

test('the first link is reviewed before the rest are created', async () => {
  const { moves } = await showBulk(
    address,
    rowsWithFirstLink,
    { state: 'tried' },
    {
      'links.get': () => ({ ok: true, value: record }),
    },
  )
  await expect.element(page.getByText('https://links.example.com/aB3dE1')).toBeVisible()
  await expect.element(page.getByText('Stored as requested')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Looks right: create the other 299' }).click()
  await expect.poll(() => moves('resume')).toEqual([{ id: runId, event: 'resume' }])
})

test('the first link says why it is not known whether phones open the app', async () => {
  const target = { url: 'https://shop.example.com/1', open_app_if_installed: true }
  const appRecord = { ...record, request: { title: 'Sale 1', ios_custom_redirect: target } }
  await showBulk(
    address,
    rowsWithFirstLink,
    { state: 'tried' },
    {
      'links.get': () => ({ ok: true, value: appRecord }),
      'appLinks.get': () => ({ ok: true, value: localReport }),
    },
  )
  await expect
    .element(
      page.getByText('The link asks to open the app. This link works only on this computer or network.'),
    )
    .toBeVisible()
})

test('unused columns are listed before the first link is created', async () => {
  const columns = [
    { to: 'field' as const, field: 'title' as const },
    { to: 'field' as const, field: 'everyone' as const },
    { to: 'nothing' as const },
  ]
  await showBulk(`${address}?step=create`, rows, { mapping: { columns, template: {} } })
  await expect.element(page.getByText('Columns not used: Source.')).toBeVisible()
})

test('columns can be changed if the first link is wrong', async () => {
  const { moves } = await showBulk(
    address,
    rowsWithFirstLink,
    { state: 'tried' },
    {
      'links.get': () => ({ ok: true, value: record }),
    },
  )
  await page.getByRole('button', { name: 'Stop and change the columns' }).click()
  await expect.poll(() => moves('reopen')).toEqual([{ id: runId, event: 'reopen' }])
  await expect.element(page.getByRole('button', { name: 'Check 300 rows' })).toBeVisible()
})

test('a run shows its progress, waits as the service asks, can be paused, and asks before it is cancelled', async () => {
  const partlyCreatedRows = rows.map((row) => (row.number <= 120 ? finishRow(row, 'created') : row))
  const throughput = { perSecond: 2.9, leftMs: 61_000, heldMs: 30_000, heldBy: null, quietMs: 0 }
  const { moves } = await showBulk(
    address,
    partlyCreatedRows,
    { state: 'running' },
    {
      'runs.get': () => ({
        ok: true,
        value: {
          run: createRun(partlyCreatedRows, { state: 'running' }),
          throughput,
          isBehind: false,
          following: 0,
        },
      }),
    },
  )
  await expect
    .element(page.getByText('120 of 300 created · 2.9 a second · about 1 minute left'))
    .toBeVisible()
  await expect.element(page.getByText('Waiting for the service. The next try is in 30 s.')).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'Progress' }))
    .toMatchTextContent(/about 1 minute left\. Waiting for the service\./)
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Cancel…' }).click()
  await expect.element(page.getByText(/120 links have been created and stay.*pause instead/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep running' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => moves('pause')).toEqual([{ id: runId, event: 'pause' }])
  await page.getByRole('button', { name: 'Cancel…' }).click()
  await expect.element(page.getByText(/120 links have been created and stay/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the run' }).click()
  await expect.poll(() => moves('cancel')).toEqual([{ id: runId, event: 'cancel' }])
})

test('a wait that the service asked for can’t be ended early', async () => {
  const held = { perSecond: 0, leftMs: null, heldMs: 30_000, quietMs: 0 }
  const run = createRun(rows, { state: 'running' })
  const answer = { run, isBehind: false, following: 0 }
  let heldBy: Problem = { code: 'service_unavailable' }
  await showBulk(
    address,
    rows,
    { state: 'running' },
    { 'runs.get': () => ({ ok: true, value: { ...answer, throughput: { ...held, heldBy } } }) },
  )
  const tryNow = page.getByRole('button', { name: 'Try now' })
  await expect.element(tryNow).toBeVisible()
  heldBy = { ...heldBy, retryAfterMs: 30_000 }
  await expect.element(page.getByText(/It asked to wait: the next try is in 30 s\./)).toBeVisible()
  await expect.element(tryNow).not.toBeInTheDocument()
})

test('a paused run is neither running nor can be paused when it asks before it is cancelled', async () => {
  const { moves } = await showBulk(address, rows, { state: 'paused' })
  await page.getByRole('button', { name: 'Cancel…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel the run?' })
  await expect.element(dialog).toMatchTextContent(/300 rows will not be sent\./)
  await expect.element(dialog).not.toMatchTextContent(/pause instead/)
  await dialog.getByRole('button', { name: 'Keep the run' }).click()
  expect(moves('cancel')).toEqual([])
})

test('results are summarized, copied in order, and failed rows can be retried', async () => {
  const copied: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
  })
  const doneRows = createRows(4).map((row) =>
    finishRow(row, row.number === 2 ? 'failed' : row.number === 3 ? 'unknown' : 'created'),
  )
  const { inputs, moves } = await showBulk(
    address,
    doneRows,
    { state: 'done' },
    {
      'runs.move': () => ({ ok: true, value: createRun(doneRows, { state: 'paused' }) }),
      'exports.columns': () => ({ ok: true, value: ['title', 'link'] }),
      'exports.links': () => ({ ok: true, value: { job: runId } }),
    },
  )
  const summary = '2 of 4 links were created; 1 failed; 1 is not certain.'
  await expect.element(page.getByText(summary)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(() => copied).toHaveLength(1)
  const lines = (copied[0] ?? '').split('\n').map((line) => line.split('\t'))
  expect(lines[0]).toEqual(['Title', 'Desktop', 'Source', 'Link', 'Outcome', 'Reason'])
  expect(lines.map((cells) => cells[0])).toEqual(['Title', 'Sale 1', 'Sale 2', 'Sale 3', 'Sale 4'])
  expect(lines[1]?.slice(3)).toEqual(['https://links.example.com/aB3dE1', 'Created', ''])
  expect(lines[2]?.[4]).toBe('Failed')
  await page.getByRole('button', { name: 'Download results' }).click()
  await page.getByRole('menuitem', { name: 'QR codes…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export links' })
  await dialog.getByText('PNG', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect
    .poll(() => inputs('exports.links'))
    .toMatchObject([
      {
        which: { view: { run: runId, states: ['created'], archived: 'all', sort: 'oldest' } },
        format: { kind: 'qr', image: 'png' },
      },
    ])
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Retry 1 failed row' }).click()
  await expect.poll(() => moves('resume')).toEqual([{ id: runId, event: 'resume' }])
  expect(moves('retry')).toEqual([{ id: runId, event: 'retry' }])
})

test('uncertain rows that were all resolved are reported', async () => {
  const rows = createRows(3)
  const settledRows = rows.map((row) => finishRow(row, 'created'))
  await showBulk(
    address,
    rows.map((row) => finishRow(row, row.number === 2 ? 'unknown' : 'created')),
    { state: 'done' },
    {
      'runs.settle': () => ({
        ok: true,
        value: { run: createRun(settledRows, { state: 'done' }), settled: 1 },
      }),
      // The new counts are on screen before the rows are read again.
      'runs.rows': async () => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        return { ok: true, value: { rows: settledRows, next: null } }
      },
    },
  )
  await page.getByRole('button', { name: 'Check 1 uncertain row' }).click()
  await expect.element(page.getByText('1 row resolved.')).toBeVisible()
  await expect.element(page.getByText('All 3 links were created.')).toBeVisible()
})

test('a link that is too long for its column shows its path, and all of it as its title', async () => {
  const longLink = `http://127.0.0.1:54321/${'a'.repeat(40)}/aB3dE1`
  const doneRows = createRows(2).map((row) => ({ ...finishRow(row, 'created'), link: longLink }))
  await showBulk(address, doneRows, { state: 'done' })
  const cell = page.getByRole('gridcell', { name: longLink }).first()
  await expect.element(cell).toHaveAttribute('title', longLink)
  // The end of the text is inside the cell.
  const range = document.createRange()
  const text = document.createTreeWalker(cell.element(), NodeFilter.SHOW_TEXT).nextNode() as Text
  range.setStart(text, text.length - 7)
  range.setEnd(text, text.length)
  const [end, box] = [range.getBoundingClientRect(), cell.element().getBoundingClientRect()]
  expect(text.textContent.slice(-7)).toBe('/aB3dE1')
  expect(end.left).toBeGreaterThan(box.left)
  expect(end.right).toBeLessThanOrEqual(box.right)
})

test('states start at the same place, whatever the number of their row', async () => {
  const rows = createRows(3).map((row, index) => ({ ...finishRow(row, 'created'), number: 8 * 40 ** index }))
  await showBulk(address, rows, { state: 'done' })
  const states = () => page.getByRole('rowheader').getByText('Created').elements()
  await expect.poll(() => states().length).toBe(3)
  expect(new Set(states().map((state) => state.getBoundingClientRect().left)).size).toBe(1)
})

test('a row without a link shows the reason in its place, and the service’s own message only in the details', async () => {
  const rows = createRows(300, [290]).map((row) =>
    row.state === 'faulty' ? row : finishRow(row, row.number === 2 ? 'failed' : 'created'),
  )
  await showBulk(address, rows, { state: 'done' })
  const grid = page.getByRole('grid', { name: 'Results' })
  const headers = () =>
    grid
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(headers).toEqual(['Row', 'Link or reason', 'Title', 'Desktop', 'Source'])
  const reason = 'The service rejected the link. It doesn’t accept something in it.'
  const cell = grid.getByRole('row', { name: /Sale 2/ }).getByText(reason)
  await expect.element(cell).toBeVisible()
  await cell.click()
  const selectedRow = page.getByRole('group', { name: 'Selected row' })
  await expect.element(selectedRow.getByText(reason)).toBeVisible()
  await expect.element(page.getByText(/Title too long/)).not.toBeVisible()
  await selectedRow.getByText('Details', { exact: true }).click()
  await expect.element(selectedRow.getByText(/The service said: Title too long/)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await page.getByText('Errors 1').click()
  await expect.element(grid.getByRole('row', { name: /Must be an address such as/ })).toBeVisible()
})

test('results without errors have no column for reasons', async () => {
  const rows = createRows(3).map((row) => finishRow(row, 'created'))
  await showBulk(address, rows, { state: 'done' })
  const grid = page.getByRole('grid', { name: 'Results' })
  await expect.element(grid.getByRole('columnheader', { name: 'Link', exact: true })).toBeVisible()
  expect(page.getByRole('group', { name: 'Selected row' }).elements()).toEqual([])
})

test('results say what the rules changed', async () => {
  const rows = createRows(2).map((row) => ({
    ...finishRow(row, 'created'),
    changedByRules: row.number === 1 ? [{ column: 2, before: '' }] : [],
  }))
  await showBulk(address, rows, { state: 'done' })
  const grid = page.getByRole('grid', { name: 'Results' })
  await expect
    .element(grid.getByRole('gridcell', { name: 'twitter Was empty. Filled by the rules.' }))
    .toBeVisible()
})

test('rows whose link was created elsewhere during the run are counted and shown as such', async () => {
  const link = 'https://links.example.com/made-elsewhere'
  const rows = createRows(4).map((row): RunRow =>
    row.number < 3 ? finishRow(row, 'created') : { ...row, state: 'existing', link, warnings: [] },
  )
  await showBulk(address, rows, { state: 'done' })
  await expect.element(page.getByText('2 links were created; 2 exist already.')).toBeVisible()
  await page.getByText('Exist already 2').click()
  const grid = page.getByRole('grid', { name: 'Results' })
  await expect
    .element(grid.getByRole('row', { name: new RegExp(`Already exists.*${link}.*Sale 3`) }))
    .toBeVisible()
  await expect.element(grid.getByRole('row', { name: /Sale 1/ })).not.toBeInTheDocument()
})

test('a run is found by its name, renamed, repeated after a question, and removed with Undo', async () => {
  const doneRows = createRows(2).map((row) => finishRow(row, 'created'))
  const { inputs } = await showBulk(
    '/bulk',
    doneRows,
    { state: 'done' },
    {
      'runs.remove': () => ({ ok: true, value: null }),
      'runs.unremove': () => ({ ok: true, value: createRun(doneRows, { state: 'done' }) }),
      'runs.repeat': ({ as }: { as: string }) => ({ ok: true, value: createRun(doneRows, { id: as }) }),
    },
  )
  await expect
    .element(page.getByRole('row', { name: /Summer sale .* Acme Development 2 of 2 created.*Done/ }))
    .toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await page.getByLabelText('Search runs').fill('winter')
  await expect.element(page.getByText('No run is called “winter”.')).toBeVisible()
  await page.getByLabelText('Search runs').fill('sale')
  await page.getByRole('link', { name: 'Summer sale' }).click()
  const moreButton = page.getByRole('button', { name: 'More for Summer sale' })
  await moreButton.click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByLabelText('Name').fill('Spring sale')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Spring sale' })).toBeVisible()
  await page.getByRole('button', { name: 'More for Spring sale' }).click()
  await page.getByRole('menuitem', { name: 'Repeat as a new run…' }).click()
  await expect.element(page.getByText(/2 rows that have a link already would get another one/)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(inputs('runs.repeat')).toEqual([])
  await page.getByRole('button', { name: 'More for Spring sale' }).click()
  await page.getByRole('menuitem', { name: 'Remove from list' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => inputs('runs.unremove')).toEqual([{ id: runId }])
})

test('a run removed after another screen was opened can still be restored, and the screen stays', async () => {
  const doneRows = createRows(2).map((row) => finishRow(row, 'created'))
  const late = Promise.withResolvers<unknown>()
  const { inputs } = await showBulk(
    address,
    doneRows,
    { state: 'done' },
    { 'runs.remove': () => late.promise },
  )
  await page.getByRole('button', { name: 'More for Summer sale' }).click()
  await page.getByRole('menuitem', { name: 'Remove from list' }).click()
  await expect.poll(() => inputs('runs.remove')).toHaveLength(1)
  navigate('/elsewhere')
  await expect.element(page.getByRole('button', { name: 'More for Summer sale' })).not.toBeInTheDocument()
  late.resolve({ ok: true, value: null })
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(location.hash).toBe('#/elsewhere')
})

test('a first link that couldn’t be created shows why, and is not shown as created', async () => {
  const failedRows = rows.map((row) => (row.number === 1 ? finishRow(row, 'failed') : row))
  const refusedRecord: LinkRecord = {
    ...record,
    state: 'failed',
    link: null,
    path: null,
    problem: { code: 'request_refused' },
  }
  await showBulk(
    address,
    failedRows,
    { state: 'tried' },
    { 'links.get': () => ({ ok: true, value: refusedRecord }) },
  )
  await expect.element(page.getByText('The first link couldn’t be created.')).toBeVisible()
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy link' })).not.toBeInTheDocument()
  expect(await findAxeViolations()).toEqual([])
})

test('after a change of the columns, the link for review is the new one, not the one of the first start', async () => {
  const laterRows = rows.map((row) =>
    row.number === 1 ? finishRow(row, 'created') : row.number === 2 ? finishRow(row, 'failed') : row,
  )
  const { inputs, moves } = await showBulk(address, laterRows, { state: 'tried' })
  await expect.element(page.getByText('The first link couldn’t be created.')).toBeVisible()
  await expect
    .poll(() => inputs('links.get'))
    .toEqual([{ id: finishRow(rows[1] as RunRow, 'failed').linkId }])
  await page.getByRole('button', { name: 'Continue anyway: create the other 298' }).click()
  await expect.poll(() => moves('resume')).toEqual([{ id: runId, event: 'resume' }])
})

test('a run without a key says so only until the profile has one', async () => {
  await showBulk(address, createRows(4), { state: 'paused', problem: { code: 'key_missing' } })
  await expect.element(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('a run whose key was refused asks for another one, and can then be resumed', async () => {
  const target = { address, kind: 'remote', key: 'keychain' } as const
  const { inputs, moves } = await showBulk(
    target,
    createRows(4),
    { state: 'paused', environment: 'production', problem: { code: 'key_refused' } },
    { 'keys.replace': () => ({ ok: true, value: { key: 'keychain' } }) },
  )
  await page.getByRole('button', { name: 'Enter another key' }).click()
  await page.getByLabelText('New project key').fill('0123456789abcdef0123456789abcdef')
  expect(await findAxeViolations()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => inputs('keys.replace'))
    .toMatchObject([{ profileId: 'acme', environment: 'production' }])
  await expect.element(page.getByText(catalogue.key_refused.title)).not.toBeInTheDocument()
  expect(moves('resume')).toEqual([])
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => moves('resume')).toEqual([{ id: runId, event: 'resume' }])
})

test('a run that could not create its first link without a key asks for the key, and does not start by itself', async () => {
  const target = { address: `${address}?step=create`, kind: 'remote' } as const
  const { inputs, moves } = await showBulk(
    target,
    createRows(4),
    { problem: { code: 'key_missing' } },
    { 'keys.replace': () => ({ ok: true, value: { key: 'keychain' } }) },
  )
  await page.getByRole('button', { name: 'Enter the key' }).click()
  await page.getByLabelText('Project key').fill('0123456789abcdef0123456789abcdef')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => inputs('keys.replace')).toHaveLength(1)
  await expect.element(page.getByText(catalogue.key_missing.title)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Create the first link' })).toBeEnabled()
  expect(moves('start')).toEqual([])
})

test.each(['normal', 'narrow', 'wide'] as const)(
  'in %s text the state of a run in the list is never cut off',
  async (style) => {
    onTestFinished(() => applyTextStyle(textStyles.normal))
    applyTextStyle(textStyles[style])
    await page.viewport(1280, 800)
    await showBulk('/bulk', rowsWithFirstLink, { state: 'tried' })
    const badge = page.getByRole('table').getByText('Review the first link')
    await expect.element(badge).toBeVisible()
    const cell = badge.element().closest('td')
    expect(cell?.scrollWidth).toBe(cell?.clientWidth)
    expect(cell?.scrollHeight).toBe(cell?.clientHeight)
  },
)

test('the list says what a reopened run has created, and how many rows are left to fix', async () => {
  const reopened = createRows(5, [3, 4, 5]).map((row) => (row.number < 3 ? finishRow(row, 'created') : row))
  await showBulk('/bulk', reopened, { state: 'preparing' })
  await expect
    .element(page.getByRole('row', { name: /Summer sale .* 2 of 5 created · 3 to fix Not finished/ }))
    .toBeVisible()
})
