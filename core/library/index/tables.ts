import { channelRulesDate } from '../../../contract/app/channels/rules.ts'
import { channelSourcesDate } from '../../../contract/app/channels/sources.ts'
import { queryFields, sortNames, storedColumns } from '../../../contract/app/library/columns/columnLists.ts'
import type { QueryColumn, SortName } from '../../../contract/app/library/columns/columnLists.ts'
import { libraryColumns } from '../../../contract/app/library/columns/columns.ts'
import type { ColumnKind } from '../../../contract/app/library/columns/columnTypes.ts'
import { byName, fieldsOf, trackingName, type FieldName } from '../../../contract/service/link/fields.ts'

/** The fields with their own word column. */
const ownColumns = [...fieldsOf('text'), ...fieldsOf('data'), ...fieldsOf('tags'), ...fieldsOf('image')]

/** The word column of each field; `null` if it isn't searchable. */
export const columnOfField = {
  ...byName(ownColumns, (name) => name),
  ...byName([...fieldsOf('appTarget'), ...fieldsOf('target')], () => 'destination' as const),
  // A path is found by itself, also without a request.
  ...byName([...fieldsOf('preview'), ...fieldsOf('path')], () => null),
  ...byName(fieldsOf('tracking'), trackingName),
} satisfies Record<FieldName, string | null>

/** The word columns. `marks` contains filter tokens instead of words. */
export type WordColumn = (typeof ownColumns)[number] | QueryColumn | 'marks'
export const wordColumns: readonly WordColumn[] = [
  ...new Set<WordColumn>([...ownColumns, ...Object.values(queryFields)]),
  'marks',
]

/**
 * Version of the derived data, which has its own file and is rebuilt for any other version. Increase the
 * number when a table or the result of `entry.ts` changes. Changed columns and channel rules are detected
 * automatically.
 */
export const indexVersion = JSON.stringify([
  16,
  storedColumns,
  wordColumns,
  channelRulesDate,
  channelSourcesDate,
])

/** A sort order with a text key per link. Sorting by the time of adding uses `seq` instead. */
export type KeyedSort = Exclude<SortName, 'newest' | 'oldest'>
export const keyedSorts = sortNames.filter(isKeyed)

/** The columns with link values, followed by those with sort keys. */
export const entryColumns = ['seq', ...storedColumns, ...keyedSorts.map(keyName)] as const

/** The sort key column of each order; `null` if `seq` is sufficient. */
export const sortKeys = byName(sortNames, (sort) => (isKeyed(sort) ? keyName(sort) : null))

function isKeyed(sort: SortName): sort is KeyedSort {
  return sort !== 'newest' && sort !== 'oldest'
}

function keyName(sort: KeyedSort): string {
  return `${sort}Key`
}

const sqlTypes: Record<ColumnKind, string> = {
  text: 'TEXT NOT NULL',
  textOrNull: 'TEXT',
  texts: 'TEXT NOT NULL',
  integer: 'INTEGER NOT NULL',
  integerOrNull: 'INTEGER',
  flag: 'INTEGER NOT NULL',
  state: 'TEXT NOT NULL',
  environment: 'TEXT NOT NULL',
  outcomeOrNull: 'TEXT',
}

/** SQL for whether an entry is marked as off. Queries by `endsAt` must repeat it exactly to use its index. */
export const isOff = `(lastCheck IS 'inactive')`

/**
 * Returns the SQL that creates the tables in `schema`. `entries.seq` ascends with creation time: lists sort by it, and FTS5 is
 * fast only in rowid order. Each distinct word is indexed once, with prefixes of up to eight letters.
 */
export function createTables(schema: 'main' | 'derived' | 'temp'): string {
  return `
  CREATE TABLE ${schema}.entries (
    seq INTEGER PRIMARY KEY,
    ${storedColumns.map((name) => `${name} ${sqlTypes[libraryColumns[name].kind]}`).join(', ')},
    ${keyedSorts.map((sort) => `${keyName(sort)} TEXT NOT NULL`).join(', ')},
    UNIQUE (id)
  ) STRICT;
  CREATE INDEX ${schema}.entries_by_content ON entries (contentKey, seq DESC) WHERE contentKey IS NOT NULL;
  CREATE INDEX ${schema}.entries_by_tracked ON entries (trackedKey, added) WHERE trackedKey IS NOT NULL;
  CREATE INDEX ${schema}.entries_by_archive ON entries (archived, seq);
  CREATE INDEX ${schema}.entries_by_end ON entries (${isOff}, endsAt) WHERE endsAt IS NOT NULL;
  ${keyedSorts.map((sort) => `CREATE INDEX ${schema}.entries_by_${sort} ON entries (${keyName(sort)}, seq DESC);`).join('\n  ')}
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
