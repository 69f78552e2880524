import { z } from 'zod'
import { checkOutcome } from '../check.ts'
import { environment } from '../headers.ts'
import { recordState } from '../record.ts'

/** The longest search and the longest value of a filter, in UTF-16 units, and the most values of one filter. */
export const maxSearchLength = 1_000
export const maxFilterValueLength = 1_000
export const maxFilterValues = 100

/** In which order links are listed. All but `newest` and `oldest` list links that are alike in it from new to old. */
export const sortNames = [
  'newest',
  'oldest',
  'title',
  'campaign',
  'source',
  'destination',
  'checked',
] as const
export type SortName = (typeof sortNames)[number]

const values = z.array(z.string().max(maxFilterValueLength)).max(maxFilterValues).default([])

/**
 * Which links of the library are meant, and in which order. Every part narrows it down; what is left out asks for nothing.
 * Of a list of values any one will do.
 */
export const libraryView = z.strictObject({
  /** Words, "phrases", `field:value` and `-word` (`contract/library/query.ts`). */
  search: z.string().max(maxSearchLength).default(''),
  profileId: z.string().max(maxFilterValueLength).optional(),
  environment: environment.optional(),
  states: z.array(recordState).max(maxFilterValues).default([]),
  /** What the last check came to. */
  checks: z.array(checkOutcome).max(maxFilterValues).default([]),
  tags: z.strictObject({ any: values, all: values, none: values }).default({ any: [], all: [], none: [] }),
  campaign: values,
  source: values,
  medium: values,
  /** Hosts of destinations, such as `www.example.com`. */
  domain: values,
  /** The first and the last day of its making, in UTC. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** The run that made them. */
  run: z.uuid().optional(),
  starred: z.literal(true).optional(),
  archived: z.enum(['no', 'only', 'all']).default('no'),
  sort: z.enum(sortNames).default('newest'),
})
/** A view as a caller writes it, and as it is after its defaults were filled in. */
export type LibraryViewInput = z.input<typeof libraryView>
export type LibraryView = z.output<typeof libraryView>

/** Links by their ids, or all that a view shows. */
export const selectedLinks = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(1_000) }),
  z.strictObject({ view: libraryView }),
])
export type SelectedLinks = z.output<typeof selectedLinks>
