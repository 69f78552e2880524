import { Worker } from 'node:worker_threads'
import { CodedError } from '../folder/codedError.ts'
import type { FromReader } from './readerThread.ts'
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
  const worker = new Worker(new URL('./readerThread.ts', import.meta.url), {
    name: 'tables',
    workerData: input,
    resourceLimits,
  })
  // A table that is never read to its end doesn't keep its reader's process alive.
  worker.unref()
  const request = createRequests(worker)
  const opened = await request()
  if (!('info' in opened)) throw new CodedError('sheet_broken')
  let progress = 0
  return {
    ...opened.info,
    progress: () => progress,
    close: () => void worker.terminate(),
    next: async () => {
      worker.postMessage('next')
      const answer = await request()
      if (!('rows' in answer)) throw new CodedError('sheet_broken')
      progress = answer.read
      if (answer.rows === null) void worker.terminate()
      return answer.rows
    },
  }
}

/** Returns a function that resolves with the thread's next answer, or rejects with the reason why there is none. */
function createRequests(worker: Worker): () => Promise<FromReader> {
  let pending: PromiseWithResolvers<FromReader> | null = null
  let failure: Error | null = null
  const fail = (error: Error) => {
    failure ??= error
    pending?.reject(failure)
    void worker.terminate()
  }
  worker.on('message', (answer: FromReader) => {
    if ('failure' in answer) fail(toError(answer.failure))
    else pending?.resolve(answer)
  })
  worker.on('error', (error: Error & { code?: string }) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new CodedError('sheet_too_large') : error),
  )
  worker.on('exit', () => fail(new CodedError('sheet_cancelled')))
  return async () => {
    if (failure) throw failure
    pending = Promise.withResolvers()
    const timer = setTimeout(() => fail(new CodedError('sheet_too_large')), maxSilenceMs)
    try {
      return await pending.promise
    } finally {
      clearTimeout(timer)
    }
  }
}

type Failure = Extract<FromReader, { failure: unknown }>['failure']

/** Rebuilds an error with what the handlers and `toStorageProblem` read. */
function toError({ name, message, code }: Failure): Error {
  return Object.assign(new Error(message), { name }, code === undefined ? {} : { code })
}
