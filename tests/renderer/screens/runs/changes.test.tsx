import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { findAxeViolations } from '../../axe.ts'
import { runId, showBulk } from './bulk.tsx'

const address = 'https://example.com/new'
const plan: Run['change'] = { kind: 'same', change: { address, patch: {} } }

function createRow(number: number, overrides: Partial<RunRow> = {}): RunRow {
  const targets = ['ios_custom_redirect', 'android_custom_redirect', 'desktop_custom_redirect']
  const change = { from: { url: `https://example.com/old/${number}` }, to: { url: address } }
  return {
    number,
    cells: [],
    state: 'ready',
    linkId: `4d9f3c52-6c0e-4d0c-9d0f-${String(number).padStart(12, '0')}`,
    link: `https://go.example/p${number}`,
    title: `Poster ${number}`,
    fields: Object.fromEntries(targets.map((target) => [target, change])),
    errors: [],
    warnings: [],
    problem: null,
    ...{ address: null, channel: null, changedByRules: [] },
    ...overrides,
  }
}

const matchingRow = createRow(2, { state: 'existing', fields: {} })
const productionRow = createRow(3, {
  state: 'faulty',
  fields: {},
  errors: [{ column: null, text: 'The link is in production.' }],
})
const conflictRow = createRow(4, { state: 'failed', problem: { code: 'link_changed' } })
const refusedRow = createRow(5, { state: 'failed', problem: { code: 'key_scope' } })
const unknownRow = createRow(6, { state: 'unknown', problem: { code: 'change_unknown' } })

/** Shows a run of changes with these rows. */
async function open(
  rows: RunRow[],
  overrides: Partial<Run> = {},
  otherAnswers: Record<string, (input: never) => unknown> = {},
) {
  const conflicts = rows.filter(({ problem }) => problem?.code === 'link_changed').length
  return await showBulk(
    `/bulk/${runId}`,
    rows,
    { change: plan, conflicts, header: [], name: 'New poster', ...overrides },
    {
      'runs.rows': ({ show = 'all', after = 0 }: CallInput<'runs.rows'>) => ({
        ok: true,
        value: {
          rows: rows.filter(
            (row) =>
              row.number > after &&
              (show === 'all' ||
                (show === 'conflict' ? row.problem?.code === 'link_changed' : row.state === show)),
          ),
          next: null,
        },
      }),
      ...otherAnswers,
    },
  )
}

const button = (name: string | RegExp) => page.getByRole('button', { name })

test('links in another environment are changed there on request', async () => {
  const place = { profileId: 'acme', environment: 'production' } as const
  const { inputs } = await open(
    [createRow(1), productionRow],
    { checked: true, profileId: 'acme' },
    {
      'runs.elsewhere': () => ({
        ok: true,
        value: { places: [{ ...place, profileName: 'Acme', rows: 3 }] },
      }),
      'runs.plan': () => Promise.race([]),
    },
  )
  await expect.element(page.getByText('3 links are in production')).toBeVisible()
  await button('Change them there').click()
  await expect.poll(() => inputs('runs.plan')).toEqual([{ id: runId, place }])
})

test('links elsewhere and the start in production are side by side above the table', async () => {
  await page.viewport(1280, 800)
  const place = { profileId: 'acme', profileName: 'Acme', environment: 'development', rows: 3 }
  await open(
    [createRow(1), productionRow],
    { checked: true, profileId: 'acme', environment: 'production' },
    { 'runs.elsewhere': () => ({ ok: true, value: { places: [place] } }) },
  )
  await expect.element(page.getByText('3 links are in development')).toBeVisible()
  const start = page.getByRole('form', { name: 'Start' }).element()
  const above = start.previousElementSibling
  expect(above?.textContent).toContain('3 links are in development')
  expect(start.getBoundingClientRect().top).toBe(above?.getBoundingClientRect().top)
  expect(start.getBoundingClientRect().height).toBeLessThan(130)
})

