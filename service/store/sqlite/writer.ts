import { workerData } from 'node:worker_threads'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { serveThread } from './serveThread.ts'
import { openConnection } from './connection.ts'
import { toFailure } from './errors.ts'
import type { Failure } from './errors.ts'
import { writeFirstPage } from './foreignFile.ts'
import { HeldFile } from './heldFile.ts'
import type { HeldFileState } from './heldFile.ts'
import type { VisitBatch } from '../visits.ts'
import { addBatch } from './addBatch.ts'
import { statements } from './statements.ts'
import type { StatementName } from './statements.ts'

/** Start data of the writer thread. */
export interface WriterData {
  /** The database, as the store opened it. */
  fileState: HeldFileState
  /** Maximum wait for another process that is writing to the same file. */
  timeoutMs: number
  /** Whether deleted or changed content is overwritten in the file. */
  secureDelete: boolean
}

/**
 * One single-statement write: a flat list with the statement's name, because it is copied between threads.
 */
export type SingleWrite = [name: StatementName, ...params: SQLInputValue[]]

/** One write: a statement, or several that each run only if the previous one changed a row. */
export type Write = SingleWrite | [SingleWrite, ...SingleWrite[]]

/** Result of one write: the number of changed rows, or its error. */
export type WriteResult = number | Failure

/**
 * The writer thread keeps disk waits off the main thread. It runs all writes of one request (also a batch of visits) in one
 * transaction, and answers once the commit is on disk.
 */
const { fileState, timeoutMs, secureDelete } = workerData as WriterData
const heldFile = new HeldFile(fileState)
let writerDatabase: DatabaseSync | null = null
const preparedStatements = new Map<StatementName, StatementSync>()

serveThread<Write[] | VisitBatch, WriteResult[]>({
  handle: (input) =>
    Array.isArray(input)
      ? writeAll(input.map((write) => (database) => writeOne(database, write)))
      : writeAll([(database) => addBatch((name) => statement(database, name), input)]),
  close: () => writerDatabase?.close(),
})

/** Opened after a check: a restarted thread must not open a file that has replaced the database. */
function getConnection(): DatabaseSync {
  if (writerDatabase) return writerDatabase
  const database = openConnection(fileState.file, timeoutMs)
  if (secureDelete) database.exec('PRAGMA secure_delete = ON')
  return (writerDatabase = database)
}

function writeAll(writes: ((database: DatabaseSync) => WriteResult)[]): WriteResult[] {
  // A failed commit may still be in the log and be found after the next start.
  let isCommitting = false
  try {
    heldFile.check()
    const database = getConnection()
    database.exec('BEGIN IMMEDIATE')
    const results = writes.map((write) => write(database))
    if (results.some((result) => result !== 0)) writeFirstPage(database)
    isCommitting = true
    database.exec('COMMIT')
    // Commits to a deleted file are lost and must not be acknowledged.
    heldFile.check()
    return results
  } catch (error) {
    rollBack(writerDatabase)
    return writes.map(() => toFailure(error, !isCommitting))
  }
}

/**
 * A damaged file can make this fail too. SQLite has then ended the transaction, and the first error is
 * reported.
 */
function rollBack(database: DatabaseSync | null): void {
  try {
    if (database?.isTransaction === true) database.exec('ROLLBACK')
  } catch {
    // The first error is reported.
  }
}

/**
 * A constraint violation undoes only its own statement; a full or failing disk ends the whole transaction.
 */
function writeOne(database: DatabaseSync, write: Write): WriteResult {
  if (!isSingle(write)) return writeInTurn(database, write)
  const [name, ...params] = write
  try {
    return Number(statement(database, name).run(...params).changes)
  } catch (error) {
    if (!database.isTransaction) throw error
    return toFailure(error, true)
  }
}

function isSingle(write: Write): write is SingleWrite {
  return typeof write[0] === 'string'
}

/** If a later statement fails, so does the whole transaction: nothing is ever half written. */
function writeInTurn(database: DatabaseSync, writes: readonly SingleWrite[]): WriteResult {
  let changes = 0
  for (const [name, ...params] of writes) {
    changes = Number(statement(database, name).run(...params).changes)
    if (changes === 0) break
  }
  return changes
}

function statement(database: DatabaseSync, name: StatementName): StatementSync {
  let preparedStatement = preparedStatements.get(name)
  if (!preparedStatement)
    preparedStatements.set(name, (preparedStatement = database.prepare(statements[name])))
  return preparedStatement
}
