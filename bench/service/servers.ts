import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import manifest from '../../package.json' with { type: 'json' }

/** A server under load, in its own process as in production. */
export interface Server {
  port: number
  pid: number
  /** Stops it and waits until it has exited. */
  stop: () => Promise<void>
}

export interface ServiceOptions {
  databaseUrl: string
  /** Its log file, as in production with one line per request. */
  logFile: string
  nodeArgs?: string[]
  env?: Record<string, string>
}

const root = join(import.meta.dirname, '../..')
const startTimeoutMs = 10_000
/** The arguments of `npm run service` without `node`: memory flags and the entry. */
const [, ...serviceCommand] = manifest.scripts.service.split(' ')
/** Argument with which this file is the baseline server. */
const bareArgument = '--bare'

/** Starts the baseline server. `answerBytes` is the size of its response. */
export async function startBare(answerBytes: number): Promise<Server> {
  const port = await freePort()
  const bareCommand = [import.meta.filename, bareArgument, String(port), String(answerBytes)]
  return await startProcess(bareCommand, { port, log: 'inherit', describe: () => 'The baseline server.' })
}

/** Starts the standalone service as an operator would, but without a rate limit. */
export async function startService(options: ServiceOptions): Promise<Server> {
  const { databaseUrl, logFile, nodeArgs = [], env = {} } = options
  const port = await freePort()
  const log = openSync(logFile, 'a')
  const settings = { PORT: String(port), DATABASE_URL: databaseUrl, RATE_LIMIT: '0' }
  const server = await startProcess([...nodeArgs, ...serviceCommand], {
    port,
    log,
    env: { PATH: process.env['PATH'], ...env, ...settings },
    describe: () => readFileSync(logFile, 'utf8').slice(-2_000),
  })
  closeSync(log)
  // The started process only supervises the serving one.
  const workers = [...readFileSync(logFile, 'utf8').matchAll(/"event":"worker_started","pid":(\d+)/g)]
  return { ...server, pid: Number(workers.at(-1)?.[1] ?? server.pid) }
}

interface ProcessOptions {
  port: number
  log: number | 'inherit'
  env?: NodeJS.ProcessEnv
  /** What it wrote, for the error if it doesn't start. */
  describe: () => string
}

async function startProcess(args: string[], { port, log, env, describe }: ProcessOptions): Promise<Server> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', log, 'inherit'],
    ...(env && { env }),
  })
  const exited = once(child, 'exit')
  const deadline = Date.now() + startTimeoutMs
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill()
      throw new Error(`A server did not start:\n${describe()}`)
    }
    await pause(50)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return { port, pid: child.pid ?? 0, stop }
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

/** The baseline: reads a request with its body and returns a constant JSON body. */
function serveBare(port: number, bytes: number): void {
  const answer = Buffer.from(JSON.stringify({ link: 'x'.repeat(Math.max(0, bytes - '{"link":""}'.length)) }))
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': answer.length }
  createServer((request, response) => {
    const end = () => response.writeHead(200, headers).end(answer)
    if (request.method === 'GET') end()
    else request.resume().on('end', end)
  }).listen(port, '127.0.0.1')
}

const [, , argument, port, bytes] = process.argv
if (argument === bareArgument) serveBare(Number(port), Number(bytes))