test('a dry run shows each link with its difference or the reason, and then starts', async () => {
  const { moves } = await open([createRow(1), matchingRow, productionRow])
  await expect
    .element(page.getByText('1 link will be changed; 1 already matches; 1 can’t be changed.'))
    .toBeVisible()
  await expect.element(page.getByText(`New destination: ${address}`)).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Preview' })
  await expect.element(grid.getByText('Address: https://example.com/old/1')).toBeVisible()
  await expect.element(grid.getByText('Nothing to change. The link already has these values.')).toBeVisible()
  await expect.element(grid.getByText('The link is in production.').first()).toBeVisible()
  expect(page.getByRole('navigation', { name: 'Steps' }).elements()).toEqual([])
  expect(await findAxeViolations()).toEqual([])
  await page.getByText('Can’t change 1').click()
  await expect.element(grid.getByText('https://go.example/p1')).not.toBeInTheDocument()
  await button('Change 1 link').click()
  await expect.poll(() => moves('start')).toEqual([{ id: runId, event: 'start', count: 1 }])
})

test('a long link keeps its start and its end, because links differ in their path', async () => {
  const link = 'https://go.long-company-name.example/p1'
  await open([createRow(1, { link })])
  const text = page.getByTitle(link).first()
  await expect.element(text).toMatchTextContent(/^go\..*….*\/p1$/)
})

test('a link in which nothing is replaced says why', async () => {
  const replace = { part: 'domain', find: 'old.example', with: 'new.example' } as const
  const change = { kind: 'same', change: { replace, patch: {} } } as const
  const unchanged = { state: 'existing', fields: {} } as const
  await open(
    [
      createRow(1),
      createRow(2, { ...unchanged, address: null }),
      createRow(3, { ...unchanged, address: 'https://shop.example/' }),
    ],
    { change },
  )
  await expect.element(page.getByText('Nothing to replace').first()).toBeVisible()
  await expect.element(page.getByText('Nothing to change. The link has no address.').first()).toBeVisible()
  await expect
    .element(page.getByText('Nothing to change. The link doesn’t have “old.example” there.').first())
    .toBeVisible()
  await expect.element(page.getByText(/1 link will be changed; 2 don’t have the text\./)).toBeVisible()
})

test('in production the number of links is typed before the start', async () => {
  const { moves } = await open([createRow(1), createRow(2)], { environment: 'production' })
  const start = button('Change 2 links in production')
  await expect.element(start).toBeDisabled()
  expect(await findAxeViolations()).toEqual([])
  await page.getByLabelText(/Type 2 to continue/).fill('2')
  await start.click()
  await expect.poll(() => moves('start')).toEqual([{ id: runId, event: 'start', count: 2 }])
})

test('the focused row shows its whole difference and can be skipped', async () => {
  const { inputs } = await open([createRow(1), createRow(2)], {}, { 'runs.skip': () => Promise.race([]) })
  await page.getByRole('gridcell', { name: address }).nth(0).click()
  await userEvent.keyboard('{ArrowDown}')
  const bar = page.getByRole('group', { name: 'Selected row' })
  await expect.element(bar.getByText(`Address: https://example.com/old/2 → ${address}`)).toBeVisible()
  await bar.getByRole('button', { name: 'Leave this row out' }).click()
  await expect.poll(() => inputs('runs.skip')).toEqual([{ id: runId, which: [2], skip: true }])
})

test('a change that fits no link gets another value, or is removed', async () => {
  const change: Run['change'] = { kind: 'same', change: { patch: { tracking_campaign: 'Spring 2027' } } }
  const { inputs } = await open(
    [createRow(1, { state: 'faulty', fields: {}, errors: [{ column: null, text: 'Campaign: no.' }] })],
    { change, checked: true },
    { 'runs.plan': () => Promise.race([]), 'runs.remove': () => Promise.race([]) },
  )
  await button('Remove from list').click()
  await expect.poll(() => inputs('runs.remove')).toEqual([{ id: runId }])
  await button('Change the value…').click()
  const field = page.getByRole('combobox', { name: 'Campaign' })
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('Spring 2027')
  expect(await findAxeViolations()).toEqual([])
  await field.fill('spring')
  await button('Preview changes').click()
  const patch = { tracking_campaign: 'spring' }
  await expect.poll(() => inputs('runs.plan')).toEqual([{ id: runId, change: { patch } }])
})

