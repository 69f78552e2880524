import { z } from 'zod'
import { call } from '../call.ts'
import { environment } from '../../../service/api/environment.ts'
import { namesOf } from '../../../service/link/fields.ts'
import { limits } from '../../../service/api/limits.ts'
import { facetColumns } from '../../library/columns/columnLists.ts'
import { libraryRow, maxNoteLength } from '../../library/row.ts'
import { selectedLinks, libraryView, maxFilterValueLength } from '../../library/view.ts'
import { linkRecord } from '../../link/record.ts'

/** Maximum number and length (in UTF-16 units) of removed tags. Other services may allow more than ours. */
const [maxRemovedTags, maxRemovedTagLength] = [1_000, 10_000]

const addedTags = z.array(z.string().trim().min(1).max(limits.tagLength)).max(limits.tags)
/** Exactly as the service spells them, which can be longer than ours or have outer white space. */
const removedTags = z.array(z.string().max(maxRemovedTagLength)).max(maxRemovedTags)

/** A change to data that exists only in the library. Omitted members stay unchanged. */
export const localChange = z.strictObject({
  starred: z.boolean().optional(),
  archived: z.boolean().optional(),
  /** `null` removes the note. */
  note: z.string().max(maxNoteLength).nullable().optional(),
  addTags: addedTags.default([]),
  removeTags: removedTags.default([]),
})
export type LocalChange = z.output<typeof localChange>

/** A change that affects only the library: of marks and tags, or a removal of links. */
const loggedChange = z.object({
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  kind: z.enum(['mark', 'remove']),
  /** The change; `null` for a removal. */
  change: localChange.nullable(),
  /** Number of changed links. */
  links: z.int(),
  /** `null` unless the change was undone. */
  undoneAt: z.iso.datetime().nullable(),
})
export type LoggedChange = z.infer<typeof loggedChange>

/** A link's local data after a change, or before the first known change. */
const localVersion = z.object({
  /** `null` for the data before the first known change. */
  since: z.iso.datetime().nullable(),
  starred: z.boolean(),
  archived: z.boolean(),
  note: z.string().nullable(),
  tags: z.array(z.string()),
})
export type LocalVersion = z.infer<typeof localVersion>

/** A campaign: the links of a profile and environment with the same campaign. */
const campaign = z.object({
  name: z.string(),
  profileId: z.string(),
  profileName: z.string(),
  environment,
  links: z.int(),
  people: z.int(),
  known: z.int(),
  /** The last day with visits (UTC); `null` if there were none, or if they are unknown. */
  lastVisit: z.string().nullable(),
  /** When its latest link was added. */
  addedAt: z.string(),
})
export type Campaign = z.infer<typeof campaign>

const counted = z.object({ links: z.int() })

/**
 * The library as a collection of links: search, count, mark and remove them. Only `library.add` contacts a service.
 * Calls that change many links are listed by `jobs.list`; if cancelled there, they return the number of links changed
 * so far.
 */
export const libraryCalls = {
  /**
   * Returns a page of the links in a view. `after` is the previous page's `next`; `next` is `null` on the
   * last page.
   */
  'library.search': call(
    {
      view: libraryView,
      after: z.string().max(2_000).optional(),
      limit: z.int().min(1).max(200).default(50),
      /** Whether links whose title or destination is the whole search come first, for a page without `after`. */
      exactFirst: z.boolean().optional(),
    },
    z.object({
      rows: z.array(libraryRow),
      next: z.string().nullable(),
      /**
       * Whether some links aren't indexed yet: after an update of a large library its oldest links can't be found, links
       * that have just ended may not be marked, and on a full disk changed links are listed as they were.
       */
      partial: z.boolean(),
      /** When the next link of the library ends, in milliseconds, and lists are out of date; `null` for never. */
      nextEnd: z.int().nullable(),
    }),
  ),
  /** Counts the links of a view. `atLeast`: some links aren't indexed yet. */
  'library.count': call({ view: libraryView }, z.object({ total: z.int(), atLeast: z.boolean() })),
  /**
   * Returns the values used by the links of a view, most frequent first. `sampled` means that only the newest links
   * were counted.
   */
  'library.facets': call(
    {
      of: z.enum(namesOf(facetColumns)),
      view: libraryView,
      /** Only values with this prefix, ignoring case. */
      prefix: z.string().max(maxFilterValueLength).default(''),
      limit: z.int().min(1).max(500).default(100),
    },
    z.object({
      /**
       * For a profile, the value is its id and `name` is its name in the newest link, because the profile may have been
       * removed.
       */
      values: z.array(z.object({ value: z.string(), name: z.string().optional(), count: z.int() })),
      sampled: z.boolean(),
    }),
  ),
  /**
   * Returns the campaigns of links that aren't archived, those with the latest links first, at most 2,000. The same name in
   * another profile or environment is another campaign. `people` counts the stored visits of `known` links.
   */
  'library.campaigns': call({}, z.object({ campaigns: z.array(campaign), partial: z.boolean() })),
  /** Changes local data of links and returns the number of changed links. Doesn't contact the service. */
  'library.mark': call(
    {
      which: selectedLinks,
      change: localChange,
      /** Id for `library.undo`. Several calls may share one. */
      changeId: z.uuid().optional(),
    },
    counted,
  ),
  /**
   * Undoes a change of the history: restores removed links, or the marks, tags and notes that a `library.mark`
   * changed. Later changes are kept.
   */
  'library.undo': call({ changeId: z.uuid() }, counted),
  /** Returns changes that can be undone or were undone, newest first. At most 200, from the last 30 days. */
  'library.changes': call({}, z.object({ changes: z.array(loggedChange) })),
  /**
   * Returns the versions of a link's local data in the last 30 days, newest first. The first entry is the current one.
   * Empty if it wasn't changed.
   */
  'library.versions': call({ id: z.uuid() }, z.object({ versions: z.array(localVersion) })),
  /**
   * Removes links from the library, not from the service. For 30 days, `library.undo` restores them with the id `undo`. A
   * link that is still being created is kept.
   */
  'library.remove': call({ which: selectedLinks }, counted.extend({ undo: z.uuid() })),
  /**
   * Looks up a link and adds it to the library, with the service's response and without a request. Returns the existing
   * record if it is already there. `id` is for `links.cancel`.
   */
  'library.add': call(
    { id: z.uuid().optional(), profileId: z.string(), environment, path: z.string().min(1).max(2_048) },
    linkRecord,
  ),
}
