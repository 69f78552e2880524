import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
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

/** A server and the requests to measure it with. */
export interface Runner {
  server: { origin: string }
  requests: readonly RequestText[]
}

/** One thread, because the service needs the other cores. */
const wrkArgs = ['-t1', '-c50', '--timeout', '10s', '-s', join(import.meta.dirname, 'load.lua')]

/**
 * Sends requests repeatedly for some seconds with wrk and 50 connections. The npm package `autocannon` uses a whole
 * core and measures 10 to 35 % less. Throws if a request failed, because the rate would be wrong.
 */
export function sendLoad({ server, requests }: Runner, seconds: number): Sample {
  const input = requests.map((request) => `${formatRequest(request)}\0`).join('')
  const args = [...wrkArgs, `-d${seconds}s`, server.origin]
  const { error, status, stdout, stderr } = spawnSync('wrk', args, { input, encoding: 'utf8' })
  if (error)
    throw new BenchError(`This benchmark requires wrk (${error.message}). On Debian: apt-get install wrk`)
  if (status !== 0) throw new Error(stderr)
  const { failed, ...sample } = JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Sample & {
    failed: number
  }
  if (failed === 0) return sample
  throw new Error(`${failed} of ${sample.requests} requests like ${requests[0]?.path ?? ''} failed.`)
}

function formatRequest({ method, path, headers, body = '' }: RequestText): string {
  const length = method === 'POST' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}
  const lines = Object.entries({ Host: 'localhost', ...headers, ...length })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
