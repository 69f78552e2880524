import { Route, Router } from 'wouter'
import type { RecentChange } from '../../../../contract/app/calls/links/changes.ts'
import type { VisitLine } from '../../../../contract/app/calls/links/visits.ts'
import type { CallInput, ParsedInput } from '../../../../contract/app/calls/calls.ts'
import type { SavedView } from '../../../../contract/app/library/savedView.ts'
import { defaultLayout } from '../../../../contract/app/library/layout.ts'
import type { Density, ListLayout } from '../../../../contract/app/library/layout.ts'
import type { LoggedChange } from '../../../../contract/app/calls/links/library.ts'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import { libraryView } from '../../../../contract/app/library/view.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import LibraryScreen from '../../../../renderer/screens/library/LibraryScreen.tsx'
import { useHashPath } from '../../../../renderer/session/hashLocation.ts'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { withSession, createAppState } from '../../session.tsx'
import { show } from '../../show.tsx'

/** The history of the library: a tag of many links, and a deletion that was undone. */
export const loggedChanges: LoggedChange[] = [
  {
    id: '5d1b7c2e-7d0a-4b1c-9e0e-2f6f0a1b2c3d',
    madeAt: '2026-11-20T10:00:00.000Z',
    kind: 'mark',
    change: { addTags: [], removeTags: ['spring'] },
    links: 640,
    undoneAt: null,
  },
  {
    id: '5d1b7c2e-7d0a-4b1c-9e0e-2f6f0a1b2c3e',
    madeAt: '2026-11-19T10:00:00.000Z',
    kind: 'remove',
    change: null,
    links: 3,
    undoneAt: '2026-11-19T10:01:00.000Z',
  },
]

const changedLink = {
  ...{ link: '4d9f3c52-6c0e-4d0c-9d0f-000000000001', name: 'Sale 0' },
  place: { environment: 'production', profileName: 'Acme' },
} as const

export const recentChanges: RecentChange[] = [
  {
    ...{
      kind: 'run',
      run: '6d1b7c2e-7d0a-4b1c-9e0e-2f6f0a1b2c3d',
      name: 'Summer',
      isChange: false,
      links: 600,
    },
    ...{ place: changedLink.place, madeAt: '2026-11-20T11:00:00.000Z' },
  },
  {
    ...{ kind: 'change', ...changedLink, patch: { active: false }, state: 'applied' },
    madeAt: '2026-11-20T09:00:00.000Z',
  },
  // Only an invisible character, which Links shows as no title.
  { kind: 'colleague', ...changedLink, name: '\u200b', by: 'Mia', madeAt: '2026-11-20T08:00:00.000Z' },
  {
    ...{ kind: 'created', ...changedLink, by: 'Mia', links: 12, atLeast: true },
    madeAt: '2026-11-20T07:00:00.000Z',
  },
]

/** The rows of a small library: five channels of each campaign. */
export function createRows(count: number): LibraryRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `4d9f3c52-6c0e-4d0c-9d0f-${String(index).padStart(12, '0')}`,
    state: 'created',
    environment: index % 2 === 0 ? 'production' : 'development',
    profileId: 'acme',
    profileName: 'Acme, the whole of Europe',
    title: `Sale ${Math.floor(index / 5)}`,
    destination: `https://www.example.com/offers/${index}`,
    parameters: [`utm_content=banner-${index % 3}`],
    moreDestinations: index % 5 === 0 ? 2 : 0,
    campaign: 'summer',
    source: ['newsletter', 'instagram', 'facebook', 'google', 'poster'][index % 5] ?? null,
    medium: 'email',
    reportChannel:
      ['Email', 'Organic Social', 'Organic Social', 'Organic Search', 'Unassigned'][index % 5] ?? null,
    tags: ['spring', 'shoes'],
    link: `https://links.example.com/nRVNDfzQ${String(index).padStart(3, '0')}`,
    path: `nRVNDfzQ${String(index).padStart(3, '0')}`,
    ...{ visits: 3, visitsAt: '2026-11-22T12:20:00.000Z', lastVisit: '2026-11-22' },
    createdAt: '2026-11-22T12:10:00.000Z',
    knownCreatedAt: '2026-11-22T12:10:00.000Z',
    checkedAt: null,
    starred: false,
    archived: false,
    note: null,
    author: null,
    added: false,
    damaged: false,
    differs: false,
    lastCheck: null,
    endsAt: null,
  }))
}

