import { listFilterLabels, listFilters } from '../../../../contract/app/library/columns/columnLists.ts'
import type { SortName } from '../../../../contract/app/library/columns/columnLists.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { parameterLabel } from '../../../../contract/service/link/parameters.ts'
import { namesOf } from '../../../../contract/service/link/fields.ts'
import type { Current } from '../../../session/currentProfile.ts'
import { checkLabels, stateLabels } from '../../../ui/Badge.tsx'
import { environmentLabels } from '../../../ui/environments.ts'
import { defaultView } from './viewQuery.ts'

/** The orders that depend on visits. */
export const visitSorts: ReadonlySet<SortName> = new Set(['visits', 'opened', 'openedOldest'])

/** Returns whether a view depends on visits. */
export function needsVisits({ sort, notOpenedSince }: LibraryView): boolean {
  return visitSorts.has(sort) || notOpenedSince !== undefined
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
  const { environment, profileId, run, starred, breaksRules, archived } = view
  const createFilter = (name: string, value: string, key: SingleFilter) => ({
    name,
    value,
    without: withoutOne(view, key),
  })
  return [
    ...view.states.map((state) => ({
      name: 'State',
      value: stateLabels[state],
      without: { ...view, states: toggleValue(view.states, state) },
    })),
    ...view.checks.map((outcome) => ({
      name: 'Last known',
      value: checkLabels[outcome],
      without: { ...view, checks: toggleValue(view.checks, outcome) },
    })),
    ...(environment ? [createFilter('Environment', environmentLabels[environment], 'environment')] : []),
    ...(profileId === undefined ? [] : [createFilter('Profile', profileName(profileId), 'profileId')]),
    ...(run === undefined ? [] : [createFilter('Bulk run', runName(run), 'run')]),
    ...(['any', 'all', 'none'] as const).flatMap((mode) =>
      view.tags[mode].map((tag) => ({
        name: tagLabels[mode],
        value: tag,
        without: { ...view, tags: { ...view.tags, [mode]: toggleValue(view.tags[mode], tag) } },
      })),
    ),
    ...listFilters.flatMap((key) =>
      view[key].map((value) => ({
        ...(key === 'parameter' ? describeParameter(value, labelOf) : { name: listFilterLabels[key], value }),
        without: { ...view, [key]: toggleValue(view[key], value) },
      })),
    ),
    ...namesOf(dayFilters).flatMap((key) => {
      const day = view[key]
      return day === undefined ? [] : [createFilter(dayFilters[key], formatDay(day), key)]
    }),
    ...(starred ? [createFilter('Starred', '', 'starred')] : []),
    ...(breaksRules ? [createFilter('Breaks tracking rules', '', 'breaksRules')] : []),
    ...(archived === 'no'
      ? []
      : [
          {
            name: 'Archived',
            value: archivedLabels[archived],
            without: { ...view, archived: 'no' as const },
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

const tagLabels = { any: 'Tag', all: 'With tag', none: 'Without tag' } as const
export const archivedLabels = { no: 'Hidden', all: 'Shown as well', only: 'Only these' } as const

/** Returns the view without filters; search and order stay. */
export function withoutFilters({ search, sort }: LibraryView): LibraryView {
  return { ...defaultView, search, sort }
}

/** Returns whether a view has a search or filters. */
export function isNarrowed(view: LibraryView): boolean {
  return view.search.trim() !== '' || activeFilters(view, String).length > 0
}

function formatDay(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(iso))
}

type SingleFilter = 'environment' | 'profileId' | 'run' | 'starred' | 'breaksRules' | keyof typeof dayFilters

/** Returns a view without one of its filters. */
export function withoutOne(view: LibraryView, key: SingleFilter): LibraryView {
  const copy = { ...view }
  Reflect.deleteProperty(copy, key)
  return copy
}

/** Label of the button that calls `withoutScope`. */
export const allScopes = 'Show all profiles'

/** Returns a view of all profiles and environments. */
export function withoutScope(view: LibraryView): LibraryView {
  return withoutOne(withoutOne(view, 'profileId'), 'environment')
}

/** Returns whether a view covers all profiles and environments. */
export function coversEverything({ profileId, environment }: LibraryView): boolean {
  return profileId === undefined && environment === undefined
}

/** Returns whether a view covers only one environment of one profile. */
export function coversOnly(view: LibraryView, { profile, environment }: Current): boolean {
  return view.profileId === profile.id && view.environment === environment
}

/** Adds a value to a list, or removes it. */
export function toggleValue<T>(list: readonly T[], value: T): T[] {
  return list.includes(value) ? list.filter((other) => other !== value) : [...list, value]
}
