import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fetchRuntime } from '../../../scripts/start/fetchRuntime.ts'
import type { FetchOptions } from '../../../scripts/start/fetchRuntime.ts'

const runtime = Buffer.alloc(50_000, 'electron')
const file = `electron-v99.0.0-${process.platform}-${process.arch}.zip`

/** A package like `electron`, whose installer runs our program. */
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-installer-'))
  mkdirSync(join(folder, 'temporary'))
  vi.stubEnv('TMPDIR', join(folder, 'temporary'))
  vi.stubEnv('electron_config_cache', join(folder, 'cache'))
  writeFileSync(join(folder, 'package.json'), '{"version":"99.0.0"}')
  writeFileSync(
    join(folder, 'checksums.json'),
    JSON.stringify({ [file]: createHash('sha256').update(runtime).digest('hex') }),
  )
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Downloads from a server with this request listener, and runs this program as the installer. */
async function run(answer: RequestListener, program = '', options: Partial<FetchOptions> = {}) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  writeFileSync(join(folder, 'install.js'), program)
  const { signal } = new AbortController()
  const defaults = { stallMs: 60_000, onProgress: () => undefined, signal }
  return await fetchRuntime({ manifest: join(folder, 'package.json'), ...defaults, ...options })
}

const complete: RequestListener = ({ url }, response) => {
  if (url === `/v99.0.0/${file}`) response.end(runtime)
  else response.writeHead(404).end()
}
const partial: RequestListener = (_, response) =>
  void response.writeHead(200, { 'Content-Length': runtime.length }).write(runtime.subarray(0, 5_000))
const silent: RequestListener = () => undefined
const hang = 'setInterval(() => {}, 1000)'

const temporaryFiles = () => readdirSync(join(folder, 'temporary'))

test('a complete download is passed to the installer through its cache, and no temporary file is left', async () => {
  const recordInstall = `require('fs').writeFileSync(${JSON.stringify(join(folder, 'installed'))}, '')`
  expect(await run(complete, recordInstall)).toBeNull()
  expect(existsSync(join(folder, 'installed'))).toBe(true)
  expect(readdirSync(join(folder, 'cache'), { recursive: true }).map(String)).toContainEqual(
    expect.stringContaining(file),
  )
  expect(temporaryFiles()).toEqual([])
})

test('a failed download or installation is reported with its first line', async () => {
  expect(await run((_, response) => response.writeHead(403).end())).toMatch(
    /^Response code 403 \(Forbidden\)/,
  )
  expect(await run((_, response) => response.end('another file'))).toMatch(/checksum/)
  const failing = 'console.error("TypeError: no space\\nat a\\nat b"); process.exit(1)'
  expect(await run(complete, failing)).toBe('no space')
})

test('a download without a connection is reported with its cause', async () => {
  expect(await run((request) => void request.socket.resetAndDestroy())).toMatch(/^fetch failed: .*ECONNRESET/)
})

test('a download that receives nothing is abandoned', async () => {
  expect(await run(silent, '', { stallMs: 500 })).toBe('the download stalled')
  expect(await run(partial, '', { stallMs: 500 })).toBe('the download stalled')
  expect(temporaryFiles()).toEqual([])
})

test('a user can stop a download or an installation, before it has begun and later', async () => {
  const stop = new AbortController()
  const progress: number[] = []
  const onProgress = (bytes: number) => {
    progress.push(bytes)
    if (bytes === 5_000) stop.abort()
  }
  expect(await run(partial, '', { signal: stop.signal, onProgress })).toBe('it was cancelled')
  expect(progress.at(-1)).toBe(5_000)
  expect(await run(complete, '', { signal: stop.signal })).toBe('it was cancelled')
  const laterStop = new AbortController()
  const onComplete = (bytes: number) => {
    if (bytes === runtime.length) setTimeout(() => laterStop.abort(), 300)
  }
  expect(await run(complete, hang, { signal: laterStop.signal, onProgress: onComplete })).toBe(
    'it was cancelled',
  )
  expect(temporaryFiles()).toEqual([])
})
