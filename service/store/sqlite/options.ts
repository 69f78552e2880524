import type { SchemaUse } from '../schema/schemaUse.ts'

/** Options for opening a SQLite store. */
export interface SqliteOptions {
  /** The writer thread's file, if a bundler has moved it. */
  writerEntry?: URL | undefined
  /** `migrate` if omitted. */
  schema?: SchemaUse | undefined
  /** Maximum time a write waits for another process that is writing to the same file. */
  timeoutMs?: number | undefined
}
