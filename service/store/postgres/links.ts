import type { LinkRow, StoredLink } from '../store.ts'
import type { Database } from './database.ts'
import { linkOfRow, linkParams } from './rows.ts'

/** Stores links by one statement; resolves to which of them were stored and did not meet one that was there before. */
export async function insertLinks(database: Database, links: LinkRow[]): Promise<boolean[]> {
  // Two statements that take the same idempotency keys in a different order would wait for each other for ever.
  const ordered = links.toSorted(byIdempotencyKey)
  const { rows } = await database.run('insertLinks', linkParams(ordered))
  const stored = new Set(rows.map(([path]) => path as string))
  // Taking a path out tells the second of two links with the same path that it was not the one.
  const kept = new Set(ordered.filter(({ path }) => stored.delete(path)))
  return links.map((link) => kept.has(link))
}

/** Finds links by one statement, `null` where there is none. */
export async function findLinks(database: Database, paths: string[]): Promise<(StoredLink | null)[]> {
  const { rows } = await database.run('findLinks', [paths])
  const found = new Map(rows.map((row) => [row[1] as string, linkOfRow(row)]))
  return paths.map((path) => found.get(path) ?? null)
}

function byIdempotencyKey(a: LinkRow, b: LinkRow): number {
  const [left, right] = [a.idempotency?.key ?? '', b.idempotency?.key ?? '']
  if (left === right) return 0
  return left < right ? -1 : 1
}
