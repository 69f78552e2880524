import { Route, Router } from 'wouter'
import type { CallInput, ParsedInput } from '../../../../contract/app/calls/calls.ts'
import type { Job } from '../../../../contract/app/jobs/job.ts'
import type { Run, RunRow, RunState } from '../../../../contract/app/runs/run.ts'
import { useAppState } from '../../../../renderer/api/app.ts'
import BulkScreen from '../../../../renderer/screens/runs/BulkScreen.tsx'
import { useHashPath } from '../../../../renderer/session/hashLocation.ts'
import type { SavedProfile } from '../../../../renderer/session/currentProfile.ts'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

export const runId = '4d9f3c52-6c0e-4d0c-9d0f-000000000001'

/** The state of the stored run after each event. */
const statesAfter = {
  ...{ start: 'trying', resume: 'running', pause: 'paused', cancel: 'cancelled' },
  ...{ reopen: 'preparing', retry: 'paused', tryNow: 'running' },
} as const satisfies Record<RunMove, RunState>

type RunMove = CallInput<'runs.move'>['event']

export const otherRunId = '4d9f3c52-6c0e-4d0c-9d0f-000000000002'

/** Returns the job that checks the rows of a run. */
export function createCheckJob(run: string): Job {
  const runningJob = {
    state: 'running',
    counts: {},
    problem: null,
    startedAt: '2026-11-22T16:10:00.000Z',
  } as const
  return { ...runningJob, id: crypto.randomUUID(), kind: 'checkRows', run, done: 100, total: 300 }
}

/**
 * Creates rows of a campaign with a title, an address and a source. Rows with the given numbers have an invalid
 * address.
 */
export function createRows(count: number, invalid: readonly number[] = []): RunRow[] {
  return Array.from({ length: count }, (_, index) =>
    checkRow({
      number: index + 1,
      cells: [
        `Sale ${String(index + 1)}`,
        invalid.includes(index + 1) ? 'shop' : `https://shop.example.com/${String(index + 1)}`,
        index % 7 === 3 ? 'Twitter' : 'twitter',
      ],
      ...{
        state: 'ready',
        errors: [],
        warnings: [],
        linkId: null,
        link: null,
        problem: null,
        address: null,
        channel: 'Organic Social',
        changedByRules: [],
        title: null,
        fields: {},
      },
    }),
  )
}

const addressError = 'Must be an address such as https://www.example.com/sale.'

/** Checks a row with the only rule of this app. */
function checkRow(row: RunRow): RunRow {
  const hasError = !(row.cells[1] ?? '').startsWith('https://')
  const isOddSpelling = row.cells[2] === 'Twitter'
  return {
    ...row,
    state: row.state === 'skipped' ? 'skipped' : hasError ? 'faulty' : 'ready',
    errors: hasError ? [{ column: 1, text: addressError }] : [],
    warnings: isOddSpelling ? [{ column: 2, text: 'Most other rows say “twitter”.' }] : [],
  }
}

const hasCountedWarning = ({ state, warnings }: RunRow) =>
  warnings.length > 0 && ['ready', 'faulty'].includes(state)

/** Returns the run of these rows. */
export function createRun(rows: readonly RunRow[], overrides: Partial<Run> = {}): Run {
  const count = (state: RunRow['state']) => rows.filter((row) => row.state === state).length
  return {
    ...{ id: runId, name: 'Summer sale', state: 'preparing', profileId: 'acme', profileName: 'Acme' },
    environment: 'development',
    source: { kind: 'pasted', name: 'Pasted' },
    pathsToCheck: 0,
    header: ['Title', 'Desktop', 'Source'],
    mapping: {
      columns: [
        { to: 'field', field: 'title' },
        { to: 'field', field: 'everyone' },
        { to: 'field', field: 'tracking_source' },
      ],
      template: {},
    },
    checked: true,
    createExisting: false,
    comparing: false,
    change: null,
    conflicts: 0,
    ...overrides,
    counts: {
      ...{
        ready: count('ready'),
        faulty: count('faulty'),
        skipped: count('skipped'),
        existing: count('existing'),
      },
      ...{ pending: count('pending'), created: count('created'), failed: count('failed') },
      unknown: count('unknown'),
    },
    repeated: rows.filter(({ state, warnings }) => state === 'existing' && warnings.length > 0).length,
    withWarnings: rows.filter(hasCountedWarning).length,
    ...{
      problem: overrides.problem ?? null,
      createdAt: '2026-11-22T16:10:00.000Z',
      startedAt: null,
      endedAt: null,
    },
  }
}

