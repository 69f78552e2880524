import { z } from 'zod'
import { checkOutcome } from '../link/check.ts'
import { environment } from '../../service/api/environment.ts'
import { byName } from '../../service/link/fields.ts'
import { recordState } from '../link/record.ts'
import { listFilters, sortNames } from './columns/columnLists.ts'

/**
 * Maximum length of a search and of a filter value, in UTF-16 units, and maximum number of values per filter.
 */
export const maxSearchLength = 1_000
export const maxFilterValueLength = 1_000
export const maxFilterValues = 100

const values = z.array(z.string().max(maxFilterValueLength)).max(maxFilterValues).default([])

/**
 * Selects and sorts links of the library. All given parts must match; omitted parts match everything. For a list of
 * values, one must match.
 */
export const libraryView = z.strictObject({
  /** Words, "phrases", `field:value` and `-word` (`contract/app/library/query.ts`). */
  search: z.string().max(maxSearchLength).default(''),
  profileId: z.string().max(maxFilterValueLength).optional(),
  environment: environment.optional(),
  states: z.array(recordState).max(maxFilterValues).default([]),
  /** Outcomes of the last check. */
  checks: z.array(checkOutcome).max(maxFilterValues).default([]),
  tags: z.strictObject({ any: values, all: values, none: values }).default({ any: [], all: [], none: [] }),
  /** Values of columns, such as hosts of destinations (`domain`). */
  ...byName(listFilters, () => values),
  /** First and last day on which links were added, in UTC. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** First and last day of creation, in UTC. Links whose creation time is unknown don't match. */
  createdFrom: z.iso.date().optional(),
  createdTo: z.iso.date().optional(),
  /** The run that created the links. */
  run: z.uuid().optional(),
  starred: z.literal(true).optional(),
  /** Links without visits since this day, in UTC. Links of which that is unknown don't match. */
  notOpenedSince: z.iso.date().optional(),
  /** Links that break the current tracking rules of their profile. */
  breaksRules: z.literal(true).optional(),
  archived: z.enum(['no', 'only', 'all']).default('no'),
  sort: z.enum(sortNames).default('newest'),
})
/** A view as passed by a caller, and with defaults filled in. */
export type LibraryViewInput = z.input<typeof libraryView>
export type LibraryView = z.output<typeof libraryView>

/** Links by id, or all links of a view. */
export const selectedLinks = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(1_000) }),
  z.strictObject({ view: libraryView }),
])
export type SelectedLinks = z.output<typeof selectedLinks>
