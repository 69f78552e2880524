import { namesOf } from '../../../contract/service/link/fields.ts'
import { deleteAll, pruneSize } from '../deleteAll.ts'
import {
  column,
  linkColumns,
  valuesOf,
  type ColumnKind,
  type ColumnsOf,
  type Value,
} from '../schema/columns.ts'
import { createObjectReader, createSelection, type Row, type StatementRunner } from '../schema/selection.ts'
import { assignColumns, insertInto, listColumns, typedParam, type Dialect } from '../schema/sql.ts'
import { linkKey } from './links.ts'
import type { IdempotencyUse, LinkOwner, LinkRow, StoredLink } from './links.ts'

/** A change of a link. Entries are immutable. */
export interface LinkChange extends LinkOwner {
  link: number
  /** Time of the change, in milliseconds since 1970. Unique for the link, and its modification time until the next change. */
  at: number
  /** Name of the key that made it; `null` for the operator. */
  keyName: string | null
  /** The text of a JSON object: by field, its value `from` before and `to` after. */
  fields: string
  idempotency: IdempotencyUse | null
}

const propertyColumns = {
  link_id: column('integer', 'link'),
  at: column('integer', 'at'),
  project_id: column('text', 'project'),
  environment: column('environment', 'environment'),
  key_name: column('textOrNull', 'keyName'),
  fields: column('text', 'fields'),
} as const

/** The columns of a link's history. */
export const changeColumns = {
  ...propertyColumns,
  idempotency_key: { kind: 'textOrNull', get: (change) => change.idempotency?.key ?? null },
  request_hash: { kind: 'textOrNull', get: (change) => change.idempotency?.requestHash ?? null },
} as const satisfies ColumnsOf<LinkChange>

const names = namesOf(changeColumns)
const { read: readColumn } = createSelection(changeColumns, names)
const toProperties = createObjectReader(propertyColumns)

/** Fields that a change never touches: a link's identity, owner and creation. */
const fixedColumns: ReadonlySet<string> = new Set<keyof typeof linkColumns>([
  ...(['id', 'path', 'own_path', 'project_id', 'environment', 'origin', 'created_at'] as const),
  ...(['idempotency_key', 'request_hash', 'key_name', 'erased_at'] as const),
])
const changedColumns = Object.entries<{ kind: ColumnKind; get: (link: LinkRow) => Value }>(
  linkColumns,
).filter(([name]) => !fixedColumns.has(name))

/** The condition of an upsert: an erased link gets no content again. */
export const unlessErased = 'WHERE links.erased_at IS NULL OR excluded.erased_at IS NOT NULL'

/** What erasing leaves of a link: where it is, whose it is, and its times. */
const keptColumns: ReadonlySet<string> = new Set<keyof typeof linkColumns>([
  ...(['id', 'path', 'own_path', 'project_id', 'environment', 'origin', 'created_at'] as const),
  ...(['updated_at', 'erased_at'] as const),
])
const emptyTexts: Readonly<Record<string, string>> = { data: "'{}'", tags: "'[]'" }

/** Returns the statement that erases links. `stamp` is the next place of each in the list of links. */
export function eraseStatement({ among }: Dialect, stamp: string): string {
  const now = typedParam(2, 'integer')
  const emptied = Object.entries<{ kind: ColumnKind }>(linkColumns)
    .filter(([name]) => !keptColumns.has(name))
    .map(([name, { kind }]) => {
      if (kind.endsWith('OrNull')) return `${name} = NULL`
      return `${name} = ${kind === 'flag' ? 'FALSE' : (emptyTexts[name] ?? "''")}`
    })
  return `UPDATE links SET ${emptied.join(', ')}, erased_at = ${now}, stamp = ${stamp},
      updated_at = CASE WHEN updated_at < ${now} THEN ${now} ELSE updated_at + 1 END
    WHERE path ${among(1, 'TEXT')} AND erased_at IS NULL`
}

const selectChanges = `SELECT ${listColumns(names)} FROM link_changes`

/** Only how a change is applied and links are erased differs between engines. */
export const changeStatements = ({ among }: Dialect) =>
  ({
    findRepeatedChange: `${selectChanges} WHERE project_id = ?1 AND environment = ?2 AND idempotency_key = ?3 AND at >= ?4
    ORDER BY link_id = ?5 DESC, at DESC LIMIT 1`,
    listChanges: `${selectChanges} WHERE link_id = ?1 AND at < ?2 ORDER BY at DESC LIMIT ?3`,
    scanChanges: `${selectChanges} WHERE (link_id, at) > (?1, ?2) ORDER BY link_id, at LIMIT ?3`,
    putChange: `${insertInto('link_changes', names)} ON CONFLICT DO NOTHING`,
    forgetChanges: `DELETE FROM link_changes WHERE (link_id, at) IN
    (SELECT link_id, at FROM link_changes WHERE link_id ${among(1, 'BIGINT')} LIMIT ${pruneSize})`,
  }) as const

