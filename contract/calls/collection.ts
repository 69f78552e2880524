import { z } from 'zod'
import { environment } from '../headers.ts'
import { limits } from '../limits.ts'
import { libraryRow, maxNoteLength } from '../library/row.ts'
import { selectedLinks, libraryView, maxFilterValueLength } from '../library/view.ts'
import { linkRecord } from '../record.ts'

/** What the values of a view are counted by. */
export const facetNames = [
  'tags',
  'campaign',
  'source',
  'medium',
  'domain',
  'profile',
  'state',
  'environment',
  'check',
] as const
export type FacetName = (typeof facetNames)[number]

const localTags = z.array(z.string().trim().min(1).max(limits.tagLength)).max(limits.tags)

/** What a person keeps of links in the library alone; what is left out stays as it is. */
export const localChange = z.strictObject({
  starred: z.boolean().optional(),
  archived: z.boolean().optional(),
  /** `null` takes the note away. */
  note: z.string().max(maxNoteLength).nullable().optional(),
  addTags: localTags.default([]),
  removeTags: localTags.default([]),
})
export type LocalChange = z.output<typeof localChange>

/** One change that a person made to links in the library alone: to marks and tags, or their removal from it. */
export const loggedChange = z.object({
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  kind: z.enum(['mark', 'remove']),
  /** What was asked for; `null` for a removal. */
  change: localChange.nullable(),
  /** How many links it changed. */
  links: z.int(),
  /** `null` unless it was undone. */
  undoneAt: z.iso.datetime().nullable(),
})
export type LoggedChange = z.infer<typeof loggedChange>

const counted = z.object({ links: z.int() })

/**
 * The library as a collection: searched, counted, marked and tidied. None of these asks a service, but for `links.add`.
 * What changes many links is listed by `jobs.list` meanwhile, and answers how many there were when it is cancelled there.
 */
export const collectionCalls = {
  /** A page of the links that a view shows. `after` is the last page's `next`; `null` stands for the end. */
  'links.search': {
    input: z.strictObject({
      view: libraryView,
      after: z.string().max(2_000).optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({
      rows: z.array(libraryRow),
      next: z.string().nullable(),
      /** After an update a large library is gone through once more: until then its oldest links are not found yet. */
      partial: z.boolean(),
    }),
  },
  /** How many links a view shows: at least 1,000 where it is not asked for exactly. */
  'links.count': {
    input: z.strictObject({ view: libraryView, exact: z.boolean().default(false) }),
    output: z.object({ total: z.int(), atLeast: z.boolean() }),
  },
  /** The values that the links of a view carry, most frequent first; `sampled` where only the newest links were looked at. */
  'links.facets': {
    input: z.strictObject({
      of: z.enum(facetNames),
      view: libraryView,
      /** Only values that begin so, in capital or small letters. */
      prefix: z.string().max(maxFilterValueLength).default(''),
      limit: z.int().min(1).max(500).default(100),
    }),
    output: z.object({
      /** A profile's value is its id, and `name` what its newest link calls it: it may have been removed since. */
      values: z.array(z.object({ value: z.string(), name: z.string().optional(), count: z.int() })),
      sampled: z.boolean(),
    }),
  },
  /** Changes what the library alone keeps of links, and answers how many there were. The service hears nothing of it. */
  'links.mark': {
    input: z.strictObject({
      which: selectedLinks,
      change: localChange,
      /** The name by which `links.undo` undoes it. Several calls may share one. */
      changeId: z.uuid().optional(),
    }),
    output: counted,
  },
  /**
   * Undoes a change of the history: puts removed links back, or restores the marks and tags that a `links.mark` changed.
   * What was changed otherwise since then stays.
   */
  'links.undo': { input: z.strictObject({ changeId: z.uuid() }), output: counted },
  /** The changes that can still be undone, and those that were, newest first: at most 200, of the last 30 days. */
  'links.changes': { input: z.strictObject({}), output: z.object({ changes: z.array(loggedChange) }) },
  /**
   * Takes links out of the library, never out of the service, and keeps them for 30 days to be put back. A link that is
   * being created stays.
   */
  'links.remove': {
    input: z.strictObject({ which: selectedLinks }),
    output: counted.extend({ undo: z.uuid() }),
  },
  /** Puts back what one `links.remove` has taken out. */
  'links.unremove': { input: z.strictObject({ undo: z.uuid() }), output: counted },
  /**
   * Looks a link up and adds it to the library as made elsewhere: without a request, with the answer as the service spelled it.
   * Of a link that is there already it answers the record.
   */
  'links.add': {
    input: z.strictObject({ profileId: z.string(), environment, path: z.string().min(1).max(2_048) }),
    output: linkRecord,
  },
}
