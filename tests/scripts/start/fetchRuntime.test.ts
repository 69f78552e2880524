import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fetchRuntime } from '../../../scripts/start/fetchRuntime.ts'
import type { FetchOptions } from '../../../scripts/start/fetchRuntime.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-installer-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** Runs a program instead of the installer. It first records its folder for temporary files. */
function run(program: string, options: Partial<FetchOptions> = {}): Promise<string | null> {
  const installer = join(folder, 'install.cjs')
  const note = `require('fs').writeFileSync(${JSON.stringify(join(folder, 'note'))}, process.env.TMPDIR);`
  writeFileSync(installer, note + program)
  const signal = new AbortController().signal
  return fetchRuntime({ installer, stallMs: 60_000, onProgress: () => undefined, signal, ...options })
}

const hang = 'setInterval(() => {}, 1000)'
const temporaryIsGone = () => !existsSync(readFileSync(join(folder, 'note'), 'utf8'))

test('an installer that succeeds leaves nothing behind', async () => {
  expect(await run('')).toBeNull()
  expect(temporaryIsGone()).toBe(true)
})

test('a failed download is reported with its first line', async () => {
  expect(await run('console.error("TypeError: no such host\\nat a\\nat b"); process.exit(1)')).toBe(
    'no such host',
  )
})

test('a download that receives nothing is abandoned', async () => {
  // Long enough for the program to have begun.
  expect(await run(hang, { stallMs: 2_000 })).toBe('the download stalled')
  expect(temporaryIsGone()).toBe(true)
})

test('received bytes are counted', async () => {
  const stop = new AbortController()
  const seen: number[] = []
  const onProgress = (bytes: number) => {
    seen.push(bytes)
    if (bytes === 5_000) stop.abort()
  }
  const write = `require('fs').writeFileSync(process.env.TMPDIR + '/part', Buffer.alloc(5000));`
  expect(await run(write + hang, { signal: stop.signal, onProgress })).toBe('it was cancelled')
  expect(Math.max(...seen)).toBe(5000)
})

test('a person can stop a download, before it has begun and later', async () => {
  const stop = new AbortController()
  expect(await run(hang, { signal: stop.signal, onProgress: () => stop.abort() })).toBe('it was cancelled')
  expect(await run(hang, { signal: stop.signal })).toBe('it was cancelled')
})
