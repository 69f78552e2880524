import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { ChangeState } from '../../contract/app/calls/links/changes.ts'
import type { Environment } from '../../contract/service/api/headers.ts'
import { namesOf } from '../../contract/service/link/fields.ts'
import type { RecordState } from '../../contract/app/link/record.ts'
import type { Run, RowState } from '../../contract/app/runs/run.ts'

/** The values of a stored column, by kind. Lists only the states that this version writes. */
interface StoredValues {
  text: string
  textOrNull: string | null
  integer: number
  integerOrNull: number | null
  recordState: RecordState
  environment: Environment
  runState: Run['state']
  rowState: RowState
  changeState: ChangeState
}

type Columns = Readonly<Record<string, keyof StoredValues>>

/** A row with these columns. */
export type TableRow<C extends Columns> = { [N in keyof C]: StoredValues[C[N]] }

/** The columns of the library's tables that are read. */
export const tableColumns = {
  links: {
    id: 'text',
    state: 'recordState',
    profile_id: 'text',
    profile_name: 'text',
    environment: 'environment',
    request: 'textOrNull',
    request_hash: 'integerOrNull',
    promoted_from: 'textOrNull',
    run: 'textOrNull',
    link: 'textOrNull',
    path: 'textOrNull',
    problem: 'textOrNull',
    answer: 'textOrNull',
    differences: 'textOrNull',
    checked_at: 'textOrNull',
    created_at: 'text',
    settles_by_itself: 'integer',
    added: 'integer',
    starred: 'integer',
    archived: 'integer',
    note: 'textOrNull',
    tag_changes: 'textOrNull',
    last_check: 'textOrNull',
    visits: 'integerOrNull',
    visits_at: 'textOrNull',
    last_visit: 'textOrNull',
    author: 'textOrNull',
    changed_by: 'textOrNull',
    listed: 'integer',
    /** 1 for a link of another service that is kept for reference. */
    reference: 'integer',
  },
  removed_links: { id: 'text', entry: 'text' },
  touched: { link: 'text' },
  facts: { value: 'text' },
  drafts: { id: 'text', form: 'text', saved_at: 'text' },
  presets: { id: 'text', name: 'text', form: 'text', saved_at: 'text' },
  preset_defaults: { profile_id: 'text', preset_id: 'text' },
  tracking_rules: { profile_id: 'text', rules: 'text' },
  saved_views: { id: 'text', name: 'text', query: 'text' },
  services: {
    profile_id: 'text',
    base_url: 'text',
    idempotent: 'integer',
    visits: 'integer',
    changes: 'integer',
    paths: 'integer',
    images: 'integer',
  },
  team_lists: {
    base_url: 'text',
    sent_with: 'textOrNull',
    cursor: 'textOrNull',
    reading: 'integer',
    complete: 'integer',
    read_at: 'textOrNull',
  },
  checks: { first_at: 'text', last_at: 'text', times: 'integer', outcome: 'text', changes: 'text' },
  checks_left: { number: 'integer', profile_id: 'text' },
  local_changes: {
    id: 'text',
    made_at: 'text',
    change: 'textOrNull',
    links: 'integer',
    undone_at: 'textOrNull',
  },
  link_changes: {
    id: 'text',
    link: 'text',
    patch: 'text',
    version: 'text',
    state: 'changeState',
    problem: 'textOrNull',
    back: 'textOrNull',
    after: 'textOrNull',
    differences: 'textOrNull',
    made_at: 'text',
  },
  local_change_links: { link: 'text', before: 'text' },
  runs: {
    id: 'text',
    name: 'text',
    state: 'runState',
    profile_id: 'text',
    profile_name: 'text',
    environment: 'environment',
    source: 'text',
    header: 'text',
    mapping: 'text',
    problem: 'textOrNull',
    checked: 'integer',
    create_existing: 'integer',
    /** The change of a change run; `null` for a run that creates links. */
    change: 'textOrNull',
    created_at: 'text',
    started_at: 'textOrNull',
    ended_at: 'textOrNull',
  },
  run_rows: {
    run: 'text',
    number: 'integer',
    cells: 'text',
    request: 'textOrNull',
    request_hash: 'integerOrNull',
    /** The own path of its link as paths are compared, and what the service said about it (`pathCheck`). */
    own_path: 'textOrNull',
    path_check: 'textOrNull',
    state: 'rowState',
    errors: 'text',
    warnings: 'text',
    read_notes: 'textOrNull',
    link_id: 'textOrNull',
    link: 'textOrNull',
    problem: 'textOrNull',
    /**
     * For change runs: the link to change, the version that the change is based on, the changed fields, and the
     * change's id once it is pending.
     */
    target: 'textOrNull',
    version: 'textOrNull',
    fields: 'textOrNull',
    change_id: 'textOrNull',
  },
} as const satisfies Record<string, Columns>

/** A prepared query whose rows have known columns. */
export interface TableQuery<R> {
  all: (...values: SQLInputValue[]) => R[]
  get: (...values: SQLInputValue[]) => R | undefined
  iterate: (...values: SQLInputValue[]) => Iterable<R>
}

/**
 * Prepares `SELECT <columns> <clauses>`. Skips checking each value, because STRICT tables store no others and long lists
 * must stay fast. Reuse the query if it runs often.
 */
export function selectRows<C extends Columns>(
  sql: DatabaseSync,
  columns: C,
  clauses: string,
): TableQuery<TableRow<C>> {
  return sql.prepare(`SELECT ${namesOf(columns).join(', ')} ${clauses}`) as unknown as TableQuery<TableRow<C>>
}

/** A name of a column as a property of an object: `made_at` is `madeAt`. */
type PropertyName<N extends string> = N extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<PropertyName<Rest>>}`
  : N

/** The values of a row as an object. */
export type TableObject<C extends Columns> = {
  [N in keyof C & string as PropertyName<N>]: StoredValues[C[N]]
}

/** Like `selectRows`, for rows that become objects. */
export function selectObjects<C extends Columns>(
  sql: DatabaseSync,
  columns: C,
  clauses: string,
): TableQuery<TableObject<C>> {
  const values = namesOf(columns).map((name) => `${name} AS ${toPropertyName(name)}`)
  return sql.prepare(`SELECT ${values.join(', ')} ${clauses}`) as unknown as TableQuery<TableObject<C>>
}

function toPropertyName(column: string): string {
  return column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** Prepares a query for complete rows of `links`. `clauses` starts after the table's name. */
export function selectLinks(
  sql: DatabaseSync,
  clauses: string,
): TableQuery<TableRow<typeof tableColumns.links>> {
  return selectRows(sql, tableColumns.links, `FROM links ${clauses}`)
}

/** Returns the number of rows. `clauses` starts with `FROM`. */
export function countRows(sql: DatabaseSync, clauses: string, ...values: SQLInputValue[]): number {
  return Number(sql.prepare(`SELECT count(*) AS rows ${clauses}`).get(...values)?.['rows'])
}
