import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as tlsConnect } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { makeCertificate, opensslMissing } from '../service/http/certificate.ts'
import { startProcess } from '../service/reliability/serviceProcess.ts'
import type { ServiceProcess } from '../service/reliability/serviceProcess.ts'

const sockets = 250
const bytesPerSocket = 16 * 1_048_576
const maxMegabytes = 400
/** Maximum response time for other clients, in milliseconds. */
const maxResponseMs = 10_000
/** Minimum number of other requests answered during the flood. */
const minOtherResponses = 5
const flooder = join(import.meta.dirname, 'flood.ts')
const document = '/api/v1/sdk/openapi.json'

interface Flood {
  /** Number of sockets the service accepted. */
  opened: number
  exit: Promise<number | null>
  /** Megabytes sent in total. */
  megabytes: () => Promise<number>
}

/** Node flags used by `npm run service`. */
const productionFlags = packageJson.scripts.service.split(' ').filter((word) => word.startsWith('--'))

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
    service = await startProcess({ LINKWRIGHT_DATA: folder, ...tls }, productionFlags)
  })
  afterEach(async () => {
    if (skipped !== null) return
    await service.kill()
    rmSync(folder, { recursive: true })
  })

  /** Sends a request like any other client, on its own connection. */
  async function health(): Promise<number | undefined> {
    const { request } = scheme === 'https' ? https : http
    const signal = AbortSignal.timeout(maxResponseMs)
    const sent = request(`${service.origin}/health`, {
      rejectUnauthorized: false,
      agent: false,
      signal,
    }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response.resume().statusCode
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

  /**
   * Starts the flood in its own process, so that it takes no time from other requests. Resolves when all sockets are
   * open.
   */
  async function startFlood(path: string, pipelined: number): Promise<Flood> {
    const { port } = new URL(service.origin)
    const args = [scheme, port, path, pipelined, sockets, bytesPerSocket].map(String)
    const child = spawn(process.execPath, [flooder, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const exit = once(child, 'close') as Promise<[number | null]>
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const next = async () => Number((await lines.next()).value)
    const opened = await next()
    return { opened, exit: exit.then(([code]) => code), megabytes: next }
  }

  it.skipIf(skipped).each([
    ['documents, as fast as possible', document, 10_000],
    ['documents, a few at a time', document, 10],
    ['small answers, as fast as possible', '/health', 10_000],
  ])(
    '250 unread sockets with 16 MB of pipelined requests do not slow the service down: %s',
    async (what, path, pipelined) => {
      const waits: number[] = []
      const sent: number[] = []
      // On a slow machine the flood can end before enough requests are answered.
      while (waits.length < minOtherResponses) {
        const flood = await startFlood(path, pipelined)
        expect(flood.opened).toBe(sockets)
        const ended = flood.exit.then(() => true)
        do {
          const askedAt = performance.now()
          expect(await health()).toBe(200)
          waits.push(performance.now() - askedAt)
        } while (!(await Promise.race([ended, pause(20, false)])))
        expect(await flood.exit).toBe(0)
        sent.push(await flood.megabytes())
      }
      const peakMegabytes = maxMemory(service.pid)
      console.log(
        `${scheme}, ${what}: ${sockets} sockets sent ${sent.join(' and ')} MB, at most ${Math.round(peakMegabytes)} MB of memory, ` +
          `${waits.length} others answered meanwhile, each within ${Math.round(Math.max(...waits))} ms`,
      )
      expect(peakMegabytes).toBeGreaterThan(0)
      expect(peakMegabytes).toBeLessThan(maxMegabytes)
      expect(service.running()).toBe(true)
    },
  )

  it.skipIf(skipped)('a thousand CONNECT requests with a reset do not stop the service', async () => {
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

/** Returns the process's peak memory in MB. Sampling would miss peaks. */
function maxMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1_024
}
