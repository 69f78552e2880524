import { hash } from 'node:crypto'
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

/** Cache of digests. Most links share their values, and hashing is the most expensive part of indexing. */
const cachedDigests = new Map<string, string>()
const maxCachedDigests = 2_000

/** Returns the token of a kind and value. Unlike words, it is case-sensitive. */
export function mark(kind: MarkKind, value = ''): string {
  let digest = cachedDigests.get(value)
  if (digest === undefined) {
    if (cachedDigests.size >= maxCachedDigests) cachedDigests.clear()
    cachedDigests.set(value, (digest = hash('sha256', value).slice(0, 16)))
  }
  return markPrefix + kind + digest
}
