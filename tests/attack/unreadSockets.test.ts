import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProcess } from '../service/reliability/serviceProcess.ts'
import type { ServiceProcess } from '../service/reliability/serviceProcess.ts'

const megabyte = 1_048_576
const sockets = 250
const bytesEach = 16 * megabyte
const mostMemory = 400 * megabyte

/** The part of what `npm run service` says to Node that an environment may say too. */
const asOperated = '--max-semi-space-size=8'

let folder: string
let service: ServiceProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-attack-'))
  service = await startProcess({ LINKWRIGHT_DATA: folder, NODE_OPTIONS: asOperated })
})
afterAll(async () => {
  await service.kill()
  rmSync(folder, { recursive: true })
})

async function memory(): Promise<number> {
  const text = await (await fetch(`${service.origin}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
}

/** Pipelines requests until the service takes no more or all are sent, and reads nothing. */
async function flood(batch: string): Promise<void> {
  const socket: Socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  socket.pause()
  await once(socket, 'connect').catch(() => undefined)
  for (let sent = 0; sent < bytesEach && socket.writable; sent += batch.length) {
    if (socket.write(batch)) continue
    const stands = AbortSignal.timeout(5_000)
    const drained = once(socket, 'drain', { signal: stands }).then(
      () => true,
      () => false,
    )
    if (!(await Promise.race([drained, closed.then(() => false)]))) break
  }
  socket.destroy()
  await closed
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

it.each([
  ['all that fits', 10_000],
  ['a few at a time', 10],
])('250 sockets that pipeline 16 MB and never read, %s, hurt nobody', async (_what, together) => {
  const batch = request('/api/v1/sdk/openapi.json').repeat(together)
  const floods = Promise.all(Array.from({ length: sockets }, () => flood(batch)))
  const ended = floods.then(() => true)
  let most = 0
  do {
    const now = await memory()
    expect(now, 'The service does not tell its memory.').toBeGreaterThan(0)
    most = Math.max(most, now)
  } while (!(await Promise.race([ended, pause(100, false)])))
  expect(most / megabyte).toBeLessThan(mostMemory / megabyte)
  expect((await fetch(`${service.origin}/health`)).status).toBe(200)
  console.log(`at most ${Math.round(most / megabyte)} MB`)
})

it('CONNECT with a reset, a thousand times, ends nothing', async () => {
  for (let round = 0; round < 1_000; round++) {
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(`CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n${'x'.repeat(round)}`)
    if (round % 2 === 0) await once(socket, 'readable')
    socket.resetAndDestroy()
  }
  expect((await fetch(`${service.origin}/health`)).status).toBe(200)
})
