import { serveThread } from '../../sqlite/thread/serveThread.ts'
import { splitBatches } from './batches.ts'
import { openTable } from './openTable.ts'
import type { Table, TableInfo, TableInput } from './table.ts'

/** What the thread that reads a table does. */
export type ReaderOperations = ReturnType<typeof createOperations>

function createOperations({ rows, progress }: Pick<Table, 'rows' | 'progress'>) {
  const batches = splitBatches(rows)
  return {
    table: {
      /** Returns the next rows, `null` after the last, and how much was read. */
      next: () => {
        const next = batches.next()
        return { rows: next.done ? null : next.value, read: progress() }
      },
    },
  }
}

// Parsers throw for each damaged cell, and stacks take most of that time.
Error.stackTraceLimit = 0

serveThread<TableInfo, ReaderOperations>(async (input) => {
  const { rows, progress, ...greeting } = await openTable(input as TableInput)
  return { greeting, operations: createOperations({ rows, progress }), close: () => undefined }
})
