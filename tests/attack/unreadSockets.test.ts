import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as tlsConnect } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { makeCertificate, opensslMissing } from '../service/http/certificate.ts'
import { startProcess } from '../service/reliability/serviceProcess.ts'
import type { ServiceProcess } from '../service/reliability/serviceProcess.ts'

const sockets = 250
const bytesEach = 16 * 1_048_576
const mostMegabytes = 400
/** How long a socket that takes no more is waited for, in milliseconds. */
const stands = 5_000
const document = '/api/v1/sdk/openapi.json'

/** What `npm run service` says to V8. */
const asOperated = packageJson.scripts.service.split(' ').filter((word) => word.startsWith('--'))

const kinds = [
  { scheme: 'http', skipped: null },
  { scheme: 'https', skipped: opensslMissing() },
]

describe.each(kinds)('sockets that are never read, over $scheme', ({ scheme, skipped }) => {
  let folder: string
  let service: ServiceProcess
  beforeEach(async () => {
    if (skipped !== null) return
    folder = mkdtempSync(join(tmpdir(), 'linkwright-attack-'))
    const files = scheme === 'https' ? makeCertificate(folder) : null
    const tls = files ? { TLS_CERT: files.cert, TLS_KEY: files.key } : {}
    service = await startProcess({ LINKWRIGHT_DATA: folder, ...tls }, asOperated)
  })
  afterEach(async () => {
    if (skipped !== null) return
    await service.kill()
    rmSync(folder, { recursive: true })
  })

  /** Asks as anybody else would, on a connection of its own. */
  async function health(): Promise<number | undefined> {
    const { request } = scheme === 'https' ? https : http
    const sent = request(`${service.origin}/health`, { rejectUnauthorized: false, agent: false }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return answer.resume().statusCode
  }

  async function open(): Promise<Socket | null> {
    const target = {
      port: Number(new URL(service.origin).port),
      host: '127.0.0.1',
      rejectUnauthorized: false,
    }
    const socket = scheme === 'https' ? tlsConnect(target) : connect(target)
    socket.on('error', () => undefined).pause()
    const [opened] = await Promise.race([
      once(socket, scheme === 'https' ? 'secureConnect' : 'connect').then(() => [true]),
      once(socket, 'close'),
    ]).catch(() => [false])
    return opened === true ? socket : null
  }

  /** Pipelines requests until the service takes no more or all are sent, and reads nothing. Resolves to what was sent. */
  async function flood(batch: string): Promise<number> {
    const socket = await open()
    if (!socket) return 0
    const closed = new Promise((resolve) => socket.once('close', resolve))
    let sent = 0
    for (; sent < bytesEach && socket.writable; sent += batch.length) {
      if (socket.write(batch)) continue
      const drained = once(socket, 'drain', { signal: AbortSignal.timeout(stands) }).then(
        () => true,
        () => false,
      )
      if (!(await Promise.race([drained, closed.then(() => false)]))) break
    }
    socket.destroy()
    await closed
    return sent
  }

  it.skipIf(skipped).each([
    ['documents, all that fits', document, 10_000],
    ['documents, a few at a time', document, 10],
    ['small answers, all that fits', '/health', 10_000],
  ])('250 that pipeline 16 MB each hurt nobody: %s', async (what, path, together) => {
    const batch = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(together)
    const floods = Promise.all(Array.from({ length: sockets }, () => flood(batch)))
    const ended = floods.then(() => true)
    let others = 0
    do {
      expect(await health()).toBe(200)
      others++
    } while (!(await Promise.race([ended, pause(20, false)])))
    const opened = (await floods).filter((sent) => sent > 0).length
    const most = mostMemory(service.pid)
    console.log(
      `${scheme}, ${what}: ${opened} sockets, at most ${Math.round(most)} MB, ${others} others answered`,
    )
    expect(opened).toBe(sockets)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(mostMegabytes)
    expect(service.running()).toBe(true)
  })

  it.skipIf(skipped)('CONNECT with a reset, a thousand times, ends nothing', async () => {
    for (let round = 0; round < 1_000; round++) {
      const socket = await open()
      socket?.write(`CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n${'x'.repeat(round)}`)
      if (round % 2 === 0) await once(socket as Socket, 'readable')
      if (scheme === 'http') socket?.resetAndDestroy()
      else socket?.destroy()
    }
    expect(await health()).toBe(200)
    expect(service.running()).toBe(true)
  })
})

/** The most memory that the process has ever had in use, in MB: no peak escapes as it does one who asks now and then. */
function mostMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1_024
}
