import { hash } from 'node:crypto'
import { memoize } from '../../../contract/app/rules/memoize.ts'
import type { ListFilter } from '../../../contract/app/library/columns/columnLists.ts'

/** Filterable properties, each a token in the column `marks`. FTS5 intersects them like words. */
export type MarkKind =
  | ListFilter
  | 'all'
  | 'archived'
  | 'starred'
  | 'added'
  | 'damaged'
  | 'state'
  | 'check'
  | 'environment'
  | 'profile'
  | 'tag'
  | 'run'

// Private-use characters, which occur in no text: as many as the longest prefix that FTS5 indexes, so that all tokens of a link share
// one entry for each length.
const markPrefix = '\uE000'.repeat(8)

/** Most links share their values, and hashing is the most expensive part of indexing. */
const digestOf = memoize((value) => hash('sha256', value).slice(0, 16))

/** Returns the token of a kind and value. Unlike words, it is case-sensitive. */
export function mark(kind: MarkKind, value = ''): string {
  return markPrefix + kind + digestOf(value)
}
