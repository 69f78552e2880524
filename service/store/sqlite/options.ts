/** Options for opening a SQLite store. */
export interface SqliteOptions {
  /** The writer thread's file, if a bundler has moved it. */
  writerEntry?: URL | undefined
  /** Maximum time a write waits for another process that is writing to the same file. */
  timeoutMs?: number | undefined
  /** Whether deleted or changed content is overwritten in the file, which is slower. */
  secureDelete?: boolean | undefined
}