/** Returns a row with an outcome. */
export function finishRow(row: RunRow, state: RunRow['state']): RunRow {
  const linkId = `4d9f3c52-6c0e-4d0c-9d0f-${String(row.number).padStart(12, '0')}`
  const link = state === 'created' ? `https://links.example.com/aB3dE${String(row.number)}` : null
  const problem = state === 'failed' ? ({ code: 'request_refused', said: 'Title too long' } as const) : null
  return { ...row, state, linkId, link, problem }
}

type Answers = Parameters<typeof show>[1]

/** Reads the app's state, as the window's frame does. */
function Frame() {
  useAppState()
  return null
}

/** Shows the screen with an app that has one run and keeps its changes. */
export async function showBulk(
  target: string | ({ address: string } & Partial<SavedProfile>),
  rows: RunRow[],
  overrides: Partial<Run> = {},
  otherAnswers: Answers = {},
) {
  const { address, ...changes } = typeof target === 'string' ? { address: target } : target
  const profiles = createAppState().profiles.map((profile) => ({ ...profile, ...changes }))
  history.replaceState(null, '', `#${address}`)
  const stored = { rows, facts: overrides }
  let rowsBeforeFix = rows
  const countFixed = () => stored.rows.filter((row, index) => row !== rowsBeforeFix[index]).length
  /** The rows that each change has skipped. */
  const isMendable = ({ cells }: RunRow) => (cells[1] ?? '').startsWith('www.')
  const currentRun = () => createRun(stored.rows, stored.facts)
  const ok = (value: unknown) => ({ ok: true, value })
  const createStateHandler = (state: RunState) => () => {
    stored.facts = { ...stored.facts, state }
    return ok(currentRun())
  }
  const calls = await show(
    <>
      <Toaster />
      <Frame />
      <div style={{ height: '100vh' }}>
        <Router hook={useHashPath} searchHook={useHashPath.searchHook}>
          <Route path="/bulk/:id?">{() => withSession(<BulkScreen />, { profiles })}</Route>
          <Route path="/links">The links</Route>
        </Router>
      </div>
    </>,
    {
      // Answered only after what was answered before is on screen, as by a real app.
      'app.state': async () => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        return ok(createAppState({ profiles }))
      },
      'jobs.list': () => ok([]),
      'presets.list': () => ok({ presets: [], defaults: {} }),
      'runs.list': ({ search }: ParsedInput<'runs.list'>) =>
        ok({
          runs: stored.rows.length > 0 && currentRun().name.includes(search) ? [currentRun()] : [],
          next: null,
        }),
      'runs.get': () => ok({ run: currentRun(), throughput: null, isBehind: false, following: 0 }),
      'runs.rows': ({ show: filter = 'all', after = 0, skip = 0, limit = 100 }: CallInput<'runs.rows'>) => {
        const matches = (row: RunRow) => {
          if (filter === 'lastSent') return row === stored.rows.findLast(({ linkId }) => linkId !== null)
          return (
            filter === 'all' || (filter === 'withWarnings' ? hasCountedWarning(row) : row.state === filter)
          )
        }
        const all = stored.rows.filter(matches)
        const remaining = all.filter(({ number }) => number > after).slice(skip)
        const page = remaining.slice(0, limit)
        const next = remaining.length > limit ? (page.at(-1)?.number ?? null) : null
        const [first] = page
        return ok({ rows: page, next, index: first ? stored.rows.indexOf(first) : 0 })
      },
      'runs.preview': ({ mapping }: CallInput<'runs.preview'>) =>
        ok({
          rows: stored.rows.slice(0, 3).map(({ number, cells }) => ({
            number,
            request: {
              title: mapping.template.title ?? cells[0],
              desktop_custom_redirect: { url: cells[1] },
            },
            errors: [],
          })),
        }),
      'runs.map': ({ mapping }: CallInput<'runs.map'>) => {
        stored.facts = { ...stored.facts, mapping }
        return ok(currentRun())
      },
      'runs.edit': ({ cells }: CallInput<'runs.edit'>) => {
        const numbers = new Set(cells.map(({ number }) => number))
        stored.rows = stored.rows.map((row) =>
          numbers.has(row.number)
            ? checkRow({
                ...row,
                cells: row.cells.map(
                  (cell, index) =>
                    cells.find(({ number, column }) => number === row.number && column === index)?.text ??
                    cell,
                ),
              })
            : row,
        )
        return ok({ run: currentRun(), rows: stored.rows.filter(({ number }) => numbers.has(number)) })
      },
      'runs.causes': () => {
        const broken = stored.rows.filter(({ state, errors }) => state === 'faulty' && errors.length > 0)
        const fixable = broken.filter(isMendable)
        const before = fixable[0]?.cells[1] ?? ''
        const fix = {
          what: 'addresses',
          rows: fixable.length,
          examples: [{ before, after: `https://${before}` }],
        } as const
        const cause = {
          ...{ key: 'error address', text: addressError, isVaried: false, isError: true, columns: [1] },
          ...{ rows: broken.length, fix: fixable.length > 0 ? fix : null },
        }
        return ok({ causes: broken.length > 0 ? [cause] : [], more: 0 })
      },
      'runs.fix': ({ what, cells, by = '' }: CallInput<'runs.fix'>) => {
        rowsBeforeFix = stored.rows
        const fix = (row: RunRow) => {
          if (cells)
            return row.cells[cells.column] === cells.text
              ? { ...row, cells: row.cells.with(cells.column, by) }
              : row
          if (what === 'leaveOut') return row.errors.length > 0 ? { ...row, state: 'skipped' as const } : row
          return isMendable(row) ? { ...row, cells: row.cells.with(1, `https://${row.cells[1]}`) } : row
        }
        stored.rows = stored.rows.map((row) => (fix(row) === row ? row : checkRow(fix(row))))
        return ok({ run: currentRun(), changed: countFixed(), change: crypto.randomUUID() })
      },
      'runs.restore': () => {
        const changed = countFixed()
        stored.rows = rowsBeforeFix
        return ok({ run: currentRun(), changed })
      },
      'runs.skip': ({ which, skip }: CallInput<'runs.skip'>) => {
        stored.rows = stored.rows.map((row) =>
          which.includes(row.number) ? checkRow({ ...row, state: skip ? 'skipped' : 'ready' }) : row,
        )
        return ok(currentRun())
      },
      'runs.change': (changes: CallInput<'runs.change'>) => {
        stored.facts = { ...stored.facts, ...changes } as Partial<Run>
        return ok(currentRun())
      },
      'runs.move': ({ event }: CallInput<'runs.move'>) => createStateHandler(statesAfter[event])(),
      ...otherAnswers,
    },
  )
  const inputs = (name: string) => calls.filter(([called]) => called === name).map(([, input]) => input)
  const moves = (event: RunMove) =>
    inputs('runs.move').filter((input) => (input as CallInput<'runs.move'>).event === event)
  return {
    calls,
    inputs,
    moves,
    setRunState: (state: RunState, next = stored.rows) => {
      stored.rows = next
      createStateHandler(state)()
    },
  }
}
