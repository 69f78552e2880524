import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresStore } from '../../../service/store/postgres/store.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import type { Store } from '../../../service/store/store.ts'
import { postgresMissing } from '../postgres/binaries.ts'
import { startPostgres } from '../postgres/server.ts'

/** An empty database of one engine, which any number of stores can open. */
export interface TestDatabase {
  open: () => Promise<Store>
}

/** One engine, ready to make databases. */
export interface TestEngine {
  database: () => Promise<TestDatabase>
  remove: () => Promise<void>
}

/** Every engine of the service: what holds of one holds of all. `missing` says why one cannot be started here. */
export const engines = [
  { name: 'SQLite', missing: null, start: startSqlite },
  { name: 'PostgreSQL', missing: postgresMissing(), start: startPostgresEngine },
]

function startSqlite(): Promise<TestEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-store-'))
  let databases = 0
  return Promise.resolve({
    database: () => {
      const file = join(folder, `${++databases}.sqlite`)
      return Promise.resolve({ open: () => Promise.resolve(openSqliteStore(file)) })
    },
    remove: () => {
      rmSync(folder, { recursive: true })
      return Promise.resolve()
    },
  })
}

async function startPostgresEngine(): Promise<TestEngine> {
  const server = await startPostgres()
  return {
    database: async () => {
      const url = await server.createDatabase()
      return { open: () => openPostgresStore(url) }
    },
    remove: server.remove,
  }
}
