import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import manifest from '../../package.json' with { type: 'json' }

/** A server under load, in its own process as in production. */
export interface ServerProcess {
  port: number
  pid: number
  /** Stops it and waits until it has exited. */
  stop: () => Promise<void>
}

const root = join(import.meta.dirname, '../..')
const startTimeoutMs = 10_000
/** The arguments of `npm run service` without `node`: memory flags and the entry. */
const [, ...serviceCommand] = manifest.scripts.service.split(' ')

/** Starts the baseline server. `answerBytes` is the size of its response. */
export async function startBare(answerBytes: number): Promise<ServerProcess> {
  const entry = join(import.meta.dirname, 'bareServer.ts')
  const child = spawn(process.execPath, [entry, String(answerBytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return createServerProcess(child, Number(line.toString()))
}

export interface ServiceProcessOptions {
  databaseUrl: string
  /** Its log file, as in production with one line per request. */
  logFile: string
  nodeArgs?: string[]
  env?: Record<string, string>
}

/** Starts the standalone service as an operator would, but without a rate limit. */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServerProcess> {
  const { databaseUrl, logFile, nodeArgs = [], env = {} } = options
  const port = await freePort()
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, [...nodeArgs, ...serviceCommand], {
    cwd: root,
    stdio: ['ignore', log, 'inherit'],
    env: {
      PATH: process.env['PATH'],
      ...env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      RATE_LIMIT: '0',
    },
  })
  closeSync(log)
  await waitUntilHealthy(child, port, logFile)
  return { ...createServerProcess(child, port), pid: findWorker(logFile) ?? child.pid ?? 0 }
}

/** Returns the last process that the log reports as serving; the started one only supervises it. */
function findWorker(logFile: string): number | undefined {
  const started = [...readFileSync(logFile, 'utf8').matchAll(/"event":"worker_started","pid":(\d+)/g)].at(-1)
  return started && Number(started[1])
}

function createServerProcess(child: ChildProcess, port: number): ServerProcess {
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { port, pid: child.pid ?? 0, stop }
}

async function waitUntilHealthy(child: ChildProcess, port: number, logFile: string): Promise<void> {
  const giveUpAt = Date.now() + startTimeoutMs
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      child.kill()
      throw new Error(`The service did not start. It said:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
    }
    await pause(50)
  }
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
