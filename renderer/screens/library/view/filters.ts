import { listFilterLabels, listFilters } from '../../../../contract/app/library/columns/columnLists.ts'
import type { FacetName, ListFilter, SortName } from '../../../../contract/app/library/columns/columnLists.ts'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import type { CheckOutcome } from '../../../../contract/app/link/check.ts'
import type { RecordState } from '../../../../contract/app/link/record.ts'
import type { Environment } from '../../../../contract/service/api/headers.ts'
import { parameterLabel } from '../../../../contract/service/link/parameters.ts'
import { byName, namesOf } from '../../../../contract/service/link/fields.ts'
import { checkLabels, stateLabels } from '../../../ui/Badge.tsx'
import { environmentLabels } from '../../../ui/environments.ts'

/** The orders that depend on visits. */
export const visitSorts: ReadonlySet<SortName> = new Set(['visits', 'opened', 'openedOldest'])

/** Returns whether a view depends on visits. */
export function needsVisits({ sort, notOpenedSince }: LibraryView): boolean {
  return visitSorts.has(sort) || notOpenedSince !== undefined
}

/** A filter for the values of a field. The list of active filters and the filter bar are derived from it. */
export interface FacetFilter {
  label: string
  facet: FacetName
  /** What its values begin with. */
  prefix?: string
  /** Allows only one value at a time. */
  single?: boolean
  /** Whether there may be so many values that a search is needed. */
  isSearchable?: boolean
  chosen: (view: LibraryView) => readonly string[]
  /** Returns the view with other chosen values. */
  withChosen: (view: LibraryView, values: string[]) => LibraryView
  valueLabel: (value: string) => string
}

const tagLabels = { any: 'Tag', all: 'With tag', none: 'Without tag' } as const

type ListKey = ListFilter | 'states' | 'checks'
type LabelOf = FacetFilter['valueLabel']

/** Returns the filter for any of the values in a list of the view. */
function listFilter(
  key: ListKey,
  facet: FacetName,
  label: string,
  valueLabel: LabelOf = String,
): FacetFilter {
  return {
    ...{ facet, label, valueLabel },
    chosen: (view) => view[key],
    withChosen: (view, values) => ({ ...view, [key]: values }),
  }
}

/** Returns the filter for one value. */
function singleFilter(
  key: 'environment' | 'profileId',
  facet: FacetName,
  label: string,
  valueLabel: LabelOf,
): FacetFilter {
  return {
    ...{ facet, label, valueLabel, single: true },
    chosen: ({ [key]: value }) => (value === undefined ? [] : [value]),
    withChosen: (view, [value]) => withOne(view, key, value),
  }
}

/** Returns the filters for the state and the place of links. */
export function placeFilters(profileName: (id: string) => string): FacetFilter[] {
  return [
    listFilter('states', 'state', 'State', (state) => stateLabels[state as RecordState]),
    listFilter('checks', 'check', 'Last known', (outcome) => checkLabels[outcome as CheckOutcome]),
    singleFilter(
      'environment',
      'environment',
      'Environment',
      (name) => environmentLabels[name as Environment],
    ),
    singleFilter('profileId', 'profile', 'Profile', profileName),
  ]
}

/** The filters for links with any, all or none of some tags. */
export const tagFilters = byName(namesOf(tagLabels), (mode): FacetFilter => ({
  label: tagLabels[mode],
  facet: 'tags',
  isSearchable: true,
  chosen: ({ tags }) => tags[mode],
  withChosen: (view, values) => ({ ...view, tags: { ...view.tags, [mode]: values } }),
  valueLabel: String,
}))

/** The filters for the values of columns. */
export const columnFilters = byName(listFilters, (name) => ({
  ...listFilter(name, name, listFilterLabels[name]),
  isSearchable: true,
}))

