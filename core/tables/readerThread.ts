import { parentPort, workerData } from 'node:worker_threads'
import { openTable } from './openTable.ts'
import { splitBatches } from './batches.ts'
import type { SheetRow, TableInfo, TableInput } from './table.ts'

/** Messages from the thread: what is known about the table, the next rows, or why it can't be read. */
export type FromReader =
  | { info: TableInfo }
  | { rows: SheetRow[] | null; read: number }
  | { failure: { name: string; message: string; code?: string | undefined } }

const send = (message: FromReader) => parentPort?.postMessage(message)

// Parsers throw for each damaged cell, and stacks take most of that time.
Error.stackTraceLimit = 0

const sendFailure = (error: unknown) => {
  const { name, message, code } = error as Error & { code?: string }
  send({ failure: { name, message, code } })
}

try {
  const { rows, progress, ...info } = await openTable(workerData as TableInput)
  const batches = splitBatches(rows)
  parentPort?.on('message', () => {
    try {
      const next = batches.next()
      send({ rows: next.done ? null : next.value, read: progress() })
    } catch (error) {
      sendFailure(error)
    }
  })
  send({ info })
} catch (error) {
  sendFailure(error)
}
