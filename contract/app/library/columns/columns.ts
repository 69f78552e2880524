import type { LibraryColumn } from './columnTypes.ts'
import { trackingColumns } from './trackingColumns.ts'

/**
 * The library's columns: the link data to list, filter, sort and search, with their names in imported tables.
 * Everything else is derived from this list or fails to compile (`columnLists.ts`). `listColumns.ts` has the columns on
 * screen.
 */
export const libraryColumns = {
  id: { kind: 'text' },
  createdAt: { kind: 'text', sorts: { newest: 'Last added first', oldest: 'First added first' } },
  state: { kind: 'state', facet: 'state' },
  environment: { kind: 'environment', facet: 'environment', imported: ['environment'] },
  profileId: { kind: 'text', facet: 'profile' },
  profileName: { kind: 'text', words: { column: 'profile', prefixes: ['profile'] } },
  /** The stored values if known, otherwise the requested ones. */
  title: {
    kind: 'textOrNull',
    sorts: { title: 'Title' },
    words: { column: 'title', prefixes: ['title'] },
    imported: ['title', 'name'],
  },
  subtitle: { words: { column: 'subtitle', prefixes: ['subtitle'] }, imported: [] },
  image: { words: { column: 'image', prefixes: ['image'] } },
  ...trackingColumns,
  /**
   * The channel in which Google Analytics counts the link's visits; `null` if no website receives its tracking values.
   */
  reportChannel: { kind: 'textOrNull', facet: 'reportChannel', filter: 'Channel' },
  /** The first address, in the order desktop, iOS, Android. */
  destination: {
    kind: 'textOrNull',
    sorts: { destination: 'Destination' },
    words: { column: 'destination', prefixes: ['destination', 'to'] },
    imported: [
      ...['destination', 'destinationurl', 'longurl', 'target', 'targeturl', 'originalurl', 'redirecturl'],
      ...['desktopurl', 'landingpage'],
    ],
  },
  /** The parameters of its addresses, as `utm_content=header`. */
  parameters: {
    kind: 'texts',
    facet: 'parameter',
    filter: 'Parameter',
    words: { column: 'parameters', prefixes: ['parameter'] },
  },
  /** Number of other addresses. */
  moreDestinations: { kind: 'integer' },
  domains: {
    kind: 'texts',
    hidden: true,
    facet: 'domain',
    filter: 'Goes to',
    words: { column: 'domain', prefixes: ['domain'] },
  },
  /** Hashes of what makes links duplicates (`contentKeys.ts`): where they lead, and also how they are tracked. */
  contentKey: { kind: 'integerOrNull', hidden: true },
  trackedKey: { kind: 'integerOrNull', hidden: true },
  data: { words: { column: 'data', prefixes: ['data'] }, imported: [] },
  /** Includes local additions and removals. */
  tags: {
    kind: 'texts',
    facet: 'tags',
    words: { column: 'tags', prefixes: ['tag', 'tags'] },
    imported: ['tags', 'tag', 'labels'],
  },
  link: {
    kind: 'textOrNull',
    words: { column: 'link', prefixes: ['link'] },
    imported: [
      ...['link', 'links', 'shortlink', 'shorturl', 'shortenedurl', 'bitlink', 'trackinglink'],
      ...['deeplink'],
    ],
  },
  path: {
    kind: 'textOrNull',
    words: { column: 'path', prefixes: ['path'] },
    imported: ['key', 'shortcode', 'path', 'slug', 'address', 'backhalf', 'slashtag'],
  },
  /** When it was created (`getCreatedAt`); `null` if unknown. */
  knownCreatedAt: {
    kind: 'textOrNull',
    sorts: { created: 'Last created first', createdOldest: 'First created first' },
  },
  checkedAt: { kind: 'textOrNull', sorts: { checked: 'Longest unchecked first' } },
  starred: { kind: 'flag' },
  archived: { kind: 'flag' },
  note: {
    kind: 'textOrNull',
    words: { column: 'note', prefixes: ['note'] },
    imported: ['comments', 'comment', 'note', 'notes', 'description'],
  },
  /** Name of the key that created it, as the service lists it; `null` if unknown. */
  author: {
    kind: 'textOrNull',
    facet: 'author',
    filter: 'Made by',
    words: { column: 'author', prefixes: ['by', 'author'] },
  },
  /** The link was made elsewhere and added. */
  added: { kind: 'flag' },
  /** Part of the entry couldn't be read when it was last written or migrated. */
  damaged: { kind: 'flag' },
  /** The service stored something different from the request. */
  differs: { kind: 'flag' },
  /**
   * Outcome of the last check. `inactive` also since a change or import, or if the end date has passed; `null` if nothing
   * is known.
   */
  lastCheck: { kind: 'outcomeOrNull', facet: 'check' },
  /** Visits by people, as last reported by the service; `null` if unknown. */
  visits: { kind: 'integerOrNull', sorts: { visits: 'Most visits first' } },
  /** When the service reported them, and the last day with visits (UTC) by then; `null` for none. */
  visitsAt: { kind: 'textOrNull' },
  lastVisit: {
    kind: 'textOrNull',
    sorts: { opened: 'Last opened first', openedOldest: 'Not opened for longest first' },
  },
  /** When a link that isn't switched off ends or ended, in milliseconds, as last read; `null` for no end date. */
  endsAt: { kind: 'integerOrNull' },
} as const satisfies Record<string, LibraryColumn>
