import type { DatabaseSync } from 'node:sqlite'
import type { LocalChange } from '../../../contract/app/calls/links/library.ts'
import type { LibraryView } from '../../../contract/app/library/view.ts'
import { hasLinks } from '../backupSchedule.ts'
import { setFact } from '../facts.ts'
import { getIndexer } from '../index/indexer.ts'
import type { Database } from '../openDatabase.ts'
import { forEachInSteps } from '../step.ts'
import { countRows, selectRows } from '../tableRows.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { deleteRows, requireWritable } from '../writing.ts'
import { createJournal, type Journal } from './journal.ts'
import { markOne, unmarkOne, listVersions } from './marking.ts'
import { purgeOldRemovals, restoreOne, removeOne } from './removals.ts'
import { buildOrder, buildSelection } from './selection.ts'
import { measureView } from './visitView.ts'

/** A range of a view's links, oldest first: positions above `after`, up to and including `until`. */
export interface ViewRange {
  view: LibraryView
  after: number
  until: number
}

/** Links by id, or a part of a view that is processed in batches. */
export type LinkBatch = { ids: readonly string[] } | ViewRange

/** The number of changed links, and the position after which the next batch begins; `null` after the last. */
export interface BatchResult {
  links: number
  next: number | null
}

/** Number of links per batch. Each step of it is a transaction. */
const batchSize = 1_000

export type Changes = ReturnType<typeof createChanges>

/** Changes to local data of links, in batches so that they can report progress and be cancelled. */
export function createChanges(database: Database) {
  const { sql, backfill } = database
  const journal = createJournal(sql)
  const runInBatches = async (
    ids: readonly string[],
    work: (id: string) => boolean,
    /** Called in each transaction with the number of changed links. */
    log: (links: number) => unknown = () => undefined,
  ): Promise<number> => {
    requireWritable(database)
    const inStep = async (step: () => string[]) => {
      runInTransaction(sql, () => {
        const changed = step()
        if (changed.length > 0) getIndexer(sql).update(...changed)
        log(changed.length)
      })
      // Otherwise, the next operation would index the whole batch at once.
      await backfill.catchUp()
    }
    return (await forEachInSteps(ids, inStep, work)).length
  }
  const changeBatch = async (
    batch: LinkBatch,
    work: (id: string) => boolean,
    log: (links: number) => unknown,
  ): Promise<BatchResult> => {
    const { ids, next } = readBatch(sql, batch)
    return { links: await runInBatches(ids, work, log), next }
  }
  return {
    /** Returns the number of links in a view, and the position of the last. */
    extent: async (view: LibraryView) => {
      await backfill.finish()
      return await measureView(sql, view)
    },
    /** Changes links. All changes with one id are undone together. */
    mark: (batch: LinkBatch, change: LocalChange, changeId: string): Promise<BatchResult> => {
      let newLinks = 0
      const log = () => {
        if (newLinks > 0) journal.count(changeId, change, newLinks)
        newLinks = 0
      }
      const mark = (id: string) => {
        const effect = markOne(sql, id, change)
        if (effect && Object.keys(effect).length > 0 && journal.note(changeId, id, effect)) newLinks++
        return effect !== null
      }
      return changeBatch(batch, mark, log)
    },
    /** Removes links. All removals with one id are restored together. */
    remove: async (batch: LinkBatch, removalId: string): Promise<BatchResult> => {
      requireWritable(database)
      purgeOldRemovals(sql)
      const result = await changeBatch(
        batch,
        (id) => removeOne(sql, id, removalId),
        (links) => links > 0 && journal.count(removalId, null, links),
      )
      if (!hasLinks(database)) setFact(sql, 'emptied', '1')
      return result
    },
    ...createUndoOperations(sql, journal, runInBatches),
  }
}

/** Returns the operations that undo changes. `runInBatches` changes links in small transactions. */
function createUndoOperations(
  sql: DatabaseSync,
  journal: Journal,
  runInBatches: (ids: readonly string[], work: (id: string) => boolean) => Promise<number>,
) {
  return {
    history: journal.list,
    /** Returns the history of a link's local data, newest first; empty if it was never changed. */
    versions: (id: string) => listVersions(sql, id, journal),
    /** Returns how many links of a change can still be undone. */
    countMarked: journal.countRemaining,
    /** Undoes one batch of a change. */
    unmark: async (changeId: string): Promise<BatchResult> => {
      const rows = journal.listUndoable(changeId, batchSize)
      const effects = new Map(rows.map(({ link, effect }) => [link, effect]))
      const links = await runInBatches([...effects.keys()], (id) => {
        const { note, ...effect } = effects.get(id) ?? {}
        // A note written since stays.
        const isLastNote = note !== undefined && journal.lastNoteChange(id) === changeId
        const isUndone = unmarkOne(sql, id, isLastNote ? { ...effect, note } : effect)
        journal.forgetLink(changeId, id)
        return isUndone
      })
      const isLast = rows.length < batchSize
      if (isLast) journal.setUndone(changeId)
      return { links, next: isLast ? null : 1 }
    },
    /** Returns how many links of a removal can be restored. */
    countRemoved: (removalId: string) => countRows(sql, 'FROM removed_links WHERE undo = ?', removalId),
    /** Restores one batch of a removal. */
    unremove: async (removalId: string): Promise<BatchResult> => {
      const columns = { rowid: 'integer', id: 'text' } as const
      const rows = selectRows(sql, columns, 'FROM removed_links WHERE undo = ? ORDER BY rowid LIMIT ?').all(
        removalId,
        batchSize,
      )
      const ids = rows.map(({ id }) => id)
      const last = rows.length < batchSize ? undefined : rows.at(-1)
      const links = await runInBatches(ids, (id) => restoreOne(sql, id))
      if (!last) journal.setUndone(removalId)
      return { links, next: last?.rowid ?? null }
    },
    /** Makes a removal final, because the service no longer has the links either. */
    forgetRemoval: (removalId: string): void =>
      runInTransaction(sql, () => {
        deleteRows(sql, 'removed_links', 'undo', removalId)
        deleteRows(sql, 'local_changes', 'id', removalId)
      }),
  }
}

/**
 * Returns the ids of a batch's links, and the position after which the next batch begins; `null` after the last. Those of a
 * view are sorted by creation time, the order in which derived data is written fastest.
 */
export function readBatch(sql: DatabaseSync, batch: LinkBatch): { ids: string[]; next: number | null } {
  if ('ids' in batch) return { ids: [...new Set(batch.ids)], next: null }
  const { view, after, until } = batch
  const oldestFirst = { ...view, sort: 'oldest' } as const
  const selection = buildSelection(sql, oldestFirst, { seq: after, key: '' })
  const condition = `${selection.from.includes(' WHERE ') ? 'AND' : 'WHERE'} entries.seq <= ?`
  const rows = selectRows(
    sql,
    { seq: 'integer', id: 'text' },
    `${selection.from} ${condition} ${buildOrder(oldestFirst, selection)} LIMIT ?`,
  ).all(...selection.values, until, batchSize)
  const last = rows.length < batchSize ? undefined : rows.at(-1)
  return { ids: rows.map(({ id }) => id), next: last?.seq ?? null }
}
