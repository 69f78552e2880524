import { toLink, toLinkState, selections, toKeyInUse } from '../schema/rows.ts'
import { linkColumns } from '../schema/columns.ts'
import { linkKey, type LinkRow } from '../links/links.ts'
import { afterStoring } from '../storeErrors.ts'
import type { Database } from './database.ts'
import { linkRows, rowParams } from './rows.ts'
import type { Row } from '../schema/selection.ts'
import { Batcher } from '../batcher.ts'
import type { StatementName } from './statements.ts'

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
  const { changes } = await database.run('insertLinks', rowParams(linkColumns, orderedLinks))
  if (changes === links.length || changes === 0) return links.map(() => changes > 0)
  // Conflicts are so rare that a second query for existing ids is cheaper than returning them with every
  // insert.
  const { rows } = await afterStoring(() => database.run('findIds', [links.map(linkKey)]))
  const { read } = selections.linkId
  const idByKey = new Map(rows.map((row) => [read.path(row), read.id(row)]))
  return links.map((link) => idByKey.get(linkKey(link)) === link.id)
}

export type Runner = Pick<Database, 'run'>

/** One group is processed while the next is sent. More concurrency would only make groups smaller. */
export const maxConcurrentGroups = 2

/** Finds rows by their keys, with one statement for all waiting callers; `null` for each that doesn't exist. */
function createFinder<T>(
  database: Runner,
  statement: StatementName,
  readKey: (row: Row) => string,
  parse: (row: Row) => T,
) {
  return new Batcher(maxConcurrentGroups, async (keys: string[]) => {
    const { rows } = await database.run(statement, [keys])
    const resultByKey = new Map(rows.map((row) => [readKey(row), parse(row)]))
    return keys.map((key) => resultByKey.get(key) ?? null)
  })
}

export const createLinkFinder = (database: Runner) =>
  createFinder(database, 'findLinks', selections.link.read.path, toLink)

/** Like `createLinkFinder`, for the fields that can change. */
export const createStateFinder = (database: Runner) =>
  createFinder(database, 'findLinkStates', selections.linkState.read.path, toLinkState)

export const createKeyFinder = (database: Runner) =>
  createFinder(database, 'findKeys', selections.keyInUse.read.hash, toKeyInUse)

function compareIdempotencyKeys(a: LinkRow, b: LinkRow): number {
  const [firstKey, secondKey] = [a.idempotency?.key ?? '', b.idempotency?.key ?? '']
  if (firstKey === secondKey) return 0
  return firstKey < secondKey ? -1 : 1
}
