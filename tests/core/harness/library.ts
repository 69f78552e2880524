import { randomUUID } from 'node:crypto'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import { libraryView } from '../../../contract/app/library/view.ts'
import type { LibraryViewInput } from '../../../contract/app/library/view.ts'
import { createNotices } from '../../../core/notices.ts'
import { createCollection } from '../../../core/library/collection/collection.ts'
import type { Collection } from '../../../core/library/collection/collection.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import type { Database } from '../../../core/library/openDatabase.ts'
import { createRecords } from '../../../core/library/records.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import type { Intent } from '../../../core/library/records.ts'

/** A library that a test fills and queries on its own thread. */
export interface TestLibrary {
  database: Database
  collection: Collection
  /** Adds a created link, a second newer than the one before. Returns its id. */
  keep: (
    request: CallInput<'links.create'>['request'],
    more?: Partial<Intent> & { answer?: string; link?: string },
  ) => string
  /** Adds many in one transaction, because each transaction waits for the disk. */
  fill: (count: number, requestOf: (at: number) => CallInput<'links.create'>['request']) => string[]
  /** Returns the ids of all links of a view, read page by page. */
  ids: (view?: LibraryViewInput, limit?: number) => string[]
}

/** Opens a library. On a busy machine, a start leaves links to index for later, which are indexed here unless told otherwise. */
export function testLibrary(folder: string, { isIndexed = true } = {}): TestLibrary {
  const database = openLibrary(folder, createNotices())
  while (isIndexed && !database.backfill.isDone()) database.backfill.step()
  const records = createRecords(database)
  const collection = createCollection(database)
  let age = 0
  const keep: TestLibrary['keep'] = (request, { answer, link, ...more } = {}) => {
    const id = more.id ?? randomUUID()
    const createdAt = new Date(Date.UTC(2026, 0, 1) + age++ * 1_000).toISOString()
    const intent = { profileId: 'p', profileName: 'Shop', environment: 'production' } as const
    records.begin({ ...intent, request, promotedFrom: null, createdAt, ...more, id })
    const address = link ?? `https://l.example/path${age}`
    records.end(id, {
      state: 'created',
      link: address,
      path: new URL(address).pathname.slice(1),
      problem: null,
    })
    if (answer !== undefined) {
      records.saveReadback(id, { answer, differences: [], checkedAt: new Date(age * 1_000).toISOString() })
    }
    void database.backfill.catchUp()
    return id
  }
  return {
    database,
    collection,
    keep,
    fill: (count, requestOf) =>
      runInTransaction(database.sql, () => Array.from({ length: count }, (_, at) => keep(requestOf(at)))),
    ids: (view = {}, limit = 50) => {
      // The library's thread waits for changed links as well.
      while (database.backfill.catchUp());
      const found: string[] = []
      for (let after: string | undefined; ;) {
        const page = collection.search({ view: libraryView.parse(view), after, limit })
        found.push(...page.rows.map(({ id }) => id))
        if (page.next === null) return found
        after = page.next
      }
    },
  }
}
