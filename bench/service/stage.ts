import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import manifest from '../../package.json' with { type: 'json' }
import { freePort } from '../../tests/service/postgres/server.ts'
import { temporaryFolder } from '../measuring.ts'
import { createDatabase } from '../seeding.ts'
import { createLoad } from './wrk.ts'

/** A server under load, in its own process as in production. */
export interface Server {
  origin: string
  pid: number
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
  const ends = new AsyncDisposableStack()
  const folder = ends.use(await temporaryFolder())
  const newPath = (name: string) => join(folder.path, `${crypto.randomUUID()}-${name}`)
  const start = async (args: string[], env = {}) =>
    ends.adopt(await startServer(newPath('log'), args, env), ({ stop }) => stop())
  return {
    load: createLoad(folder.path),
    /** Starts the baseline server. */
    bare: (answerBytes: number) => start([bareServer, String(answerBytes)]),
    /** Starts the standalone service on a database as an operator would, but without rate limits. */
    service: (databaseUrl: string, env: NodeJS.ProcessEnv = {}, nodeArgs: string[] = []) =>
      start([...nodeArgs, ...serviceCommand], { ...env, DATABASE_URL: databaseUrl, RATE_LIMIT: '0' }),
    /** Returns an unused file path. */
    newPath,
    /** Creates a SQLite file with a project and this many links. */
    newDatabase: (links: number) => createDatabase(newPath('links.sqlite'), links),
    /** Registers a cleanup function; the last one runs first. */
    defer: (end: () => Promise<void>) => ends.defer(end),
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  }
}

const root = join(import.meta.dirname, '../..')
const startTimeoutMs = 30_000

/** Starts a server whose output goes to a file, as in production with one line per request. */
async function startServer(logFile: string, args: string[], env: NodeJS.ProcessEnv): Promise<Server> {
  const port = await freePort()
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'], ...env, PORT: String(port) },
  })
  closeSync(log)
  const exited = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  const deadline = Date.now() + startTimeoutMs
  while (!(await isHealthy(origin))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill()
      throw new Error(`A server did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
    }
    await pause(50)
  }
  // The started process only supervises the one that serves.
  const worker = /"event":"worker_started","pid":(\d+)/.exec(readFileSync(logFile, 'utf8'))?.[1]
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return { origin, pid: Number(worker ?? child.pid), stop }
}

async function isHealthy(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/health`)).ok
  } catch {
    return false
  }
}
