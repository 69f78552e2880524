import { startPostgres } from './server.ts'
import type { PostgresServer } from './server.ts'

let serverPromise: Promise<PostgresServer> | undefined

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
  serverPromise ??= startPostgres()
  const server = await serverPromise
  server.unref()
  const databases: string[] = []
  return {
    createDatabase: async () => {
      const url = await server.createDatabase()
      databases.push(url)
      return url
    },
    remove: async () => {
      for (const url of databases.splice(0)) await server.dropDatabase(url)
    },
  }
}
