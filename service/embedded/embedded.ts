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
export interface EmbeddedService {
  /** `http://127.0.0.1:PORT` */
  origin: string
  createProject: (name: string) => Promise<{ project: string; key: string }>
  /** Issues a new key for a project and expires the old ones. Returns `null` if there is no such project. */
  rotateKey: (project: string) => Promise<{ project: string; key: string } | null>
  /** Erases links by their paths. Unknown ones are ignored. */
  eraseLinks: (paths: readonly string[]) => Promise<void>
  stop: () => Promise<void>
}

/** Starts the service on 127.0.0.1. Rejects with `code: 'EADDRINUSE'` if another program uses the port. */
export async function startEmbedded({ folder, port }: EmbeddedOptions): Promise<EmbeddedService> {
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
    origin,
    createProject: (name) => createProject(store, name),
    rotateKey: (project) => rotateKey(store, project),
    eraseLinks: async (paths) => {
      const links = await Promise.all(paths.map((path) => store.findLink(path)))
      await eraseLinks(
        store,
        links.filter((link) => link !== null),
      )
    },
    stop,
  }
}
