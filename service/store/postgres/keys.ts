import { toKeyInUse } from '../rows.ts'
import type { KeyInUse } from '../store.ts'
import type { Database } from './database.ts'
import { orderByName, textArray } from './links.ts'

/** Finds keys by their hashes in one statement; `null` for each that doesn't exist. */
export async function findKeys(database: Database, hashes: string[]): Promise<(KeyInUse | null)[]> {
  const { rows } = await database.run('findKeys', textArray(hashes))
  return orderByName(hashes, new Map(rows.map(toKeyInUse).map((key) => [key.hash, key])))
}
