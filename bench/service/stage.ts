import { join } from 'node:path'
import { temporaryFolder } from '../measuring.ts'
import { createDatabase } from './databases.ts'
import type { Seeded } from './databases.ts'
import { startBare, startService } from './servers.ts'
import type { Server, ServiceOptions } from './servers.ts'
import { createLoad } from './wrk.ts'
import type { Load } from './wrk.ts'

/** What one measurement starts and writes. `await using` stops and deletes everything. */
export interface Stage extends AsyncDisposable {
  load: Load
  /** Starts the baseline server. */
  bare: (answerBytes: number) => Promise<Server>
  /** Starts the service on a database. */
  service: (databaseUrl: string, more?: Partial<ServiceOptions>) => Promise<Server>
  /** Returns an unused file path. */
  newPath: (name: string) => string
  /** Creates a SQLite file with a project and this many links. */
  newDatabase: (links: number) => Promise<Seeded>
  /** Registers cleanup; the last one runs first. */
  defer: (end: () => Promise<void>) => void
}

/** Opens an empty stage in a temporary folder. */
export async function openStage(): Promise<Stage> {
  const ends = new AsyncDisposableStack()
  const folder = ends.use(await temporaryFolder())
  const newPath = (name: string) => join(folder.path, `${crypto.randomUUID()}-${name}`)
  const keep = async (starting: Promise<Server>) => {
    const server = await starting
    ends.defer(server.stop)
    return server
  }
  return {
    load: createLoad(folder.path),
    bare: (answerBytes) => keep(startBare(answerBytes)),
    service: (databaseUrl, more) => keep(startService({ databaseUrl, logFile: newPath('log'), ...more })),
    newPath,
    newDatabase: (links) => createDatabase(newPath('links.sqlite'), links),
    defer: (end) => ends.defer(end),
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  }
}
