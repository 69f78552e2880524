import type { CheckOutcome } from '../check.ts'
import type { Environment } from '../headers.ts'
import type { RecordState } from '../record.ts'

/** What a column holds, by kind. */
export interface ColumnValues {
  text: string
  textOrNull: string | null
  /** A list of texts. */
  texts: string[]
  integer: number
  flag: boolean
  state: RecordState
  environment: Environment
  outcomeOrNull: CheckOutcome | null
}
export type ColumnKind = keyof ColumnValues

export interface LibraryColumn {
  /** What the library's list stores of it; absent if it is only searched or imported. */
  kind?: ColumnKind
  /** Whether rows of a list lack it, although the list is filtered by it. */
  hidden?: true
  /** Name in addresses and filters, if a view can count its values. */
  facet?: string
  /** Label of a filter that lists its values. Other facets have filters of their own in the filter bar. */
  filter?: string
  /** Orders by it: the name in addresses, and the label. Persisted, as are `facet` and `prefixes`. */
  sorts?: Readonly<Record<string, string>>
  /** Where its words are stored, and prefixes that limit a search to them: `tag:summer`. */
  words?: { column: string; prefixes: readonly string[] }
  /** Names in tables of Dub, Kutt, Bitly, Shlink and hand-made ones, as `normalizeName` returns them. */
  imported?: { role: string; names: readonly string[] }
}

/** Width in pixels: fixed, or a share of what is left and at least `room` (`narrow` in a narrow window). */
export interface ColumnWidth {
  room: number
  narrow?: number
  share?: number
}

export interface ListColumn {
  label: string
  /** The orders that its header offers. */
  sorts: readonly string[]
  /** Whether lists show it before anyone changes them. */
  initial: boolean
  compact: ColumnWidth
  /** In comfortable rows: its width, or the column under which it is shown. */
  comfortable: ColumnWidth | 'destination' | 'state'
  /** Columns with a lower rank are left out first if there is no room. */
  rank: number
}
