import { Worker } from 'node:worker_threads'
import { CodedError } from '../folder/codedError.ts'
import { createThread } from '../../sqlite/thread/thread.ts'
import type { ReaderOperations } from './readerThread.ts'
import type { SheetRow, TableInfo, TableInput } from './table.ts'

/** An open table, whose rows another thread reads. */
export interface OpenedTable extends TableInfo {
  /** Returns the next rows; `null` after the last. */
  next: () => Promise<SheetRow[] | null>
  /** Returns how much was read, in the unit of `size`. */
  progress: () => number
  /** Ends the thread. */
  close: () => void
}

/** Opens a table. Rejects with `CodedError` if it can't be read. */
export type OpenTable = (input: TableInput) => Promise<OpenedTable>

/** Memory for a table's cells, in MB. The size of files and of unpacked parts is limited separately. */
const resourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 }

/** Maximum time between two answers of the thread, in milliseconds. A hostile workbook can make its parser loop. */
const maxSilenceMs = 120_000

/**
 * Opens a table on a thread of its own, because parsers of spreadsheets can take all memory or never end. Closing the
 * table, or too long a silence, terminates it at any point.
 */
export const openInThread: OpenTable = async (input) => {
  let isSilent = false
  /** Why nothing more can be read. */
  let failure: Error | null = null
  const exitError = (reason: Error & { code?: string }) =>
    (failure ??=
      isSilent || reason.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new CodedError('sheet_too_large') : reason)
  const thread = createThread<TableInfo, ReaderOperations>({
    name: 'tables',
    start: startReader,
    data: () => input,
    errors: {},
    exitError,
  })
  const within = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => {
      isSilent = true
      thread.terminate()
    }, maxSilenceMs)
    return await work.finally(() => clearTimeout(timer))
  }
  const close = () => {
    failure ??= new CodedError('sheet_cancelled')
    thread.terminate()
  }
  const { greeting, operations } = await within(thread.open())
  let progress = 0
  return {
    ...greeting,
    progress: () => progress,
    close,
    next: async () => {
      if (failure) throw failure
      const { rows, read } = await within(operations.table.next()).catch((error: unknown) => {
        close()
        throw error
      })
      progress = read
      if (rows === null) close()
      return rows
    },
  }
}

function startReader(): Worker {
  const worker = new Worker(new URL('./readerThread.ts', import.meta.url), { name: 'tables', resourceLimits })
  // A table that is never read to its end doesn't keep its reader's process alive.
  worker.unref()
  return worker
}
