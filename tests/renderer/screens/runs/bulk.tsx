import { Route, Router } from 'wouter'
import type { CallInput, ParsedInput } from '../../../../contract/calls.ts'
import type { Job } from '../../../../contract/job.ts'
import type { Run, RunRow, RunState } from '../../../../contract/runs/run.ts'
import BulkScreen from '../../../../renderer/screens/runs/BulkScreen.tsx'
import { useHashPath } from '../../../../renderer/session/hashLocation.ts'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

export const runId = '4d9f3c52-6c0e-4d0c-9d0f-000000000001'

export const otherRunId = '4d9f3c52-6c0e-4d0c-9d0f-000000000002'

/** Returns the job that checks the rows of a run. */
export function checkJob(run: string): Job {
  const begun = {
    state: 'running',
    counts: {},
    problem: null,
    startedAt: '2026-11-22T16:10:00.000Z',
  } as const
  return { ...begun, id: crypto.randomUUID(), kind: 'checkRows', run, done: 100, total: 300 }
}

/**
 * Creates rows of a campaign with a title, an address and a source. Rows with the given numbers have an invalid
 * address.
 */
export function createRows(count: number, invalid: readonly number[] = []): RunRow[] {
  return Array.from({ length: count }, (_, at) =>
    checkRow({
      number: at + 1,
      cells: [
        `Sale ${String(at + 1)}`,
        invalid.includes(at + 1) ? 'shop' : `https://shop.example.com/${String(at + 1)}`,
        at % 7 === 3 ? 'Twitter' : 'twitter',
      ],
      ...{
        state: 'ready',
        errors: [],
        warnings: [],
        linkId: null,
        link: null,
        problem: null,
        channel: 'Organic Social',
        changedByRules: [],
      },
    }),
  )
}

const notAddress = 'Must be an address such as https://www.example.com/sale.'

/** Checks a row with the only rule of this app. */
function checkRow(row: RunRow): RunRow {
  const hasError = !(row.cells[1] ?? '').startsWith('https://')
  const isOdd = row.cells[2] === 'Twitter'
  return {
    ...row,
    state: row.state === 'skipped' ? 'skipped' : hasError ? 'faulty' : 'ready',
    errors: hasError ? [{ column: 1, text: notAddress }] : [],
    warnings: isOdd ? [{ column: 2, text: 'Most other rows say “twitter”.' }] : [],
  }
}

/** Returns the run of these rows. */
export function createRun(rows: readonly RunRow[], facts: Partial<Run> = {}): Run {
  const count = (state: RunRow['state']) => rows.filter((row) => row.state === state).length
  return {
    ...{ id: runId, name: 'Summer sale', state: 'preparing', profileId: 'acme', profileName: 'Acme' },
    environment: 'development',
    source: { kind: 'pasted', name: 'Pasted' },
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
    change: null,
    conflicts: 0,
    ...facts,
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
    withWarnings: rows.filter(({ warnings }) => warnings.length > 0).length,
    ...{
      problem: facts.problem ?? null,
      createdAt: '2026-11-22T16:10:00.000Z',
      startedAt: null,
      endedAt: null,
    },
  }
}

/** Returns a row with an outcome. */
export function endRow(row: RunRow, state: RunRow['state']): RunRow {
  const linkId = `4d9f3c52-6c0e-4d0c-9d0f-${String(row.number).padStart(12, '0')}`
  const link = state === 'created' ? `https://links.example.com/aB3dE${String(row.number)}` : null
  const problem = state === 'failed' ? ({ code: 'request_refused', said: 'Title too long' } as const) : null
  return { ...row, state, linkId, link, problem }
}

type Answers = Parameters<typeof show>[1]

