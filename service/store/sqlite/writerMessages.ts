import type { SQLInputValue } from 'node:sqlite'

/** What the writer thread is started with. */
export interface WriterData {
  file: string
  /** How long it waits for another process that is writing to the same file. */
  patienceMs: number
}

/** One single-statement write and its parameters. */
export interface Write {
  sql: string
  params: SQLInputValue[]
}

/** What came of one write: how many rows it changed, or why it failed. */
export type Written = { changes: number } | { error: string; errcode: number | null }

/** From the main thread: writes that shall share one commit, or the end. */
export type ToWriter = { writes: Write[] } | 'close'

/** From the writer thread, once it is ready and then after each commit: one result per write, in order. */
export type FromWriter = 'ready' | { written: Written[] }
