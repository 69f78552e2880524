import type { DatabaseSync } from 'node:sqlite'
import type { Check, CheckOutcome, FieldChange } from '../../../contract/check.ts'
import { check, checksKept } from '../../../contract/check.ts'
import { linkTextIn, parseRemoteLink } from '../../../contract/remoteLink.ts'
import { LibraryReadOnly } from '../../folder/storageProblem.ts'
import { indexerOf } from '../index/indexer.ts'
import type { Database } from '../open.ts'
import { recordOf, toJson } from '../row.ts'
import type { LinkRow } from '../row.ts'
import { inTransaction } from '../transaction.ts'
import { createWaiting } from './waiting.ts'
import type { Waiting } from './waiting.ts'
import { verdictOf } from './verdict.ts'

/** What checks of links came to, and which links wait to be checked. */
export interface Checks extends Waiting {
  /**
   * Writes down what the service says of a link now, its answer as it wrote it or `null` where it knows none, and takes the link
   * from those that wait. Answers what that came to; `null` for a link that is not in the library any more.
   */
  save: (id: string, answer: string | null, at: string) => Check | null
  /** The latest first. */
  history: (id: string) => Check[]
}

export function createChecks(database: Database): Checks {
  const { sql, writable } = database
  return {
    ...createWaiting(database),
    save: (id, answer, at) => {
      if (!writable) throw new LibraryReadOnly('The library is from a newer version.')
      return inTransaction(sql, () => save(sql, { id, answer, at }))
    },
    history: (id) => historyOf(sql, id, checksKept),
  }
}

interface Seen {
  id: string
  answer: string | null
  at: string
}

function save(sql: DatabaseSync, { id, answer, at }: Seen): Check | null {
  sql.prepare('DELETE FROM checks_left WHERE link = ?').run(id)
  const row = sql.prepare('SELECT * FROM links WHERE id = ?').get(id) as LinkRow | undefined
  if (!row) return null
  const text = answer === null ? null : linkTextIn(answer)
  const verdict = verdictOf(recordOf(row), text === null ? null : parseRemoteLink(text))
  // What a service said last of a link stays when it knows it no more.
  sql
    .prepare(
      `UPDATE links SET answer = coalesce(?, answer), differences = ?, checked_at = ?, last_check = ? WHERE id = ?`,
    )
    .run(answer, toJson(verdict.differences), at, verdict.outcome, id)
  keep(sql, id, { ...verdict, at })
  indexerOf(sql).update(id)
  return historyOf(sql, id, 1)[0] ?? null
}

interface Kept {
  outcome: CheckOutcome
  changes: FieldChange[]
  at: string
}

const latest = 'FROM checks WHERE link = ? ORDER BY last_at DESC, rowid DESC LIMIT ?'

/** Beside the last one, if that came to the same, so that the checks of every day do not fill the disk. */
function keep(sql: DatabaseSync, id: string, { outcome, changes, at }: Kept): void {
  const last = sql.prepare(`SELECT rowid AS at, outcome ${latest}`).get(id, 1)
  if (last?.['outcome'] === outcome && changes.length === 0) {
    sql
      .prepare('UPDATE checks SET last_at = ?, times = times + 1 WHERE rowid = ?')
      .run(at, last['at'] as number)
    return
  }
  sql
    .prepare('INSERT OR REPLACE INTO checks VALUES (?, ?, ?, 1, ?, ?)')
    .run(id, at, at, outcome, JSON.stringify(changes))
  sql
    .prepare(`DELETE FROM checks WHERE link = ? AND rowid NOT IN (SELECT rowid ${latest})`)
    .run(id, id, checksKept)
}

/** What a damaged disk has left of them. */
function historyOf(sql: DatabaseSync, id: string, most: number): Check[] {
  const rows = sql.prepare(`SELECT * ${latest}`).all(id, most)
  return rows.flatMap((row) => {
    const read = check.safeParse({
      outcome: row['outcome'],
      changes: fromJson(row['changes']),
      firstAt: row['first_at'],
      lastAt: row['last_at'],
      times: row['times'],
    })
    return read.data ?? []
  })
}

function fromJson(text: unknown): unknown {
  try {
    return JSON.parse(text as string)
  } catch {
    return undefined
  }
}
