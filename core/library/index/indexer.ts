import type { DatabaseSync } from 'node:sqlite'
import { storedColumns } from '../../../contract/app/library/columns/columnLists.ts'
import { fieldsOf, trackingNames } from '../../../contract/service/link/fields.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { oncePerConnection } from '../step.ts'
import { selectLinks, selectRows } from '../tableRows.ts'
import { insertSql } from '../writing.ts'
import { deriveEntry, type Entry, type EntryValues } from './entry.ts'
import { entryColumns, keyedSorts, wordColumns, type WordColumn } from './tables.ts'
import { splitTerms } from './text.ts'
import { createDeriveQueue } from './deriveQueue.ts'

/** The columns whose words can also be found by a substring. */
const learnedColumns: readonly WordColumn[] = [
  ...fieldsOf('text'),
  ...(['tags', 'destination', 'note'] as const),
  ...trackingNames,
]

/** Sequence numbers per millisecond, which is how many links of one millisecond keep their order. */
const sequencePerMs = 1_024
/** Later times, from the year 2109, count as this one. There is then room for any number of links below 2^53. */
const maxTime = 2 ** 42
/** Number of milliseconds whose last number is cached. */
const maxRememberedMs = 50_000
/** Number of terms that are known to be stored. Most links share theirs. */
const maxKnownTerms = 20_000

export type Indexer = ReturnType<typeof getIndexer>

/**
 * Keeps derived data in sync with the links. The derived data is never written in a transaction that changes links: on
 * a full disk, SQLite can commit one of two files and not the other.
 */
export const getIndexer = oncePerConnection((sql) => {
  const selectLink = selectLinks(sql, 'WHERE id = ?')
  const selectSeq = selectRows(sql, { seq: 'integer' }, 'FROM entries WHERE id = ?')
  const deletions = ['entries WHERE seq', 'words WHERE rowid'].map((from) =>
    sql.prepare(`DELETE FROM ${from} = ?`),
  )
  const nextSeq = createSequence(sql)
  const vocabulary = createVocabulary(sql)
  const insert = createInsert(sql, vocabulary.learn)
  const insertTouched = sql.prepare('INSERT INTO touched (link) VALUES (?)')
  const updateSeen = sql.prepare('UPDATE index_state SET seen = ?')
  const derive = (id: string) => {
    const row = selectLink.get(id)
    const seq = selectSeq.get(id)?.seq
    if (seq !== undefined) for (const statement of deletions) statement.run(seq)
    if (row) insert(seq ?? nextSeq(row.created_at), deriveEntry(row))
  }
  const transact = (work: () => void) => {
    try {
      runInTransaction(sql, work)
    } catch (error) {
      vocabulary.forget()
      throw error
    }
  }
  const { add, isWaiting, indexWaiting } = createDeriveQueue(sql, {
    derive,
    transact,
    setSeen: (number) => void updateSeen.run(number),
  })
  return {
    /** Indexes a link at once, for example during a rebuild. */
    derive,
    /** Indexes links in a transaction. */
    transact,
    isWaiting,
    indexWaiting,
    /**
     * Queues changed, new and deleted links, to be indexed in a pause or before derived data is read. Call it in the
     * transaction that changes the links.
     */
    update: (...ids: string[]) => {
      for (const id of ids) add(id, Number(insertTouched.run(id).lastInsertRowid))
    },
    /** Queues a link that didn't change, or whose change has this number in `touched`. */
    refresh: (id: string, number = Infinity) => add(id, number),
  }
})

/** Returns a function that assigns unique numbers, ordered by time. */
function createSequence(sql: DatabaseSync): (createdAt: string) => number {
  const isTaken = sql.prepare('SELECT 1 FROM entries WHERE seq = ?')
  const lastSeq = new Map<number, number>()
  return (createdAt) => {
    const time = Date.parse(createdAt)
    const firstSeq = Number.isNaN(time) ? 0 : Math.min(Math.max(time, 0), maxTime) * sequencePerMs
    let seq = lastSeq.get(firstSeq) ?? firstSeq
    while (isTaken.get(seq)) seq++
    if (lastSeq.size >= maxRememberedMs) lastSeq.clear()
    lastSeq.set(firstSeq, seq)
    return seq
  }
}

function createInsert(sql: DatabaseSync, learn: (text: string) => void): (seq: number, entry: Entry) => void {
  const intoEntries = sql.prepare(insertSql('entries', entryColumns))
  const intoWords = sql.prepare(insertSql('words', ['rowid', ...wordColumns]))
  return (seq, { values, keys, words }) => {
    const stored = storedColumns.map((name) => toSql(values[name]))
    intoEntries.run(seq, ...stored, ...keyedSorts.map((sort) => keys[sort]))
    intoWords.run(seq, ...wordColumns.map((column) => words[column]))
    learn(learnedColumns.map((column) => words[column]).join('\n'))
  }
}

function toSql(value: EntryValues[keyof EntryValues]): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  return Array.isArray(value) ? JSON.stringify(value) : value
}

function createVocabulary(sql: DatabaseSync) {
  const add = sql.prepare('INSERT OR IGNORE INTO vocabulary (term) VALUES (?)')
  const addInside = sql.prepare('INSERT INTO inside (rowid, term) VALUES (?, ?)')
  const known = new Set<string>()
  return {
    learn: (text: string) => {
      for (const term of splitTerms(text)) {
        if (known.has(term)) continue
        const { changes, lastInsertRowid } = add.run(term)
        if (Number(changes) > 0) addInside.run(lastInsertRowid, term)
        if (known.size >= maxKnownTerms) known.clear()
        known.add(term)
      }
    },
    /** Forgets which terms are stored. */
    forget: () => known.clear(),
  }
}
