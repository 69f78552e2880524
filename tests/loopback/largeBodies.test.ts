import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../browser/appProcess.ts'
import type { AppProcess } from '../browser/appProcess.ts'
import { clients } from '../service/http/clients.ts'
import type { Target } from '../service/http/clients.ts'

const megabyte = 1_048_576

let folder: string
let app: AppProcess
let target: Target
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-large-'))
  app = await startApp(folder)
  const { origin, hash } = new URL(app.address)
  const token = hash.replace('#token=', '')
  const headers = { Origin: origin, 'X-Linkwright-Token': token, 'Content-Type': 'application/json' }
  target = { url: `${origin}/call/app.state`, headers }
})
afterAll(async () => {
  expect(await app.end('SIGTERM')).toBe(0)
  rmSync(folder, { recursive: true })
})

describe.each(Object.keys(clients))('a call over the limit from %s', (name) => {
  it.each([5, 50])('a call that is too large reads the 413: %d MB', async (size) => {
    expect(await clients[name]?.(target, Buffer.alloc(size * megabyte, ' '))).toBe(413)
  })

  it('a call without a token gets 403 before its size is checked', async () => {
    const headers = { ...target.headers, 'X-Linkwright-Token': 'guessed' }
    expect(await clients[name]?.({ ...target, headers }, Buffer.alloc(20 * megabyte, ' '))).toBe(403)
  })
})
