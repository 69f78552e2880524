import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import * as net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { bareEnv } from '../../bareEnv.ts'

const root = join(import.meta.dirname, '../../..')

/** A bound socket on which this process doesn't accept connections. systemd holds such a socket. */
interface BoundSocket {
  fd: number
  getsockname: (name: { port?: number }) => number
  close: () => void
}

/** Node's internal way to bind without listening; `net.Server` always does both. */
const { _createServerHandle: bind } = net as unknown as {
  _createServerHandle: (address: string, port: number, addressType: 4) => BoundSocket
}

const missing = process.platform === 'linux' ? null : 'systemd is only on Linux'

describe.skipIf(missing !== null)('a socket from systemd', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'linkwright-socket-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  function bindSocket(address: string): { socket: BoundSocket; port: number } {
    const socket = bind(address, 0, 4)
    onTestFinished(() => socket.close())
    const name: { port?: number } = {}
    socket.getsockname(name)
    return { socket, port: name.port ?? 0 }
  }

  /** Starts the service as systemd does: with the socket as file descriptor 3, and its process id. */
  function start(socket: BoundSocket, sockets = '1') {
    const command = `LISTEN_FDS=${sockets} LISTEN_PID=$$ exec "${process.execPath}" service/start.js`
    const service = spawn('sh', ['-c', command], {
      cwd: root,
      env: { ...bareEnv, LINKWRIGHT_DATA: folder },
      stdio: ['ignore', 'pipe', 'pipe', socket.fd],
    })
    let output = ''
    for (const stream of [service.stdout, service.stderr])
      stream?.on('data', (text: Buffer) => (output += text.toString()))
    const exit = once(service, 'exit') as Promise<[number | null]>
    onTestFinished(async () => {
      service.kill('SIGKILL')
      await exit
    })
    return {
      pid: service.pid ?? 0,
      output: () => output,
      signal: (name: NodeJS.Signals) => service.kill(name),
      exit: async () => (await exit)[0],
      serves: () => expect.poll(() => output).toContain('"event":"worker_started"'),
    }
  }

  /** Resolves with the status, or with the error's code. */
  function connectTo(port: number): Promise<number | string> {
    const { promise, resolve } = Promise.withResolvers<number | string>()
    request({ port, path: '/health/live', agent: new Agent() }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'))
      .end()
    return promise
  }

  test('no connection is refused while the service restarts twice', async () => {
    const { socket, port } = bindSocket('127.0.0.1')
    let service = start(socket)
    await service.serves()
    const answers = new Set<number | string>()
    let requests = 0
    const abortController = new AbortController()
    const load = (async () => {
      for (; !abortController.signal.aborted; requests++) answers.add(await connectTo(port))
    })()
    for (let restarts = 0; restarts < 2; restarts++) {
      service.signal('SIGTERM')
      expect(await service.exit()).toBe(0)
      const before = requests
      service = start(socket)
      await expect.poll(() => requests).toBeGreaterThan(before + 3)
    }
    abortController.abort()
    await load
    expect([...answers]).toEqual([200])
  })

  test('the socket survives a worker that is killed, and a reload', async () => {
    const { socket, port } = bindSocket('127.0.0.1')
    const service = start(socket)
    await service.serves()
    const [worker] = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8').split(' ')
    process.kill(Number(worker), 'SIGKILL')
    await expect.poll(() => service.output()).toContain('"event":"worker_died"')
    expect(await connectTo(port)).toBe(200)
    service.signal('SIGHUP')
    await expect.poll(() => service.output()).toContain('"event":"workers_replaced"')
    expect(await connectTo(port)).toBe(200)
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toMatch(/^linkwright_worker_up\{worker="\d"\} 1$/m)
    service.signal('SIGTERM')
    expect(await service.exit()).toBe(0)
  })

  test('a socket that others can reach is refused without encryption', async () => {
    const service = start(bindSocket('0.0.0.0').socket)
    expect(await service.exit()).toBe(2)
    expect(service.output()).toContain(
      'The address of the inherited socket is 0.0.0.0, which other computers can reach',
    )
  })

  test('several sockets are refused', async () => {
    const service = start(bindSocket('127.0.0.1').socket, '2')
    expect(await service.exit()).toBe(2)
    expect(service.output()).toContain('systemd passes 2 sockets, but the service listens on only one.')
  })
})