const tags = [
  { value: 'shoes', count: 7 },
  { value: 'bags', count: 2 },
]
const outcomes = [{ value: 'gone', count: 3 }]

type Search = ParsedInput<'library.search'>

const removedProfile = [{ value: 'gone', name: 'Shop of 2024', count: 3 }]
const facetValues: Partial<Record<string, object[]>> = {
  check: outcomes,
  profile: removedProfile,
  parameter: [{ value: 'utm_content=banner-1', count: 3 }],
}

/** Shows the screen with a library that finds rows by title. Its first `left` rows aren't indexed yet. */
export async function showLibrary(
  allRows: LibraryRow[],
  address = '/links',
  options: {
    left: number
    canChangeLinks?: boolean
    isOffline?: boolean
    failsToCount?: () => boolean
    failsToRestore?: boolean
    /** Changes and their Undo fail after this. */
    failsToChange?: Promise<unknown>
    /** After how many milliseconds the first row ends, from the first search. */
    endsAfter?: number
    /** Rows are returned only after this. */
    ready?: Promise<unknown>
    /** Visits are returned only after this. */
    visitsReady?: Promise<unknown>
    /** Whether the page still has what it kept before. */
    isReopened?: boolean
    density?: Density
  } = { left: 0 },
  visits: ((row: LibraryRow) => number | null) | null = null,
) {
  if (!options.isReopened) localStorage.clear()
  history.replaceState(null, '', `#${address}`)
  const profiles = createAppState().profiles.map((profile) => {
    return { ...profile, reportsVisits: visits !== null, canChangeLinks: options.canChangeLinks ?? false }
  })
  let rows = allRows
  let views: SavedView[] = []
  let layout: ListLayout = { ...defaultLayout, density: options.density ?? defaultLayout.density }
  let firstEnd: number | null = null
  const findRows = ({ search, states, starred, archived, sort }: Search['view']) =>
    rows
      .slice(options.left)
      .toSorted((a, b) => (sort === 'visits' ? (b.visits ?? -1) - (a.visits ?? -1) : 0))
      .filter(({ title }) => title?.includes(search.trim()))
      .filter(({ state }) => states.length === 0 || states.includes(state))
      .filter((row) => row.starred || starred === undefined)
      .filter((row) => archived === 'all' || row.archived === (archived === 'only'))
  const calls = await show(
    <>
      <Toaster />
      <div style={{ height: '100vh' }}>
        <Router hook={useHashPath}>
          <Route path="/links/:id?">{() => withSession(<LibraryScreen />, { profiles })}</Route>
        </Router>
      </div>
    </>,
    {
      'library.search': async ({ view, after = '0', limit }: Search) => {
        await options.ready
        const matching = findRows(libraryView.parse(view))
        const end = Number(after) + limit
        const next = end < matching.length ? String(end) : null
        if (options.endsAfter !== undefined) firstEnd ??= Date.now() + options.endsAfter
        const isEnded = firstEnd !== null && firstEnd <= Date.now()
        if (isEnded) rows = rows.map((row, index) => (index === 0 ? { ...row, lastCheck: 'inactive' } : row))
        const value = {
          rows: findRows(libraryView.parse(view)).slice(Number(after), end),
          ...{ next, partial: options.left > 0, nextEnd: isEnded ? null : firstEnd },
        }
        return { ok: true, value }
      },
      'library.count': ({ view }: ParsedInput<'library.count'>) => {
        if (options.failsToCount?.()) return { ok: false, problem: { code: 'storage_failed' } }
        const total = findRows(libraryView.parse(view)).length
        return { ok: true, value: { total, atLeast: options.left > 0 } }
      },
      'visits.coverage': ({ view }: CallInput<'visits.coverage'>) => {
        const matching = findRows(libraryView.parse(view))
        const known = matching.filter((row) => row.visits !== null)
        const oldest = known[0]?.visitsAt ?? null
        return { ok: true, value: { links: matching.length, known: known.length, oldest } }
      },
      'visits.readAll': () => ({ ok: true, value: { job: '0f0d6c52-6c0e-4d0c-9d0f-000000000002' } }),
      'visits.ofLinks': async ({ ids }: CallInput<'visits.ofLinks'>) => {
        await options.visitsReady
        const requestedRows = rows.filter(({ id }) => ids.includes(id))
        const lines = requestedRows.flatMap((row) => {
          const total = visits?.(row) ?? null
          return total === null ? [] : [[row.id, createVisitLine(total)] as const]
        })
        const problem = options.isOffline ? { code: 'connection_refused' } : null
        return { ok: true, value: { lines: problem ? {} : Object.fromEntries(lines), problem } }
      },
      'library.facets': ({ of }: CallInput<'library.facets'>) => ({
        ok: true,
        value: {
          values: facetValues[of] ?? tags,
          sampled: false,
        },
      }),
      'library.mark': async ({ which, change }: CallInput<'library.mark'>) => {
        if (options.failsToChange) return await failAfter(options.failsToChange)
        const matchingRows = rows.filter(({ id }) => !('ids' in which) || which.ids.includes(id))
        const { starred } = change
        if (starred !== undefined) {
          rows = rows.map((row) => (matchingRows.includes(row) ? { ...row, starred } : row))
        }
        return { ok: true, value: { links: matchingRows.length } }
      },
      'library.undo': () => {
        if (options.failsToChange) return failAfter(options.failsToChange)
        if (options.failsToRestore) return { ok: false, problem: { code: 'storage_failed' } }
        const isRemoval = rows.length < allRows.length
        const links = isRemoval ? allRows.length - rows.length : 2
        if (isRemoval) rows = allRows
        return { ok: true, value: { links } }
      },
      'library.changes': () => ({ ok: true, value: { changes: loggedChanges } }),
      'changes.recent': () => ({ ok: true, value: { changes: recentChanges } }),
      'library.remove': ({ which }: CallInput<'library.remove'>) => {
        const countBefore = rows.length
        rows = rows.filter(({ id }) => 'ids' in which && !which.ids.includes(id))
        const undo = '0f0d6c52-6c0e-4d0c-9d0f-000000000001'
        return { ok: true, value: { links: countBefore - rows.length, undo } }
      },
      'links.get': ({ id }: { id: string }) => ({ ok: true, value: findRecord(rows, id) }),
      'rules.parameters': () => ({ ok: true, value: [{ field: '?utm_content', label: 'Advert' }] }),
      'views.list': () => ({
        ok: true,
        value: views.toSorted((a, b) => a.name.localeCompare(b.name)),
      }),
      'views.save': (view: SavedView) => {
        if (view.name.trim() === '') {
          const fields = { name: 'Enter a name.' }
          return { ok: false, problem: { code: 'invalid_input', fields } }
        }
        views = [...views.filter(({ id }) => id !== view.id), view]
        return { ok: true, value: null }
      },
      'views.remove': ({ id }: { id: string }) => {
        views = views.filter((view) => view.id !== id)
        return { ok: true, value: null }
      },
      'views.layout': () => ({ ok: true, value: layout }),
      'views.setLayout': (next: ListLayout) => {
        layout = next
        return { ok: true, value: null }
      },
      'checks.many': ({ which }: CallInput<'checks.many'>) => ({
        ok: true,
        value: { links: 'ids' in which ? which.ids.length : rows.length, job: null },
      }),
      'checks.history': () => ({ ok: true, value: [] }),
      'library.versions': () => ({ ok: true, value: { versions: [] } }),
      'links.promotions': () => ({ ok: true, value: [] }),
    },
  )
  return { calls, last: (name: string) => calls.findLast(([called]) => called === name)?.[1] }
}

async function failAfter(time: Promise<unknown>) {
  await time
  return { ok: false, problem: { code: 'storage_failed' } }
}

function createVisitLine(total: number): VisitLine {
  return {
    total,
    bots: 0,
    cards: 0,
    tests: 0,
    since: '2026-11-22',
    line: [...Array<number>(13).fill(0), total],
  }
}

function findRecord(rows: LibraryRow[], rowId: string): LinkRecord {
  const row = rows.find(({ id }) => id === rowId)
  if (!row) throw new Error(`There is no ${rowId}.`)
  const { id, state, environment, profileId, profileName, link, path, createdAt, starred, archived, tags } =
    row
  return {
    ...{ id, state, environment, profileId, profileName, link, path, createdAt },
    request: { title: row.title ?? '' },
    promotedFrom: null,
    problem: null,
    answer: null,
    stored: null,
    differences: [],
    checkedAt: null,
    local: { starred, archived, note: row.note, tags },
  }
}
