import { hash } from 'node:crypto'

/** By what links are filtered, each a token in the column `marks`. FTS5 intersects them as it does words. */
export type MarkKind =
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
  | 'campaign'
  | 'source'
  | 'medium'
  | 'domain'
  | 'run'

// Of private use, so in no text; the same three for all, so that their beginnings cost one entry each.
const markPrefix = '\uE000\uE000\uE000'

/** Digests that are at hand, since most links share their values; a digest costs more than anything else of a link. */
const cachedDigests = new Map<string, string>()
const maxCachedDigests = 2_000

/** The token of a kind and a value: exact, unlike words, so that `Twitter` and `twitter` are told apart. */
export function mark(kind: MarkKind, value = ''): string {
  let digest = cachedDigests.get(value)
  if (digest === undefined) {
    if (cachedDigests.size >= maxCachedDigests) cachedDigests.clear()
    cachedDigests.set(value, (digest = hash('sha256', value).slice(0, 16)))
  }
  return markPrefix + kind + digest
}
