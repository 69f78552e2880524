import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BenchError } from '../error.ts'

/** Result of one burst of load. */
export interface Sample {
  perSecond: number
  p50Ms: number
  p99Ms: number
  requests: number
}

/** One request; `Host` and `Content-Length` are added. */
export interface RequestText {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

const run = promisify(execFile)
const script = join(import.meta.dirname, 'load.lua')
/** Clients for which the figures are stated. One thread, because the machine has other work. */
const connections = 50

/** Runs wrk with 50 connections. `autocannon`, common on npm, uses a whole core and measures 10 to 35 % less. */
export class Wrk {
  readonly #folder: string
  readonly #files = new Map<readonly RequestText[], string>()

  /** `folder` is where requests are written. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Sends requests repeatedly for some seconds. Throws if one failed: the rate would not be the service's. */
  async load(port: number, requests: readonly RequestText[], seconds: number): Promise<Sample> {
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script]
    const { stdout } = await runWrk([...args, `http://127.0.0.1:${port}`, '--', this.#fileOf(requests)])
    const { failed, ...sample } = JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Sample & {
      failed: number
    }
    if (failed === 0) return sample
    throw new Error(`${failed} of ${sample.requests} requests like ${requests[0]?.path ?? ''} failed.`)
  }

  #fileOf(requests: readonly RequestText[]): string {
    const known = this.#files.get(requests)
    if (known !== undefined) return known
    const file = join(this.#folder, `requests-${this.#files.size}`)
    writeFileSync(file, requests.map((request) => `${requestText(request)}\0`).join(''))
    this.#files.set(requests, file)
    return file
  }
}

async function runWrk(args: string[]): Promise<{ stdout: string }> {
  try {
    return await run('wrk', args)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new BenchError('The load comes from wrk, which is not on the PATH. On Debian: apt-get install wrk')
  }
}

function requestText({ method, path, headers, body = '' }: RequestText): string {
  const length = method === 'POST' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}
  const lines = Object.entries({ Host: 'localhost', ...headers, ...length })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
