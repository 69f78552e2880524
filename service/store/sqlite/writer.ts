import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Failure } from '../../../sqlite/thread/failure.ts'
import { serveThread } from '../../../sqlite/thread/serveThread.ts'
import { rollBack } from '../../../sqlite/transaction.ts'
import { openConnection } from './file/connection.ts'
import { isDiskFull, toStoreFailure } from './errors.ts'
import { writeFirstPage } from './file/foreignFile.ts'
import { HeldFile, type HeldFileState } from '../../../sqlite/heldFile.ts'
import { rejectChange } from './file/rejectChange.ts'
import { countNames, startOfDay, type VisitBatch } from '../visits/visits.ts'
import { statements, type StatementName } from './statements.ts'

/** Start data of the writer thread. */
export interface WriterData {
  /** The database, as the store opened it. */
  fileState: HeldFileState
  /** Maximum wait for another process that is writing to the same file. */
  timeoutMs: number
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
class Writer {
  readonly #data: WriterData
  readonly #heldFile: HeldFile
  readonly #preparedStatements = new Map<StatementName, StatementSync>()
  #connection: DatabaseSync | null = null

  constructor(data: WriterData) {
    this.#data = data
    this.#heldFile = new HeldFile(data.fileState)
  }

  write(writes: Write[]): WriteResult[] {
    return this.#writeAll(writes.map((write) => (database) => this.#writeOne(database, write)))
  }

  add(batch: VisitBatch): WriteResult[] {
    return this.#writeAll([(database) => addBatch((name) => this.#prepare(database, name), batch)])
  }

  close(): void {
    this.#connection?.close()
  }

  /** Opened after a check: a restarted thread must not open a file that has replaced the database. */
  #getConnection(): DatabaseSync {
    if (this.#connection) return this.#connection
    const { fileState, timeoutMs } = this.#data
    const database = openConnection(fileState.file, timeoutMs)
    // Overwrites deleted and changed content in the file: otherwise earlier states of a link would outlive its project.
    database.exec('PRAGMA secure_delete = ON')
    return (this.#connection = database)
  }

  #writeAll(writes: ((database: DatabaseSync) => WriteResult)[]): WriteResult[] {
    // A failed commit may still be in the log and be found after the next start.
    let isCommitting = false
    try {
      rejectChange(this.#heldFile)
      const database = this.#getConnection()
      database.exec('BEGIN IMMEDIATE')
      const results = writes.map((write) => write(database))
      if (results.some((result) => result !== 0)) writeFirstPage(database)
      isCommitting = true
      database.exec('COMMIT')
      // Commits to a deleted file are lost and must not be acknowledged.
      rejectChange(this.#heldFile)
      return results
    } catch (error) {
      if (this.#connection) rollBack(this.#connection)
      return writes.map(() => toStoreFailure(error, !isCommitting || isDiskFull(error)))
    }
  }

  /**
   * A constraint violation undoes only its own statement; a full or failing disk ends the whole transaction.
   */
  #writeOne(database: DatabaseSync, write: Write): WriteResult {
    if (!isSingle(write)) return this.#writeInTurn(database, write)
    const [name, ...params] = write
    try {
      return Number(this.#prepare(database, name).run(...params).changes)
    } catch (error) {
      if (!database.isTransaction) throw error
      return toStoreFailure(error, true)
    }
  }

  /** If a later statement fails, so does the whole transaction: nothing is ever half written. */
  #writeInTurn(database: DatabaseSync, writes: readonly SingleWrite[]): WriteResult {
    let changes = 0
    for (const [name, ...params] of writes) {
      changes = Number(this.#prepare(database, name).run(...params).changes)
      if (changes === 0) break
    }
    return changes
  }

  #prepare(database: DatabaseSync, name: StatementName): StatementSync {
    const prepared = this.#preparedStatements.get(name) ?? database.prepare(statements[name])
    this.#preparedStatements.set(name, prepared)
    return prepared
  }
}

function isSingle(write: Write): write is SingleWrite {
  return typeof write[0] === 'string'
}

/** The operations of the writer thread. */
export type WriterOperations = ReturnType<typeof createOperations>

function createOperations(writer: Writer) {
  return {
    writer: {
      write: (writes: Write[]) => writer.write(writes),
      add: (batch: VisitBatch) => writer.add(batch),
    },
  }
}

/**
 * Adds a batch of visits in the open transaction. Returns its number of links: 0 if the batch was added
 * before.
 */
function addBatch(statement: (name: StatementName) => StatementSync, batch: VisitBatch): number {
  const { writer, number, sentAt, hour, links, counts, referrers } = batch
  if (statement('takeBatch').run(writer, number, sentAt).changes === 0) return 0
  const day = startOfDay(hour)
  const [addVisits, addToReferrals, addReferrals] = [
    statement('addVisits'),
    statement('addToReferrals'),
    statement('addReferrals'),
  ]
  const width = countNames.length
  links.forEach((link, index) => {
    addVisits.run(link, hour, day, ...counts.subarray(index * width, (index + 1) * width))
  })
  referrers.links.forEach((link, index) => {
    const params = [link, day, referrers.hosts[index] ?? '', referrers.visits[index] ?? 0]
    // A known host doesn't count toward the maximum number of hosts.
    if (addToReferrals.run(...params).changes === 0) addReferrals.run(...params)
  })
  return links.length
}

serveThread((data) => {
  const writer = new Writer(data as WriterData)
  return { greeting: null, operations: createOperations(writer), close: () => writer.close() }
})