const entryValues = names.map((name, index) => typedParam(index + 1, changeColumns[name].kind))
const [, , project, environment, , , key] = entryValues
const [pathParam, updatedAtParam, expiredBeforeParam] = [1, 2, 3].map((index) => names.length + index)

/**
 * The parts of a change: the condition under which it is allowed, and the columns and values of its history entry.
 * Placeholders are numbered in the order of `ChangeValues`.
 */
export const changeParts = {
  condition: `path = ?${pathParam} AND updated_at = ?${updatedAtParam} AND erased_at IS NULL AND NOT EXISTS (SELECT 1 FROM link_changes c
    WHERE c.project_id = ${project} AND c.environment = ${environment} AND c.idempotency_key = ${key} AND c.at >= ?${expiredBeforeParam})`,
  columns: listColumns(names),
  values: entryValues.join(', '),
} as const

/** Returns the assignments to a changed link, whose parameters begin after others, and the number of the next parameter. */
export function assignContent(after: number): { assignments: string; next: number } {
  const names = changedColumns.map(([name]) => name)
  return { assignments: assignColumns(names, after + 1), next: after + names.length + 1 }
}

/** Number of the parameters of `changeParts`. */
export const changePartParams = names.length + 3

/** The values of a change, in groups by statement part. */
export interface ChangeValues {
  entry: Value[]
  /** Path, previous modification time, and the time from which an idempotency key counts as used. */
  condition: Value[]
  /** The link's changed columns. */
  content: Value[]
}

interface Parts extends StatementRunner<keyof ReturnType<typeof changeStatements> | 'eraseLinks'> {
  /** Writes both parts of a change or none. Resolves to whether it was made. */
  apply: (values: ChangeValues) => Promise<boolean>
}

/** How links were changed. The database itself refuses to change an entry. Same code for every engine. */
export function createChangeStore({ read, write, apply }: Parts) {
  const sum = async (counts: Promise<number>[]) =>
    (await Promise.all(counts)).reduce((total, count) => total + count, 0)
  return {
    /**
     * Stores a link's new content with the entry of its history, both or none. Resolves to `false` if the link was
     * modified since `previousUpdatedAt`, or the idempotency key was used for a change since `expiredBefore`.
     */
    apply: (newLink: StoredLink, change: LinkChange, previousUpdatedAt: number, expiredBefore: number) =>
      apply({
        entry: valuesOf(changeColumns, change),
        condition: [linkKey(newLink), previousUpdatedAt, expiredBefore],
        // The columns of a create, which a `StoredLink` lacks, are fixed.
        content: changedColumns.map(([, { get }]) => get({ ...newLink, idempotency: null, keyName: null })),
      }),
    /**
     * Finds the latest change that used an idempotency key since a time: this link's, or else another's. Two links can have one
     * if they were changed with the key at the same moment.
     */
    findRepeated: async (
      { project, environment, id }: Pick<StoredLink, 'id' | keyof LinkOwner>,
      key: string,
      expiredBefore: number,
    ) => {
      const [row] = await read('findRepeatedChange', [project, environment, key, expiredBefore, id])
      return row ? toChange(row) : null
    },
    /** A link's changes before a time, newest first, at most `limit`. */
    list: async (link: number, before: number, limit: number) =>
      (await read('listChanges', [link, before, limit])).map(toChange),
    /** All changes after this one, ordered by link and time, at most `limit`. */
    scan: async ({ link, at }: Pick<LinkChange, 'link' | 'at'>, limit: number) =>
      (await read('scanChanges', [link, at, limit])).map(toChange),
    /** Stores changes unchanged: only for copies. Skips those that exist; resolves to the number of stored ones. */
    put: (changes: readonly LinkChange[]) =>
      sum(changes.map((change) => write('putChange', valuesOf(changeColumns, change)))),
    /**
     * Erases links, given by their `linkKey`, except for their paths, owners and times. Resolves to the number of those that
     * weren't erased yet.
     */
    erase: (keys: readonly string[], now: number) => write('eraseLinks', [keys, now]),
    /** Deletes the history of links that were erased or deleted with their project. The database refuses it for others. */
    forget: (links: readonly number[]) => deleteAll(() => write('forgetChanges', [links])),
  }
}

function toChange(row: Row): LinkChange {
  const [key, requestHash] = [readColumn.idempotency_key(row), readColumn.request_hash(row)]
  return {
    ...toProperties(row),
    idempotency: key === null || requestHash === null ? null : { key, requestHash },
  }
}
