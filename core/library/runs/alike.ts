import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { Group } from './group.ts'
import { madeEarlier, readRows, remarksIn } from './storedRow.ts'
import type { StoredRow } from './storedRow.ts'

/** A row by what makes it alike to others: one that is left out, or makes no link, is alike to none. */
export type LikeRow = Pick<StoredRow, 'run' | 'number' | 'request' | 'state'>

/**
 * The rows of runs that make the same link, by their requests. They are kept in memory and not as an index of the table: that would
 * dirty as many pages as a check writes rows. What is not known after a restart is read again when it is asked for.
 */
export interface Alike {
  /** Forgets the rows of a run, which is about to be looked at from its first row on. */
  begin: (run: string) => void
  /** Reads the rows of a run, a portion at a time, unless they are known. */
  load: (run: string) => Promise<void>
  /** The rows of a run may be other ones than those that are known: what was written was taken back. */
  forget: (run: string) => void
  /** The first row before this one that makes the same link; `null` where none does, or none is known. */
  earlier: (row: LikeRow) => number | null
  /** Takes in a row as it is now. */
  add: (row: LikeRow) => void
  /**
   * Takes in a row that was another one before, and tells other rows what is so now. At most one of each likeness is concerned: the
   * next one, which is the first from now on, or is no longer.
   */
  change: (before: LikeRow, now: LikeRow) => void
}

/** Of as many runs the rows are kept in memory, which takes some megabytes for each. */
const mostRuns = 2
/** Rows that are read before others have their turn. */
const atOnce = 2_000

/** A single row is kept by its number alone. */
type Likes = Map<number, number | Group>

/** By what rows with the same request are found: as many bits as a number holds exactly. */
function likenessOf({ request, state }: LikeRow): number | null {
  if (request === null || state === 'skipped') return null
  if (last.request !== request) {
    last = { request, likeness: Number.parseInt(hash('sha1', request, 'hex').slice(0, 13), 16) }
  }
  return last.likeness
}

// The same row is asked about several times in a row.
let last = { request: '', likeness: 0 }

export function createAlike(sql: DatabaseSync): Alike {
  const runs = new Map<string, Likes>()
  const loading = new Map<string, Promise<void>>()
  const rows = sql.prepare(
    'SELECT number, cells, request, state FROM run_rows WHERE run = ? AND number > ? ORDER BY number',
  )
  const remarksOf = sql.prepare('SELECT remarks FROM run_rows WHERE run = ? AND number = ?')
  const update = sql.prepare('UPDATE run_rows SET remarks = ? WHERE run = ? AND number = ?')

  const keep = (run: string, likes: Likes) => {
    runs.delete(run)
    runs.set(run, likes)
    const [oldest] = runs.keys()
    if (oldest !== undefined && runs.size > mostRuns) runs.delete(oldest)
  }
  const read = async (run: string) => {
    const likes: Likes = new Map()
    for (let after: number | null = 0; after !== null;) {
      const portion = readRows(rows.iterate(run, after), atOnce)
      for (const row of portion.rows) addTo(likes, likenessOf(row), row.number)
      after = portion.next
      await nextTurn()
    }
    // A check that has begun meanwhile knows better.
    if (!runs.has(run)) keep(run, likes)
  }
  const setRemark = (run: string, number: number | null, isMade: boolean): void => {
    const text = number === null ? undefined : remarksOf.get(run, number)?.['remarks']
    if (typeof text !== 'string') return
    const others = remarksIn(text).filter((remark) => remark.text !== madeEarlier.text)
    const remarks = JSON.stringify(isMade ? [...others, madeEarlier] : others)
    if (remarks !== text) update.run(remarks, run, number)
  }
  return {
    begin: (run) => keep(run, new Map()),
    load: async (run) => {
      if (runs.has(run)) return
      const begun = loading.get(run) ?? read(run).finally(() => loading.delete(run))
      loading.set(run, begun)
      await begun
    },
    forget: (run) => void runs.delete(run),
    earlier: (row) => {
      const likes = runs.get(row.run)
      const likeness = likes ? likenessOf(row) : null
      return likeness === null ? null : before(likes?.get(likeness), row.number)
    },
    add: (row) => {
      const likes = runs.get(row.run)
      if (likes) addTo(likes, likenessOf(row), row.number)
    },
    change: (was, now) => {
      const likes = runs.get(now.run)
      if (!likes) return
      const [left, joined] = [likenessOf(was), likenessOf(now)]
      if (left === joined) return
      const { run, number } = now
      if (left !== null) {
        removeFrom(likes, left, number)
        const others = likes.get(left)
        if (before(others, number) === null) setRemark(run, following(others, number), false)
      }
      if (joined !== null) {
        const others = likes.get(joined)
        if (before(others, number) === null) setRemark(run, following(others, number), true)
        addTo(likes, joined, number)
      }
    },
  }
}

function before(likes: number | Group | undefined, number: number): number | null {
  const first = likes instanceof Group ? likes.first() : (likes ?? null)
  return first !== null && first < number ? first : null
}

function following(likes: number | Group | undefined, number: number): number | null {
  if (likes instanceof Group) return likes.after(number)
  return likes !== undefined && likes > number ? likes : null
}

function addTo(likes: Likes, likeness: number | null, number: number): void {
  if (likeness === null) return
  const there = likes.get(likeness)
  if (there === undefined) likes.set(likeness, number)
  else if (there instanceof Group) there.add(number)
  else if (there !== number) likes.set(likeness, new Group(Math.min(there, number), Math.max(there, number)))
}

function removeFrom(likes: Likes, likeness: number, number: number): void {
  const there = likes.get(likeness)
  if (there === number) likes.delete(likeness)
  else if (there instanceof Group) there.remove(number)
}
