import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresMissing } from '../postgres/binaries.ts'
import { createDatabase } from '../postgres/server.ts'
import { sharePostgres } from '../postgres/shared.ts'

/** One kind of database that the service runs on. */
export interface Engine {
  name: string
  /** Why it cannot be tested on this machine; `null` when it can. */
  missing: string | null
  start: () => Promise<Databases>
}

/** Where empty databases come from. */
export interface Databases {
  /** Makes one; resolves to its `DATABASE_URL`. */
  create: () => Promise<string>
  /** Takes all of them away. */
  remove: () => Promise<void>
}

const sqlite: Engine = {
  name: 'SQLite',
  missing: null,
  start: () => {
    const folder = mkdtempSync(join(tmpdir(), 'linkwright-sqlite-'))
    let made = 0
    return Promise.resolve({
      create: () => Promise.resolve(`sqlite://${join(folder, `${++made}.sqlite`)}`),
      remove: () => {
        rmSync(folder, { recursive: true })
        return Promise.resolve()
      },
    })
  },
}

const postgres: Engine = {
  name: 'PostgreSQL',
  missing: postgresMissing(),
  start: async () => {
    const { createDatabase, remove } = await sharePostgres()
    return { create: createDatabase, remove }
  },
}

/** An engine that runs already, such as a distributed one: its databases are made there, and stay. */
function createRunningEngine(server: string): Engine {
  return {
    name: 'the engine of LINKWRIGHT_TEST_ENGINE',
    missing: null,
    start: () => Promise.resolve({ create: () => createDatabase(server), remove: () => Promise.resolve() }),
  }
}

const other = process.env['LINKWRIGHT_TEST_ENGINE']
export const engines = [sqlite, postgres, ...(other === undefined ? [] : [createRunningEngine(other)])]
