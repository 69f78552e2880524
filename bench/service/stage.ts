import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import manifest from '../../package.json' with { type: 'json' }
import { temporaryFolder } from '../measuring.ts'
import { createProject } from '../../service/keys/issue.ts'
import { openPostgresStore } from '../../service/store/postgres/store.ts'
import { startPostgres } from '../../tests/service/postgres/server.ts'
import { benchProject, createDatabase } from '../seeding.ts'

/** A server under load, in its own process as in production. */
export interface Server {
  origin: string
  /** Returns the current value of one of its Prometheus metrics. */
  metric: (name: string) => Promise<number>
  /** Stops it and waits until it has exited. */
  stop: () => Promise<void>
}

/** Everything that one measurement starts and writes. `await using` stops and deletes it. */
export type Stage = Awaited<ReturnType<typeof openStage>>

const bareServer = join(import.meta.dirname, 'bare.ts')
/** The arguments of `npm run service` without `node`: memory flags and the entry. */
const [, ...serviceCommand] = manifest.scripts.service.split(' ')

/** Opens an empty stage in a temporary folder. */
export async function openStage() {
  const cleanups = new AsyncDisposableStack()
  const folder = cleanups.use(await temporaryFolder())
  const newPath = (name: string) => join(folder.path, `${crypto.randomUUID()}-${name}`)
  const start = async (args: string[], env = {}) =>
    cleanups.adopt(await startServer(newPath('log'), args, env), ({ stop }) => stop())
  return {
    /** Starts the baseline server. */
    bare: (answerBytes: number) => start([bareServer, String(answerBytes)]),
    /** Starts the standalone service on a database as an operator would, but without rate limits. */
    service: (databaseUrl: string, env: NodeJS.ProcessEnv = {}) =>
      start(serviceCommand, { ...env, DATABASE_URL: databaseUrl, RATE_LIMIT: '0' }),
    /** Returns an unused file path. */
    newPath,
    /** Starts a PostgreSQL with a project. */
    newPostgres: async () => {
      const postgres = await startPostgres({ durable: true })
      cleanups.defer(() => postgres.remove())
      const url = await postgres.createDatabase()
      const store = await openPostgresStore(url)
      const { key } = await createProject(store, 'Bench', benchProject)
      return { url, key, project: benchProject, store }
    },
    /** Creates a SQLite file with a project and this many links. */
    newDatabase: (links: number) => createDatabase(newPath('links.sqlite'), links),
    [Symbol.asyncDispose]: () => cleanups.disposeAsync(),
  }
}

/** Starts a server whose output goes to a file, as in production with one line per request. Waits for its address. */
async function startServer(logFile: string, args: string[], env: NodeJS.ProcessEnv): Promise<Server> {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'], ...env, PORT: '0' },
  })
  closeSync(log)
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  for (;;) {
    const output = readFileSync(logFile, 'utf8')
    const origin = /API at (https?:\S+)\/api/.exec(output)?.[1]
    if (origin !== undefined) return { origin, metric: (name) => readMetric(origin, name), stop }
    if (child.exitCode !== null) throw new Error(`A server did not start:\n${output}`)
    await pause(50)
  }
}

async function readMetric(origin: string, name: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:{.*})? (.+)$`, 'm').exec(metrics)?.[1])
}
