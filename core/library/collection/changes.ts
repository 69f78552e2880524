import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { LocalChange, LoggedChange } from '../../../contract/calls/collection.ts'
import type { LibraryView } from '../../../contract/library/view.ts'
import { LibraryInterruptedError, LibraryReadOnlyError } from '../../folder/storageProblem.ts'
import { hasLinks } from '../backupSchedule.ts'
import { setFact } from '../facts.ts'
import { indexerOf } from '../index/indexer.ts'
import type { Database } from '../openDatabase.ts'
import { runInTransaction } from '../transaction.ts'
import { createJournal } from './journal.ts'
import { markOne, unmarkOne } from './marking.ts'
import { purgeOldRemovals, restoreOne, removeOne } from './removals.ts'
import { buildOrder, buildSelection } from './selection.ts'

/** A part of a view's links, from old to new: those behind the place `after`, up to the place `until`. */
export interface ViewRange {
  view: LibraryView
  after: number
  until: number
}

/** Links by their ids, or a stretch of a view, of which a portion is done at a time. */
export type Portion = { ids: readonly string[] } | ViewRange

/** How many links of a portion were changed, and behind which place the next one begins; `null` after the last. */
export interface PortionResult {
  links: number
  next: number | null
}

/** What a person does to links in the library alone, a portion at a time, so that it can say how far it is and be cancelled. */
export interface Changes {
  /** How many links a view shows now, and at which place the last of them stands. */
  extent: (view: LibraryView) => Promise<{ links: number; last: number }>
  /** What is changed under one name is undone by it. */
  mark: (which: Portion, change: LocalChange, changeId: string) => Promise<PortionResult>
  /** How many links a change is still to be undone for. */
  markedAs: (changeId: string) => number
  /** Restores a portion of the links that a `mark` changed. */
  unmark: (changeId: string) => Promise<PortionResult>
  history: () => LoggedChange[]
  /** What is removed under one name is put back by it. */
  remove: (which: Portion, undo: string) => Promise<PortionResult>
  /** How many links were removed under a name and can be put back. */
  removedAs: (undo: string) => number
  unremove: (undo: string) => Promise<PortionResult>
}

/** Links of one portion. */
export const portionSize = 1_000
/** Links of one transaction. Between two of them others have their turn. */
const batchSize = 200

export function createChanges(database: Database): Changes {
  const { sql, writable, filling } = database
  const journal = createJournal(sql)
  const allowed = () => {
    if (!writable) throw new LibraryReadOnlyError('The library is from a newer version.')
  }
  const inTurns = async (
    ids: readonly string[],
    work: (id: string) => boolean,
    /** Called within each transaction, with how many links it changed. */
    log: (links: number) => unknown = () => undefined,
  ) => {
    allowed()
    let done = 0
    for (let portionIndex = 0; portionIndex < ids.length; portionIndex += batchSize) {
      if (portionIndex > 0) await nextTurn()
      runInTransaction(sql, () => {
        const changed = ids.slice(portionIndex, portionIndex + batchSize).filter(work)
        if (changed.length > 0) indexerOf(sql).update(...changed)
        log(changed.length)
        done += changed.length
      })
    }
    return done
  }
  const each = async (
    which: Portion,
    work: (id: string) => boolean,
    log: (links: number) => unknown,
  ): Promise<PortionResult> => {
    if ('ids' in which) return { links: await inTurns([...new Set(which.ids)], work, log), next: null }
    const rows = readPortion(sql, which)
    const last = rows.length < portionSize ? undefined : rows.at(-1)
    const ids = rows.map(({ id }) => id)
    return { links: await inTurns(ids, work, log), next: last?.seq ?? null }
  }
  return {
    extent: async (view) => {
      await filling.rest()
      if (!filling.isDone()) throw new LibraryInterruptedError('The app is ending.')
      const { from, values } = buildSelection(sql, view)
      const found = sql.prepare(`SELECT count(*) AS links, max(entries.seq) AS last ${from}`).get(...values)
      return { links: Number(found?.['links']), last: Number(found?.['last']) }
    },
    mark: (which, change, changeId) => {
      const isLogged = change.note === undefined
      const log = (links: number) => isLogged && links > 0 && journal.count(changeId, change, links)
      return each(which, (id) => markOne(sql, id, change, isLogged ? { journal, changeId } : null), log)
    },
    remove: async (which, undo) => {
      allowed()
      purgeOldRemovals(sql)
      const done = await each(
        which,
        (id) => removeOne(sql, id, undo),
        (links) => links > 0 && journal.count(undo, null, links),
      )
      if (!hasLinks(database)) setFact(sql, 'emptied', '1')
      return done
    },
    ...undoing(sql, inTurns),
  }
}

/** Does work on links a few per transaction, and answers how many of them it changed. */
type InTurns = (ids: readonly string[], work: (id: string) => boolean) => Promise<number>

type Undoing = Pick<Changes, 'markedAs' | 'unmark' | 'history' | 'removedAs' | 'unremove'>

/** What takes changes back, by their names. */
function undoing(sql: DatabaseSync, inTurns: InTurns): Undoing {
  const journal = createJournal(sql)
  return {
    history: journal.list,
    markedAs: (changeId) => journal.left(changeId),
    unmark: async (changeId) => {
      const found = journal.toUndo(changeId, portionSize)
      const doneOf = new Map(found.map(({ link, done }) => [link, done]))
      const links = await inTurns([...doneOf.keys()], (id) => {
        journal.forgetLink(changeId, id)
        return unmarkOne(sql, id, doneOf.get(id) ?? {})
      })
      const isLast = found.length < portionSize
      if (isLast) journal.setUndone(changeId)
      return { links, next: isLast ? null : 1 }
    },
    removedAs: (undo) =>
      Number(sql.prepare('SELECT count(*) AS links FROM removed_links WHERE undo = ?').get(undo)?.['links']),
    unremove: async (undo) => {
      const rows = sql
        .prepare('SELECT rowid AS at, id FROM removed_links WHERE undo = ? ORDER BY rowid LIMIT ?')
        .all(undo, portionSize) as { at: number; id: string }[]
      const ids = rows.map(({ id }) => id)
      const last = rows.length < portionSize ? undefined : rows.at(-1)
      const links = await inTurns(ids, (id) => restoreOne(sql, id))
      if (!last) journal.setUndone(undo)
      return { links, next: last?.at ?? null }
    },
  }
}

/** The next portion in the order of time, in which what is derived is written quickest. */
export function readPortion(
  sql: DatabaseSync,
  { view, after, until }: ViewRange,
): { seq: number; id: string }[] {
  const oldestFirst = { ...view, sort: 'oldest' } as const
  const selection = buildSelection(sql, oldestFirst, { seq: after, key: '' })
  const end = `${selection.from.includes(' WHERE ') ? 'AND' : 'WHERE'} entries.seq <= ?`
  return sql
    .prepare(
      `SELECT entries.seq, entries.id ${selection.from} ${end} ${buildOrder(oldestFirst, selection)} LIMIT ?`,
    )
    .all(...selection.values, until, portionSize) as { seq: number; id: string }[]
}
