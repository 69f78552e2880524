import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BenchError } from '../measuring.ts'

/** Result of one burst of load. */
export interface Sample {
  perSecond: number
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

/** Sends requests repeatedly for some seconds. Throws if one failed, because the rate would be wrong. */
export type Load = (origin: string, requests: readonly RequestText[], seconds: number) => Promise<Sample>

const run = promisify(execFile)
const script = join(import.meta.dirname, 'load.lua')
/** One thread, because the service needs the other cores. */
const wrkArgs = ['-t1', '-c50', '--timeout', '10s', '-s', script]

/**
 * Returns a load of wrk with 50 connections, whose requests are written to a folder. The npm package `autocannon` uses
 * a whole core and measures 10 to 35 % less.
 */
export function createLoad(folder: string): Load {
  const files = new Map<readonly RequestText[], string>()
  return async (origin, requests, seconds) => {
    const file = files.get(requests) ?? join(folder, `requests-${files.size}`)
    if (!files.has(requests)) writeFileSync(file, requests.map((one) => `${requestText(one)}\0`).join(''))
    files.set(requests, file)
    const { stdout } = await runWrk([...wrkArgs, `-d${seconds}s`, origin, '--', file])
    const { failed, ...sample } = JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Sample & {
      failed: number
    }
    if (failed === 0) return sample
    throw new Error(`${failed} of ${sample.requests} requests like ${requests[0]?.path ?? ''} failed.`)
  }
}

async function runWrk(args: string[]): Promise<{ stdout: string }> {
  try {
    return await run('wrk', args)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new BenchError(
      'This benchmark requires wrk, which is not on the PATH. On Debian: apt-get install wrk',
    )
  }
}

function requestText({ method, path, headers, body = '' }: RequestText): string {
  const length = method === 'POST' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}
  const lines = Object.entries({ Host: 'localhost', ...headers, ...length })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
