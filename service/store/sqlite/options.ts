/** How a SQLite store is opened. */
export interface SqliteOptions {
  /** The file of the writer thread, where a bundler has put it elsewhere. */
  writerEntry?: URL | undefined
  /** How long a write waits for another process that is writing to the same file before it is refused. */
  timeoutMs?: number | undefined
  /** Whether what is deleted or changed is overwritten in the file, which takes a while longer. */
  erasing?: boolean | undefined
}
