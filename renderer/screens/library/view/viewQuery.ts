import { libraryView, maxSearchLength, maxFilterValues } from '../../../../contract/library/view.ts'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { columnNames } from '../../../../contract/library/layout.ts'
import type { ColumnName } from '../../../../contract/library/layout.ts'

/** The view that asks for nothing: every link that is not archived, newest first. */
export const defaultView: LibraryView = libraryView.parse({})

/** The parameters of a view's lists. Each stands as often as there are values. */
const listParameters = {
  state: 'states',
  check: 'checks',
  campaign: 'campaign',
  source: 'source',
  medium: 'medium',
  domain: 'domain',
} as const

const tagParameters = { tag: 'any', alltags: 'all', nottag: 'none' } as const

/** The parameters of a view's single values. */
const singleParameters = {
  profile: 'profileId',
  environment: 'environment',
  run: 'run',
  from: 'from',
  to: 'to',
  archived: 'archived',
  sort: 'sort',
} as const

/** The columns that an address asks for; `null` where it leaves them to what is kept. */
export type RequestedColumns = readonly ColumnName[] | null

/** A view as the parameters of an address; what asks for nothing is left out. */
export function toQuery(view: LibraryView, columns: RequestedColumns = null): string {
  const query = new URLSearchParams()
  if (view.search !== '') query.append('q', view.search)
  for (const [name, key] of entries(singleParameters)) {
    const value = view[key]
    if (value !== undefined && value !== defaultView[key]) query.append(name, value)
  }
  if (view.starred) query.append('starred', 'yes')
  for (const [name, key] of entries(listParameters)) for (const value of view[key]) query.append(name, value)
  for (const [name, key] of entries(tagParameters))
    for (const value of view.tags[key]) query.append(name, value)
  if (columns) query.append('columns', columns.join('.'))
  return query.toString()
}

/** The columns that an address asks for, in the order in which they stand. */
export function parseColumns(query: string): RequestedColumns {
  const asked = new URLSearchParams(query).get('columns')?.split('.')
  return asked ? columnNames.filter((name) => asked.includes(name)) : null
}

/** The view that an address asks for. What is unknown or broken in it is as if it were not there. */
export function parseView(query: string): LibraryView {
  const asked = new URLSearchParams(query)
  const given: Record<string, unknown> = {
    search: (asked.get('q') ?? '').slice(0, maxSearchLength).toWellFormed(),
    tags: Object.fromEntries(
      entries(tagParameters).map(([name, key]) => [
        key,
        asked
          .getAll(name)
          .filter((tag) => libraryView.shape.campaign.safeParse([tag]).success)
          .slice(0, maxFilterValues),
      ]),
    ),
    ...(asked.get('starred') === 'yes' ? { starred: true } : {}),
  }
  for (const [name, key] of entries(listParameters)) {
    const field = libraryView.shape[key]
    given[key] = asked
      .getAll(name)
      .filter((value) => field.safeParse([value]).success)
      .slice(0, maxFilterValues)
  }
  for (const [name, key] of entries(singleParameters)) {
    const value = asked.get(name)
    if (value !== null && libraryView.shape[key].safeParse(value).success) given[key] = value
  }
  return libraryView.parse(given)
}

function entries<K extends string, V>(table: Record<K, V>): [K, V][] {
  return Object.entries(table) as [K, V][]
}
