import { startPostgres } from './server.ts'
import type { PostgresServer } from './server.ts'

let started: Promise<PostgresServer> | undefined

/** Databases on the one server that all files of a test process share. */
export interface SharedPostgres {
  /** Creates an empty database. Resolves with its address, including the password. */
  createDatabase: () => Promise<string>
  /** Ends every session on the databases created here, and deletes them. */
  remove: () => Promise<void>
}

/**
 * For tests that do nothing to the server itself. It ends with the test process, because starting and stopping one
 * takes longer than most test files.
 */
export async function sharePostgres(): Promise<SharedPostgres> {
  started ??= startPostgres()
  const server = await started
  server.unref()
  const made: string[] = []
  return {
    createDatabase: async () => {
      const url = await server.createDatabase()
      made.push(url)
      return url
    },
    remove: async () => {
      for (const url of made.splice(0)) await server.dropDatabase(url)
    },
  }
}
