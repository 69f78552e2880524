import { byName, fieldsOf, trackingName, trackingNames } from '../../../contract/link/fields.ts'
import type { FieldName } from '../../../contract/link/fields.ts'

/** The fields with their own word column. */
const ownColumns = [...fieldsOf('text'), ...fieldsOf('data'), ...fieldsOf('tags')]

/** The word column of each field; `null` if it isn't searchable. */
export const columnOfField = {
  ...byName(ownColumns, (name) => name),
  ...byName([...fieldsOf('appTarget'), ...fieldsOf('target')], () => 'destination' as const),
  ...byName(fieldsOf('preview'), () => null),
  ...byName(fieldsOf('tracking'), trackingName),
} satisfies Record<FieldName, string | null>

/** The word columns. `marks` contains filter tokens instead of words. */
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
 * Version of the derived data, which has its own file and is rebuilt for any other version. Increase the
 * number when a table or the result of `entry.ts` changes. Changed word columns are detected automatically.
 */
export const indexVersion = JSON.stringify([7, wordColumns])

/** The columns for showing and sorting lists. */
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
  'known_created_at',
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
  'created_key',
  'created_newest_key',
] as const
export type EntryColumn = (typeof entryColumns)[number]

/**
 * Returns the SQL that creates the tables in `schema`. `entries.seq` ascends with creation time, because
 * lists sort by it and FTS5 is fast only in rowid order. Trigrams index each distinct word once, which keeps
 * them small. Prefixes of up to eight letters cost 20 % more time and 33 % more space, and cut a keystroke in
 * a library of a million links from 30–110 ms to 1 ms.
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
    known_created_at TEXT,
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
    destination_key TEXT NOT NULL,
    created_key TEXT NOT NULL,
    created_newest_key TEXT NOT NULL
  ) STRICT;
  CREATE INDEX ${schema}.entries_by_archive ON entries (archived, seq);
  CREATE INDEX ${schema}.entries_by_title ON entries (title_key, seq DESC);
  CREATE INDEX ${schema}.entries_by_campaign ON entries (campaign_key, seq DESC);
  CREATE INDEX ${schema}.entries_by_source ON entries (source_key, seq DESC);
  CREATE INDEX ${schema}.entries_by_destination ON entries (destination_key, seq DESC);
  CREATE INDEX ${schema}.entries_by_creation ON entries (created_key, seq DESC);
  CREATE INDEX ${schema}.entries_by_last_creation ON entries (created_newest_key, seq DESC);
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
