import { join } from 'node:path'
import { silentLog } from './http/log.ts'
import type { Log } from './http/log.ts'
import { createProject, rotateKey } from './keys/issue.ts'
import { startService } from './service.ts'
import { openSqliteStore } from './store/sqlite/store.ts'

export interface EmbeddedOptions {
  /** Where the database lies; made when it is not there. */
  folder: string
  /** The port that links made earlier point to; 0 for any free one. */
  port: number
  /** The file of the writer thread, where a bundler has put it elsewhere. */
  writerEntry?: URL
  log?: Log
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
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedService> {
  const store = openSqliteStore(join(options.folder, 'links.sqlite'), { writerEntry: options.writerEntry })
  const { origin, stop } = await startService({
    store,
    host: '127.0.0.1',
    port: options.port,
    linkOrigin: null,
    // One person's own computer: there is nobody to share it with.
    rateLimit: 0,
    wrongKeyLimit: 0,
    log: options.log ?? silentLog,
  })
  return {
    origin,
    createProject: (name) => createProject(store, name),
    rotateKey: (project) => rotateKey(store, project),
    stop,
  }
}
