import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import { libraryView, maxSearchLength, maxFilterValues } from '../../../../contract/app/library/view.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { columnName, listFilters } from '../../../../contract/app/library/columns/columnLists.ts'
import type { ColumnName } from '../../../../contract/app/library/columns/listColumns.ts'
import { byName } from '../../../../contract/service/link/fields.ts'

/** Parameters of a view's lists, repeated once per value. */
const listParameters = {
  state: 'states',
  check: 'checks',
  ...byName(listFilters, (name) => name),
} as const

const tagParameters = { tag: 'any', alltags: 'all', nottag: 'none' } as const

/** Parameters with the only value `yes`. */
const flagParameters = { starred: 'starred', breaksrules: 'breaksRules' } as const

/** Parameters of a view's single values. */
const singleParameters = {
  profile: 'profileId',
  environment: 'environment',
  run: 'run',
  from: 'from',
  to: 'to',
  createdfrom: 'createdFrom',
  createdto: 'createdTo',
  notopenedsince: 'notOpenedSince',
  archived: 'archived',
  sort: 'sort',
} as const

/** The columns requested in a URL; `null` if it does not name any. */
export type RequestedColumns = readonly ColumnName[] | null

/** Returns a view as URL parameters, omitting defaults. */
export function toQuery(view: LibraryView, columns: RequestedColumns = null): string {
  const query = new URLSearchParams()
  if (view.search !== '') query.append('q', view.search)
  for (const [name, key] of entries(singleParameters)) {
    const value = view[key]
    if (value !== undefined && value !== emptyView[key]) query.append(name, value)
  }
  const flags = entries(flagParameters).filter(([, key]) => view[key])
  for (const [name] of flags) query.append(name, 'yes')
  for (const [name, key] of entries(listParameters)) for (const value of view[key]) query.append(name, value)
  for (const [name, key] of entries(tagParameters))
    for (const value of view.tags[key]) query.append(name, value)
  if (columns) query.append('columns', columns.join('.'))
  return query.toString()
}

/** Returns the columns named in a URL, in their order; `null` if it names none. */
export function parseColumns(query: string): RequestedColumns {
  const requested = new URLSearchParams(query).get('columns')?.split('.')
  return requested ? [...new Set(requested)].flatMap((text) => columnName.safeParse(text).data ?? []) : null
}

/** Parses the view in a URL. Unknown or invalid parts are ignored. */
export function parseView(query: string): LibraryView {
  const parameters = new URLSearchParams(query)
  const fields: Record<string, unknown> = {
    search: (parameters.get('q') ?? '').slice(0, maxSearchLength).toWellFormed(),
    tags: Object.fromEntries(
      entries(tagParameters).map(([name, key]) => [
        key,
        parameters
          .getAll(name)
          .filter((tag) => libraryView.shape.campaign.safeParse([tag]).success)
          .slice(0, maxFilterValues),
      ]),
    ),
  }
  for (const [name, key] of entries(flagParameters)) if (parameters.get(name) === 'yes') fields[key] = true
  for (const [name, key] of entries(listParameters)) {
    const field = libraryView.shape[key]
    fields[key] = parameters
      .getAll(name)
      .filter((value) => field.safeParse([value]).success)
      .slice(0, maxFilterValues)
  }
  for (const [name, key] of entries(singleParameters)) {
    const value = parameters.get(name)
    if (value !== null && libraryView.shape[key].safeParse(value).success) fields[key] = value
  }
  return libraryView.parse(fields)
}

function entries<K extends string, V>(table: Record<K, V>): [K, V][] {
  return Object.entries(table) as [K, V][]
}
