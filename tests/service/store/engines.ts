import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresMissing } from '../postgres/binaries.ts'
import { createDatabase } from '../postgres/server.ts'
import { sharePostgres } from '../postgres/shared.ts'

/** One kind of database that the service runs on. */
export interface Engine {
  name: string
  /** Why it can't be tested on this machine; `null` if it can. */
  missing: string | null
  start: () => Promise<Databases>
}

/** Creates empty databases. */
export interface Databases {
  /** Creates a database. Resolves with its `DATABASE_URL`. */
  create: () => Promise<string>
  /** Deletes all of them. */
  remove: () => Promise<void>
}

const sqlite: Engine = {
  name: 'SQLite',
  missing: null,
  start: () => {
    const folder = mkdtempSync(join(tmpdir(), 'linkwright-sqlite-'))
    let databaseCount = 0
    return Promise.resolve({
      create: () => Promise.resolve(`sqlite://${join(folder, `${++databaseCount}.sqlite`)}`),
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

/** A running engine, such as a distributed one. Databases are created there, and stay. */
function createRunningEngine(server: string): Engine {
  return {
    name: 'the engine of LINKWRIGHT_TEST_ENGINE',
    missing: null,
    start: () => Promise.resolve({ create: () => createDatabase(server), remove: () => Promise.resolve() }),
  }
}

const other = process.env['LINKWRIGHT_TEST_ENGINE']
export const engines = [sqlite, postgres, ...(other === undefined ? [] : [createRunningEngine(other)])]
