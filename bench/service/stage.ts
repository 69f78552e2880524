import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProject } from '../../service/keys/issue.ts'
import { openSqliteStore } from '../../service/store/sqlite/store.ts'
import type { Store } from '../../service/store/store.ts'
import { sampleLink } from './sample.ts'
import { startBare, startServiceProcess } from './serverProcess.ts'
import type { ServerProcess, ServiceProcessOptions } from './serverProcess.ts'
import { Wrk } from './wrk.ts'

/** What one benchmark starts and writes. `close` stops and deletes everything. */
export class Stage {
  readonly folder = mkdtempSync(join(tmpdir(), 'linkwright-bench-'))
  readonly wrk = new Wrk(this.folder)
  readonly #ends: (() => Promise<void>)[] = []
  #count = 0

  /** Starts the baseline server. */
  bare(answerBytes: number): Promise<ServerProcess> {
    return this.#keep(startBare(answerBytes))
  }

  /** Starts the service on a database. */
  service(databaseUrl: string, more: Partial<ServiceProcessOptions> = {}): Promise<ServerProcess> {
    return this.#keep(startServiceProcess({ databaseUrl, logFile: this.newPath('log'), ...more }))
  }

  /** Returns an unused file path. */
  newPath(name: string): string {
    return join(this.folder, `${++this.#count}-${name}`)
  }

  /** Creates a SQLite file with a project and this many links. */
  async newDatabase(links: number): Promise<Seeded> {
    const file = this.newPath('links.sqlite')
    const store = openSqliteStore(file)
    const seeded = await seed(store, links)
    await store.close()
    return { ...seeded, url: `sqlite://${file}` }
  }

  /** Registers cleanup; the last one runs first. */
  atEnd(end: () => Promise<void>): void {
    this.#ends.unshift(end)
  }

  async close(): Promise<void> {
    for (const end of this.#ends) await end()
    rmSync(this.folder, { recursive: true })
  }

  async #keep(starting: Promise<ServerProcess>): Promise<ServerProcess> {
    const server = await starting
    this.atEnd(server.stop)
    return server
  }
}

/** A database to measure: a project's key, and paths of existing links. */
export interface Seeded {
  url: string
  key: string
  paths: string[]
}

/** The maximum of one statement. */
const insertBatchSize = 1_000

/** Adds a project and some links to an empty store. */
export async function seed(store: Store, count: number): Promise<{ key: string; paths: string[] }> {
  const { project, key } = await createProject(store, 'Bench')
  const links = Array.from({ length: count }, (_, index) => sampleLink(index + 1, project))
  for (let from = 0; from < count; from += insertBatchSize)
    await store.putLinks(links.slice(from, from + insertBatchSize))
  return { key, paths: links.map(({ path }) => path) }
}
