import type { CheckOutcome } from '../../link/check.ts'
import type { Environment } from '../../../service/api/headers.ts'
import type { RecordState } from '../../link/record.ts'

/** The values of a column, by kind. */
export interface ColumnValues {
  text: string
  textOrNull: string | null
  /** A list of strings. */
  texts: string[]
  integer: number
  integerOrNull: number | null
  flag: boolean
  state: RecordState
  environment: Environment
  outcomeOrNull: CheckOutcome | null
}
export type ColumnKind = keyof ColumnValues

export interface LibraryColumn {
  /** The kind of value that the library's list stores; absent if the column is only searched or imported. */
  kind?: ColumnKind
  /** Whether list rows omit it, although lists can be filtered by it. */
  hidden?: true
  /** Name in addresses and filters, if a view can count its values. */
  facet?: string
  /** Label of a filter for its values. Other facets have dedicated filters in the filter bar. */
  filter?: string
  /** Sort orders: the name in addresses, and the label. Persisted, as are `facet` and `prefixes`. */
  sorts?: Readonly<Record<string, string>>
  /** The column that stores its words, and the prefixes that limit a search to it, such as `tag:summer`. */
  words?: { column: string; prefixes: readonly string[] }
  /** Names in tables of Dub, Kutt, Bitly and Shlink, and in hand-made tables. Normalized with `normalizeName`. */
  imported?: readonly string[]
}

export interface ListColumn {
  label: string
  /** The sort orders that its header offers. */
  sorts?: readonly string[]
  /** Whether lists show it by default. */
  initial?: true
  /** Width in pixels; at least that, if it also gets a share of the remaining width. */
  width: number
  share?: number
  /** If there isn't enough room, columns with a lower rank are hidden first. */
  rank: number
}