/** Shows the screen with an app that has one run and keeps its changes. */
export async function showBulk(
  opened: string | { address: string; canChangeLinks: boolean },
  rows: RunRow[],
  facts: Partial<Run> = {},
  others: Answers = {},
) {
  const { address, canChangeLinks } =
    typeof opened === 'string' ? { address: opened, canChangeLinks: false } : opened
  const profiles = createAppState().profiles.map((profile) => ({ ...profile, canChangeLinks }))
  history.replaceState(null, '', `#${address}`)
  const held = { rows, facts }
  let beforeMend = rows
  /** The rows that each change has skipped. */
  const skippedBy = new Map<string, number[]>()
  const isMendable = ({ cells }: RunRow) => (cells[1] ?? '').startsWith('www.')
  const now = () => createRun(held.rows, held.facts)
  const ok = (value: unknown) => ({ ok: true, value })
  const become = (state: RunState) => () => {
    held.facts = { ...held.facts, state }
    return ok(now())
  }
  const calls = await show(
    <>
      <Toaster />
      <div style={{ height: '100vh' }}>
        <Router hook={useHashPath} searchHook={useHashPath.searchHook}>
          <Route path="/bulk/:id?">{() => withSession(<BulkScreen />, { profiles })}</Route>
          <Route path="/links">The links</Route>
        </Router>
      </div>
    </>,
    {
      'jobs.list': () => ok([]),
      'presets.list': () => ok({ presets: [], defaults: {} }),
      'runs.list': ({ search }: ParsedInput<'runs.list'>) =>
        ok({ runs: held.rows.length > 0 && now().name.includes(search) ? [now()] : [], next: null }),
      'runs.get': () => ok({ run: now(), throughput: null, isBehind: false }),
      'runs.rows': ({ show: shown = 'all', after = 0, skip = 0, limit = 100 }: CallInput<'runs.rows'>) => {
        const all = held.rows.filter(
          (row) =>
            shown === 'all' || (shown === 'withWarnings' ? row.warnings.length > 0 : row.state === shown),
        )
        const rest = all.filter(({ number }) => number > after).slice(skip)
        const page = rest.slice(0, limit)
        const next = rest.length > limit ? (page.at(-1)?.number ?? null) : null
        const [first] = page
        return ok({ rows: page, next, index: first ? held.rows.indexOf(first) : 0 })
      },
      'runs.preview': ({ mapping }: CallInput<'runs.preview'>) =>
        ok({
          rows: held.rows.slice(0, 3).map(({ number, cells }) => ({
            number,
            request: {
              title: mapping.template.title ?? cells[0],
              desktop_custom_redirect: { url: cells[1] },
            },
            errors: [],
          })),
        }),
      'runs.map': ({ mapping }: CallInput<'runs.map'>) => {
        held.facts = { ...held.facts, mapping }
        return ok(now())
      },
      'runs.edit': ({ cells }: CallInput<'runs.edit'>) => {
        const numbers = new Set(cells.map(({ number }) => number))
        held.rows = held.rows.map((row) =>
          numbers.has(row.number)
            ? checkRow({
                ...row,
                cells: row.cells.map(
                  (cell, at) =>
                    cells.find(({ number, column }) => number === row.number && column === at)?.text ?? cell,
                ),
              })
            : row,
        )
        return ok({ run: now(), rows: held.rows.filter(({ number }) => numbers.has(number)) })
      },
      'runs.alike': ({ column, text }: CallInput<'runs.alike'>) =>
        ok({ cells: held.rows.filter(({ cells }) => cells[column] === text).length }),
      'runs.replace': ({ column, text, by }: CallInput<'runs.replace'>) => {
        const alike = held.rows.filter(({ cells }) => cells[column] === text)
        held.rows = held.rows.map((row) =>
          alike.includes(row) ? checkRow({ ...row, cells: row.cells.with(column, by) }) : row,
        )
        return ok({ run: now(), changed: alike.length, change: crypto.randomUUID() })
      },
      'runs.mendable': ({ what }: CallInput<'runs.mendable'>) => {
        const cells = what === 'channels' || what === 'addressRules' ? 0 : held.rows.filter(isMendable).length
        return ok({ cells, missingScheme: cells })
      },
      'runs.mend': () => {
        beforeMend = held.rows
        held.rows = held.rows.map((row) =>
          isMendable(row) ? checkRow({ ...row, cells: row.cells.with(1, `https://${row.cells[1]}`) }) : row,
        )
        return ok({ run: now(), changed: beforeMend.filter(isMendable).length, change: crypto.randomUUID() })
      },
      'runs.restore': () => {
        const changed = beforeMend.filter(isMendable).length
        held.rows = beforeMend
        return ok({ run: now(), changed })
      },
      'runs.skip': ({ which, skip }: CallInput<'runs.skip'>) => {
        const isMeant = (row: RunRow) => {
          if (Array.isArray(which)) return which.includes(row.number)
          if (!('all' in which)) return skippedBy.get(which.change)?.includes(row.number)
          return row.state !== 'skipped' && (which.all === 'faulty' ? row.errors : row.warnings).length > 0
        }
        const meant = held.rows.filter(isMeant)
        if ('all' in which)
          skippedBy.set(
            which.change,
            meant.map(({ number }) => number),
          )
        held.rows = held.rows.map((row) =>
          meant.includes(row) ? checkRow({ ...row, state: skip ? 'skipped' : 'ready' }) : row,
        )
        return ok(now())
      },
      'runs.change': (changed: CallInput<'runs.change'>) => {
        held.facts = { ...held.facts, ...changed } as Partial<Run>
        return ok(now())
      },
      'runs.start': become('trying'),
      'runs.resume': become('running'),
      'runs.pause': become('paused'),
      'runs.reopen': become('preparing'),
      'runs.cancel': become('cancelled'),
      ...others,
    },
  )
  const inputs = (name: string) => calls.filter(([called]) => called === name).map(([, input]) => input)
  return {
    calls,
    inputs,
    become: (state: RunState, next = held.rows) => {
      held.rows = next
      become(state)()
    },
  }
}
