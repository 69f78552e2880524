/**
 * What opening a database does with its schema. `migrate`: brings it up to date, at the start of the service. `match`: creates it
 * in an empty database, and refuses an older one. `read`: leaves it alone; the store then reads older schemas, too.
 */
export type SchemaUse = 'migrate' | 'match' | 'read'

/** The schema of a database that an earlier release created, and that of this release. */
export interface OlderSchema {
  version: number
  current: number
}

export interface PreparedSchema {
  olderSchema: OlderSchema | null
  /** What precedes each query, so that it reads an older schema like the current one. */
  queryStart: string
}
