import { byName, fieldsOf, trackingName, trackingNames } from '../../../contract/link/fields.ts'
import type { FieldName } from '../../../contract/link/fields.ts'

/** The fields that have a column of their own for their words. */
const ownColumns = [...fieldsOf('text'), ...fieldsOf('data'), ...fieldsOf('tags')]

/** Where the words of each field of a link are looked for; `null` for what has no words. */
export const columnOfField = {
  ...byName(ownColumns, (name) => name),
  ...byName([...fieldsOf('appTarget'), ...fieldsOf('target')], () => 'destination' as const),
  ...byName(fieldsOf('preview'), () => null),
  ...byName(fieldsOf('tracking'), trackingName),
} satisfies Record<FieldName, string | null>

/** The columns in which words are looked for. `marks` holds no words but what is filtered by, as one token each. */
export const wordColumns = [
  ...ownColumns,
  'destination',
  'domain',
  ...trackingNames,
  'path',
  'note',
  'profile',
  'marks',
] as const
export type WordColumn = (typeof wordColumns)[number]

/**
 * What is derived from the links for lists and searches. It lies in a file of its own, which may be thrown away: so copies of
 * the library stay small, and damage to this costs nothing. With another version it is made anew. Raise the number whenever
 * a table below or what `entry.ts` derives changes; the columns for words tell themselves.
 */
export const indexVersion = JSON.stringify([6, wordColumns])

/** What is shown of a link in a list, and by what it is sorted. */
export const entryColumns = [
  'seq',
  'id',
  'state',
  'environment',
  'profile_id',
  'profile_name',
  'title',
  'destination',
  'more_destinations',
  'domains',
  'campaign',
  'source',
  'medium',
  'tags',
  'link',
  'path',
  'created_at',
  'checked_at',
  'starred',
  'archived',
  'note',
  'added',
  'damaged',
  'differs',
  'last_check',
  'title_key',
  'campaign_key',
  'source_key',
  'destination_key',
] as const
export type EntryColumn = (typeof entryColumns)[number]

/**
 * Makes the tables in `schema`. `entries.seq` ascends with the time of making, which is what lists go by and FTS5 is fast at: it
 * gives rowids in their order, but sorts by nothing else without reading all. The trigrams are of each word once and not of
 * each link: so they stay small, and a word found by its inside is looked for like any other. What a word begins with is found
 * without reading all links that have such a word, up to eight letters: a fifth more time for deriving a link, and a third more
 * room, make a keystroke in a word that most of a million links have take 1 ms instead of 30 to 110.
 */
export function createTables(schema: 'main' | 'derived' | 'temp'): string {
  return `
  CREATE TABLE ${schema}.entries (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    environment TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    profile_name TEXT NOT NULL,
    title TEXT,
    destination TEXT,
    more_destinations INTEGER NOT NULL,
    domains TEXT NOT NULL,
    campaign TEXT,
    source TEXT,
    medium TEXT,
    tags TEXT NOT NULL,
    link TEXT,
    path TEXT,
    created_at TEXT NOT NULL,
    checked_at TEXT,
    starred INTEGER NOT NULL,
    archived INTEGER NOT NULL,
    note TEXT,
    added INTEGER NOT NULL,
    damaged INTEGER NOT NULL,
    differs INTEGER NOT NULL,
    last_check TEXT,
    title_key TEXT NOT NULL,
    campaign_key TEXT NOT NULL,
    source_key TEXT NOT NULL,
    destination_key TEXT NOT NULL
  ) STRICT;
  CREATE INDEX ${schema}.entries_by_archive ON entries (archived, seq);
  CREATE INDEX ${schema}.entries_by_title ON entries (title_key, seq DESC);
  CREATE INDEX ${schema}.entries_by_campaign ON entries (campaign_key, seq DESC);
  CREATE INDEX ${schema}.entries_by_source ON entries (source_key, seq DESC);
  CREATE INDEX ${schema}.entries_by_destination ON entries (destination_key, seq DESC);
  CREATE INDEX ${schema}.entries_by_check ON entries (checked_at, seq DESC);
  CREATE VIRTUAL TABLE ${schema}.words USING fts5 (
    ${wordColumns.join(', ')},
    content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3 4 5 6 7 8'
  );
  CREATE TABLE ${schema}.vocabulary (number INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE) STRICT;
  CREATE VIRTUAL TABLE ${schema}.inside USING fts5 (
    term, content = 'vocabulary', content_rowid = 'number', tokenize = "trigram remove_diacritics 1"
  );
  CREATE TABLE ${schema}.index_state (version TEXT NOT NULL, library TEXT NOT NULL, seen INTEGER NOT NULL) STRICT;`
}