test('a dry run that did not finish starts nothing and looks again', async () => {
  const { inputs } = await open(
    [createRow(1), createRow(2, { state: 'faulty', fields: {} })],
    { checked: false, problem: { code: 'connection_refused' } },
    { 'runs.plan': () => Promise.race([]), 'runs.remove': () => Promise.race([]) },
  )
  await button('Remove from list').click()
  await expect.poll(() => inputs('runs.remove')).toEqual([{ id: runId }])
  expect(button(/^Change 1/).elements()).toEqual([])
  await expect.element(page.getByRole('radio', { name: 'Not ready 1' })).toBeInTheDocument()
  expect(page.getByText('Can’t change', { exact: true }).elements()).toEqual([])
  await button('Preview again').click()
  await expect.poll(() => inputs('runs.plan')).toEqual([{ id: runId }])
  await expect.element(page.getByText('Looking up what would change')).toBeVisible()
})

test('a dry run that was started elsewhere is shown while it is under way, and then its result', async () => {
  let isUnderWay = true
  const job = { id: crypto.randomUUID(), kind: 'planChanges', state: 'running', done: 200, total: 500 }
  const jobDetails = { startedAt: new Date().toISOString(), counts: {}, problem: null, run: runId }
  await open(
    [createRow(1)],
    { checked: false },
    { 'jobs.list': () => ({ ok: true, value: isUnderWay ? [{ ...job, ...jobDetails }] : [] }) },
  )
  await expect.element(page.getByText('200 of 500')).toBeVisible()
  expect(page.getByText('The preview is incomplete').elements()).toEqual([])
  isUnderWay = false
  await expect.element(page.getByText('The preview is incomplete')).toBeVisible()
})

test('a dry run without links shows a number as its progress', async () => {
  const job = { id: crypto.randomUUID(), kind: 'planChanges', state: 'running', done: 0, total: 0 }
  const jobDetails = { startedAt: new Date().toISOString(), counts: {}, problem: null, run: runId }
  await open(
    [createRow(1)],
    { checked: false },
    { 'jobs.list': () => ({ ok: true, value: [{ ...job, ...jobDetails }] }) },
  )
  await expect
    .element(page.getByRole('progressbar', { name: 'Looking up what would change' }))
    .toHaveAttribute('aria-valuenow', '100')
})

test('the filters of a run count each row once, also those that are being sent', async () => {
  const rows = [createRow(1), createRow(2, { state: 'pending' }), createRow(3, { state: 'created' })]
  await open(rows, { state: 'running' })
  const labels = page.getByRole('radiogroup').getByRole('radio')
  await expect.poll(() => labels.elements().map((radio) => radio.getAttribute('value'))).toContain('pending')
  for (const name of ['All 3', 'To change 1', 'Being sent 1', 'Changed 1'])
    await expect.element(page.getByRole('radio', { name, exact: true })).toBeInTheDocument()
})

test('the columns of a table can be chosen again', async () => {
  const { inputs } = await open(
    [createRow(1, { state: 'faulty' })],
    { change: { kind: 'table', columns: { link: 0, address: null } }, header: ['Short', 'Old', 'New'] },
    { 'runs.plan': () => Promise.race([]) },
  )
  await expect.element(page.getByRole('combobox', { name: 'Link column' })).toHaveValue('Short')
  await page.getByRole('combobox', { name: 'New destination column' }).click()
  await page.getByRole('option', { name: 'New' }).click()
  await button('Use these columns').click()
  await expect.poll(() => inputs('runs.plan')).toEqual([{ id: runId, columns: { link: 0, address: 2 } }])
})

