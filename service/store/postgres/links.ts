import { toLink, toLinkState, selections, toKeyInUse } from '../schema/rows.ts'
import { linkKey, type LinkRow, type LinkState, type StoredLink } from '../links/links.ts'
import { afterStoring } from '../storeErrors.ts'
import type { Database } from './database.ts'
import { linkParams, linkRows } from './rows.ts'
import type { KeyInUse } from '../projects/project.ts'

/**
 * Stores links together; resolves to which were stored. `COPY` takes half the work of an `INSERT`, but stores all or
 * none: after a rare conflict, the links are inserted again without conflicting ones.
 */
export async function insertLinks(database: Database, links: LinkRow[]): Promise<boolean[]> {
  // Two statements that take the same idempotency keys in different order would deadlock.
  const orderedLinks = links.some(({ idempotency }) => idempotency)
    ? links.toSorted(compareIdempotencyKeys)
    : links
  if (await database.copy('copyLinks', linkRows(orderedLinks))) return links.map(() => true)
  const { changes } = await database.run('insertLinks', linkParams(orderedLinks))
  if (changes === links.length || changes === 0) return links.map(() => changes > 0)
  // Conflicts are so rare that a second query for existing ids is cheaper than returning them with every
  // insert.
  const { rows } = await afterStoring(() => database.run('findIds', [links.map(linkKey)]))
  const { read } = selections.linkId
  const idByKey = new Map(rows.map((row) => [read.path(row), read.id(row)]))
  return links.map((link) => idByKey.get(linkKey(link)) === link.id)
}

export type Runner = Pick<Database, 'run'>

/** Finds links in one statement; `null` for each that doesn't exist. */
export async function findLinks(database: Runner, keys: string[]): Promise<(StoredLink | null)[]> {
  const { rows } = await database.run('findLinks', [keys])
  return orderByName(keys, new Map(rows.map(toLink).map((link) => [linkKey(link), link])))
}

/** Like `findLinks`, for the fields that can change. */
export async function findLinkStates(database: Runner, keys: string[]): Promise<(LinkState | null)[]> {
  const { rows } = await database.run('findLinkStates', [keys])
  const { read } = selections.linkState
  return orderByName(keys, new Map(rows.map((row) => [read.path(row), toLinkState(row)])))
}

/** Returns the result for each name, in order; `null` if there was none. */
function orderByName<T>(names: string[], resultByName: ReadonlyMap<string, T>): (T | null)[] {
  return names.map((name) => resultByName.get(name) ?? null)
}

function compareIdempotencyKeys(a: LinkRow, b: LinkRow): number {
  const [firstKey, secondKey] = [a.idempotency?.key ?? '', b.idempotency?.key ?? '']
  if (firstKey === secondKey) return 0
  return firstKey < secondKey ? -1 : 1
}

/** Finds keys by their hashes in one statement; `null` for each that doesn't exist. */
export async function findKeys(database: Database, hashes: string[]): Promise<(KeyInUse | null)[]> {
  const { rows } = await database.run('findKeys', [hashes])
  return orderByName(hashes, new Map(rows.map(toKeyInUse).map((key) => [key.hash, key])))
}
