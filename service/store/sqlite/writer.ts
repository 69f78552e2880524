import { workerData } from 'node:worker_threads'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { serveThread } from './serveThread.ts'
import { openConnection } from './connection.ts'
import { toFailure } from './errors.ts'
import type { Failure } from './errors.ts'
import { HeldFile } from './heldFile.ts'
import type { Held } from './heldFile.ts'
import type { VisitBatch } from '../visits.ts'
import { addBatch } from './addBatch.ts'
import { statements } from './statements.ts'
import type { StatementName } from './statements.ts'

/** What the writer thread is started with. */
export interface WriterData {
  /** The database, as the store has opened it. */
  held: Held
  /** How long it waits for another process that is writing to the same file. */
  timeoutMs: number
  /** Whether what is deleted or changed is overwritten in the file. */
  erasing: boolean
}

/** One single-statement write: a flat list and the statement's name, since all of it is copied from thread to thread. */
export type Write = [name: StatementName, ...params: SQLInputValue[]]

/** What came of one write: how many rows it changed, or why it failed. */
export type WriteResult = number | Failure

/**
 * The thread that writes. It knows nothing about links: it runs the writes that it is given, all of one question (a batch of
 * visits is one, too) in one transaction, and answers after the commit is on the disk. Waiting for the disk here keeps the main thread free.
 */
const { held, timeoutMs, erasing } = workerData as WriterData
const heldFile = new HeldFile(held)
let opened: DatabaseSync | null = null
const prepared = new Map<StatementName, StatementSync>()

serveThread<Write[] | VisitBatch, WriteResult[]>({
  answer: (question) =>
    Array.isArray(question)
      ? writeAll(question.map((write) => (database) => writeOne(database, write)))
      : writeAll([(database) => addBatch((name) => statement(database, name), question)]),
  close: () => opened?.close(),
})

/** Opened after a check: a thread that is started again must not open what has taken the place of the database. */
function connection(): DatabaseSync {
  if (opened) return opened
  const database = openConnection(held.file, timeoutMs)
  if (erasing) database.exec('PRAGMA secure_delete = ON')
  return (opened = database)
}

function writeAll(writes: ((database: DatabaseSync) => WriteResult)[]): WriteResult[] {
  // Of a commit that fails, the log may have all that it needs to be found after the next start.
  let isCommitting = false
  try {
    heldFile.check()
    const database = connection()
    database.exec('BEGIN IMMEDIATE')
    const written = writes.map((write) => write(database))
    isCommitting = true
    database.exec('COMMIT')
    // What was committed to a file that is gone is lost, and must not be acknowledged.
    heldFile.check()
    return written
  } catch (error) {
    rollBack(opened)
    return writes.map(() => toFailure(error, !isCommitting))
  }
}

/** A damaged file can fail this too. SQLite has ended the transaction then, and what failed before is what is told. */
function rollBack(from: DatabaseSync | null): void {
  try {
    if (from?.isTransaction === true) from.exec('ROLLBACK')
  } catch {
    // Told already.
  }
}

/** A statement that breaks a rule undoes only itself; a full or failing disk ends the whole transaction. */
function writeOne(target: DatabaseSync, [name, ...params]: Write): WriteResult {
  try {
    return Number(statement(target, name).run(...params).changes)
  } catch (error) {
    if (!target.isTransaction) throw error
    return toFailure(error, true)
  }
}

function statement(target: DatabaseSync, name: StatementName): StatementSync {
  let found = prepared.get(name)
  if (!found) prepared.set(name, (found = target.prepare(statements[name])))
  return found
}
