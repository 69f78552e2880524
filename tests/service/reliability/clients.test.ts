import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runAdmin } from '../../../service/admin/run.ts'
import { createClient, startTestService } from '../testService.ts'
import { startProcess } from './serviceProcess.ts'
import type { ServiceProcess } from './serviceProcess.ts'

describe('misbehaving clients', () => {
  let folder: string
  let key: string
  let service: ServiceProcess
  let sockets: Socket[]
  beforeEach(async () => {
    sockets = []
    folder = mkdtempSync(join(tmpdir(), 'linkwright-clients-'))
    const print = (line: string) => void (key = (JSON.parse(line) as { key: string }).key)
    await runAdmin(
      ['project', 'create', 'Test'],
      { LINKWRIGHT_DATA: folder },
      { print, note: () => undefined },
    )
    service = await startProcess({ LINKWRIGHT_DATA: folder })
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    expect(await service.stop()).toBe(0)
    rmSync(folder, { recursive: true })
  })

  async function openSocket(): Promise<Socket> {
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
    sockets.push(socket)
    await once(socket, 'connect')
    return socket
  }
  const readMemory = async () => {
    const text = await (await fetch(`${service.origin}/metrics`)).text()
    return Number(/^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1]) / 1_048_576
  }
  const expectWorking = async () => {
    const client = createClient(service.origin, key)
    expect(await client.lookup(await client.create({ title: 'Fine' }))).toMatchObject({ title: 'Fine' })
  }

  it('2,000 idle connections take little memory, and everyone else is served', async () => {
    await expectWorking()
    const before = await readMemory()
    for (let count = 0; count < 2_000; count += 100) {
      await Promise.all(
        Array.from({ length: 100 }, async () => (await openSocket()).write('GET /health HTTP/1.1\r\n')),
      )
    }
    await expectWorking()
    expect((await readMemory()) - before).toBeLessThan(100)
  })

  it('half-sent bodies delay no other request', async () => {
    const head =
      `POST /api/v1/sdk/generate_link HTTP/1.1\r\nHost: x\r\nPROJECT-KEY: ${key}\r\nENVIRONMENT: production\r\n` +
      'Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n'
    const before = await readMemory()
    await Promise.all(
      Array.from({ length: 500 }, async () =>
        (await openSocket()).write(head + '{"title":"' + 'x'.repeat(30_000)),
      ),
    )
    await expectWorking()
    expect((await readMemory()) - before).toBeLessThan(150)
  })

  it('a flood of requests whose answers are never read stops at the sender', async () => {
    const before = await readMemory()
    const socket = await openSocket()
    socket.pause()
    const flood = 'GET /none HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000)
    // Ends when the service stops reading: then the sender's buffer stays full.
    let acceptedRequests = 0
    while (socket.write(flood) || (await drains(socket))) {
      acceptedRequests += 1_000
      if (acceptedRequests > 200_000) break
    }
    expect(acceptedRequests).toBeLessThan(200_000)
    await expectWorking()
    expect((await readMemory()) - before).toBeLessThan(200)
  })
})

describe('slow clients', () => {
  it('slow clients get 408 and are disconnected, whether they send byte by byte or nothing', async () => {
    const service = await startTestService({
      timeouts: { headers: 300, request: 600, keepAlive: 300, unread: 600 },
    })
    const port = Number(new URL(service.origin).port)
    const slowSocket = connect(port, '127.0.0.1')
    const drip = setInterval(() => slowSocket.write('x'), 50)
    slowSocket.write('GET / HTTP/1.1\r\nHost: x\r\nA: ')
    const [answer] = (await once(slowSocket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s)
    clearInterval(drip)
    slowSocket.on('error', () => undefined)
    await once(slowSocket, 'close')
    await service.stop()
  })
})

/** Whether the other side continues to read: its buffer is drained within two seconds. */
async function drains(socket: Socket): Promise<boolean> {
  const timeoutSignal = AbortSignal.timeout(2_000)
  return await once(socket, 'drain', { signal: timeoutSignal }).then(
    () => true,
    () => false,
  )
}