test('results show the outcome of each row, and what can be done about failed ones', async () => {
  const { inputs } = await open(
    [createRow(1, { state: 'created' }), matchingRow, productionRow, conflictRow, refusedRow, unknownRow],
    { state: 'done' },
    {
      'runs.settle': () => Promise.race([]),
      'runs.plan': () => Promise.race([]),
      'runs.prepare': () => Promise.race([]),
    },
  )
  await expect
    .element(
      page.getByText(
        '1 of 4 links was changed; 1 was changed by someone else first; 1 failed; 1 is not certain; 1 already matched; 1 couldn’t be changed.',
      ),
    )
    .toBeVisible()
  const grid = page.getByRole('grid', { name: 'Results' })
  await expect.element(grid.getByText('Someone else changed the link after the preview.')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await button('Check 1 uncertain row').click()
  await button('Retry the other 2').click()
  await button('Undo this run…').click()
  await expect.poll(() => inputs('runs.settle')).toEqual([{ id: runId }])
  expect(inputs('runs.plan')).toEqual([{ id: runId }])
  expect(inputs('runs.prepare')).toMatchObject([{ source: { kind: 'undo', run: runId } }])
})

test('unknown changes of an earlier version are sent again only with a confirmation that names the profile', async () => {
  const problem = { code: 'sender_unknown' as const }
  const { inputs } = await open(
    [unknownRow],
    { state: 'done' },
    { 'runs.settle': () => ({ ok: false, problem }) },
  )
  await button('Check 1 uncertain row').click()
  await button(/^Send again with “.+”$/).click()
  await expect.poll(() => inputs('runs.settle')).toEqual([{ id: runId }, { id: runId, confirmSender: true }])
})

test.for([
  ['CSV', ['Changed', 'Already matches', 'Not changed']],
  ['CSV, unchanged only', ['Not changed']],
] as const)('the results are saved as %s', async ([item, states], { expect: check }) => {
  await open([createRow(1, { state: 'created' }), matchingRow, conflictRow], { state: 'done' })
  const createObjectURL = vi.spyOn(URL, 'createObjectURL')
  await button('Download results').click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await check.poll(() => createObjectURL.mock.calls.length).toBe(1)
  const text = await (createObjectURL.mock.calls[0]?.[0] as Blob).text()
  const lines = text.trim().split('\r\n')
  check(lines[0]).toContain('Link,Title,State,Why,Change')
  check(lines.slice(1).map((line) => states.find((state) => line.includes(`,${state},`)))).toEqual(states)
})

test('an undo shows what was restored, and which links someone has changed since', async () => {
  const changedRow = createRow(2, {
    state: 'faulty',
    fields: {},
    errors: [{ column: null, text: 'Someone has changed the link since.' }],
  })
  await open([createRow(1, { state: 'created' }), changedRow], {
    state: 'done',
    change: { kind: 'undo', run: crypto.randomUUID() },
  })
  await expect.element(page.getByText('1 link was restored; 1 couldn’t be restored.')).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Results' })
  await expect.element(grid.getByText('Someone has changed the link since.').first()).toBeVisible()
})

test('a running run shows its progress and is paused', async () => {
  const { moves } = await open([createRow(1, { state: 'created' }), createRow(2)], { state: 'running' })
  await expect.element(page.getByRole('progressbar', { name: 'Changing links' })).toBeVisible()
  await expect.element(page.getByText('1 of 2 changed')).toBeVisible()
  await button('Pause').click()
  await expect.poll(() => moves('pause')).toEqual([{ id: runId, event: 'pause' }])
})

test('runs of changes are not offered if no service changes links', async () => {
  await showBulk('/bulk', [])
  await expect.element(button('Start with your rows')).toBeVisible()
  expect(page.getByRole('radiogroup', { name: 'Runs shown' }).elements()).toEqual([])
})

test('a table of new addresses is rejected if the service changes no links', async () => {
  await showBulk('/bulk/change', [])
  await expect.element(page.getByText(/doesn’t offer to change links/)).toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
})

test('earlier runs of changes are listed separately', async () => {
  const { inputs } = await showBulk({ address: '/bulk', canChangeLinks: true }, [])
  await page.getByText('Changes', { exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Change many links at once' })).toBeVisible()
  expect(inputs('runs.list').at(-1)).toMatchObject({ kind: 'change' })
  expect(await findAxeViolations()).toEqual([])
  await expect.element(button('Change from a table')).toBeVisible()
})
