import { join } from 'node:path'
import { silentLog } from '../http/log.ts'
import { createProject, rotateKey } from '../keys/issue.ts'
import { eraseLinks } from '../links/erase.ts'
import { startService } from '../service.ts'
import { openSqliteStore } from '../store/sqlite/store.ts'

export interface EmbeddedOptions {
  /** Path of the database. It is created if it doesn't exist. */
  folder: string
  /** The port that existing links use; 0 for any free port. */
  port: number
}

/** The service on this computer, run and administered by the app. */
export type EmbeddedService = Awaited<ReturnType<typeof startEmbedded>>

/** Starts the service on 127.0.0.1. Rejects with `code: 'EADDRINUSE'` if another program uses the port. */
export async function startEmbedded({ folder, port }: EmbeddedOptions) {
  const store = openSqliteStore(join(folder, 'links.sqlite'))
  const { origin, stop } = await startService({
    store,
    host: '127.0.0.1',
    port,
    linkOrigin: null,
    // There is only one user, so no rate limits are needed.
    rateLimit: 0,
    wrongKeyLimit: 0,
    // The app shows requests itself.
    log: silentLog,
  })
  return {
    /** `http://127.0.0.1:PORT` */
    origin,
    createProject: (name: string) => createProject(store, name),
    /** Issues a new key for a project and expires the old ones. Returns `null` if there is no such project. */
    rotateKey: (project: string) => rotateKey(store, project),
    /** Erases links by their paths. Unknown ones are ignored. */
    eraseLinks: async (paths: readonly string[]) => {
      const links = await Promise.all(paths.map((path) => store.findLink(path)))
      await eraseLinks(
        store,
        links.filter((link) => link !== null),
      )
    },
    stop,
  }
}
