import { join } from 'node:path'
import { silentLog } from './http/log.ts'
import { createProject, rotateKey } from './keys/issue.ts'
import { startService } from './service.ts'
import { openSqliteStore } from './store/sqlite/store.ts'

export interface EmbeddedOptions {
  /** Where the database lies; made when it is not there. */
  folder: string
  /** The port that links made earlier point to; 0 for any free one. */
  port: number
}

/** The service on this computer, inside the app. The app is its operator. */
export interface EmbeddedService {
  /** `http://127.0.0.1:PORT` */
  origin: string
  createProject: (name: string) => Promise<{ project: string; key: string }>
  /** Gives a project a new key and ends the old one; `null` when there is no such project. */
  rotateKey: (project: string) => Promise<{ project: string; key: string } | null>
  stop: () => Promise<void>
}

/** Starts the service on 127.0.0.1. Rejects with `code: 'EADDRINUSE'` when another program holds the port. */
export async function startEmbedded({ folder, port }: EmbeddedOptions): Promise<EmbeddedService> {
  const store = openSqliteStore(join(folder, 'links.sqlite'))
  const { origin, stop } = await startService({
    store,
    host: '127.0.0.1',
    port,
    linkOrigin: null,
    // One person's own computer: there is nobody to share it with.
    rateLimit: 0,
    wrongKeyLimit: 0,
    // The app shows the requests itself.
    log: silentLog,
  })
  return {
    origin,
    createProject: (name) => createProject(store, name),
    rotateKey: (project) => rotateKey(store, project),
    stop,
  }
}