/** Returns the filter for the values of one parameter, such as `utm_content=header`. */
export function parameterFilter(name: string, label: string): FacetFilter {
  const prefix = `${name}=`
  return {
    ...{ label, facet: 'parameter', prefix, isSearchable: true },
    chosen: ({ parameter }) => parameter.filter((text) => text.startsWith(prefix)),
    withChosen: (view, values) => ({
      ...view,
      parameter: [...view.parameter.filter((text) => !text.startsWith(prefix)), ...values],
    }),
    valueLabel: (text) => text.slice(prefix.length),
  }
}

/** Returns the view with a value of a filter chosen, or no longer chosen. */
export function withToggled(filter: FacetFilter, view: LibraryView, value: string): LibraryView {
  const chosen = filter.chosen(view)
  if (chosen.includes(value)) {
    return filter.withChosen(
      view,
      chosen.filter((other) => other !== value),
    )
  }
  return filter.withChosen(view, filter.single ? [value] : [...chosen, value])
}

/** One active filter of a view, and the view without it. */
export interface ActiveFilter {
  name: string
  value: string
  without: LibraryView
}

/** Returns a view's filters except the search, one per value. */
export function activeFilters(
  view: LibraryView,
  profileName: (id: string) => string,
  runName: (id: string) => string = String,
  labelOf = parameterLabel,
): ActiveFilter[] {
  const describe = (filter: FacetFilter) =>
    filter.chosen(view).map((value) => ({
      name: filter.label,
      value: filter.valueLabel(value),
      without: withToggled(filter, view, value),
    }))
  const single = (key: SingleFilter, name: string, valueOf: (value: string) => string = () => '') => {
    const value = view[key]
    return value === undefined
      ? []
      : [{ name, value: valueOf(String(value)), without: withOne(view, key, undefined) }]
  }
  const { archived } = view
  return [
    ...placeFilters(profileName).flatMap(describe),
    ...single('run', 'Bulk run', runName),
    ...Object.values(tagFilters).flatMap(describe),
    ...listFilters.flatMap((name) => {
      const filters = describe(columnFilters[name])
      if (name !== 'parameter') return filters
      return filters.map((filter) => ({ ...filter, ...describeParameter(filter.value, labelOf) }))
    }),
    ...namesOf(dayFilters).flatMap((key) => single(key, dayFilters[key], formatDay)),
    ...single('starred', 'Starred'),
    ...single('breaksRules', 'Breaks tracking rules'),
    ...(archived === 'no'
      ? []
      : [
          {
            name: 'Archived',
            value: archivedLabels[archived],
            without: { ...view, archived: emptyView.archived },
          },
        ]),
  ]
}

/** Splits `utm_content=header`. */
function describeParameter(text: string, labelOf: typeof parameterLabel) {
  const name = text.split('=', 1)[0] ?? ''
  return { name: labelOf(`?${name}`), value: text.slice(name.length + 1) }
}

const dayFilters = {
  from: 'Added from',
  to: 'Added until',
  createdFrom: 'Created from',
  createdTo: 'Created until',
  notOpenedSince: 'Not opened since',
} as const

export const archivedLabels = { no: 'Hidden', all: 'Shown as well', only: 'Only these' } as const

/** Returns the view without filters; search and order stay. */
export function withoutFilters({ search, sort }: LibraryView): LibraryView {
  return { ...emptyView, search, sort }
}

/** Returns whether a view has a search or filters. */
export function isNarrowed(view: LibraryView): boolean {
  return view.search.trim() !== '' || activeFilters(view, String).length > 0
}

function formatDay(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(iso))
}

type SingleFilter = 'environment' | 'profileId' | 'run' | 'starred' | 'breaksRules' | keyof typeof dayFilters

/** Returns a view with another value of a filter, or without the filter if the value is `undefined`. */
export function withOne<K extends SingleFilter>(
  view: LibraryView,
  key: K,
  value: LibraryView[K] | string | undefined,
): LibraryView {
  const copy = { ...view, [key]: value }
  if (value === undefined) Reflect.deleteProperty(copy, key)
  return copy
}
