import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { openConnection } from './connection.ts'
import type { FromWriter, ToWriter, Write, WriterData, Written } from './writerMessages.ts'

/**
 * The thread that writes. It knows nothing about links: it runs the statements it is given, all of one message in one
 * transaction, and answers after the commit is on the disk. Waiting for the disk here keeps the main thread free.
 */
const { file, patienceMs } = workerData as WriterData
const database = openConnection(file, patienceMs)
const prepared = new Map<string, StatementSync>()

parentPort?.on('message', (message: ToWriter) => {
  if (message === 'close') {
    database.close()
    parentPort?.close()
  } else {
    answer({ written: writeAll(database, message.writes) })
  }
})
answer('ready')

function answer(message: FromWriter): void {
  parentPort?.postMessage(message)
}

function writeAll(into: DatabaseSync, writes: Write[]): Written[] {
  try {
    into.exec('BEGIN IMMEDIATE')
    const written = writes.map((write) => writeOne(into, write))
    into.exec('COMMIT')
    return written
  } catch (error) {
    if (into.isTransaction) into.exec('ROLLBACK')
    return writes.map(() => failed(error))
  }
}

/** A statement that breaks a rule undoes only itself; a full or failing disk ends the whole transaction. */
function writeOne(into: DatabaseSync, { sql, params }: Write): Written {
  try {
    return { changes: Number(statement(into, sql).run(...params).changes) }
  } catch (error) {
    if (!into.isTransaction) throw error
    return failed(error)
  }
}

function statement(into: DatabaseSync, sql: string): StatementSync {
  let found = prepared.get(sql)
  if (!found) prepared.set(sql, (found = into.prepare(sql)))
  return found
}

function failed(error: unknown): Written {
  const { message, errcode } = error as Error & { errcode?: number }
  return { error: message, errcode: errcode ?? null }
}
