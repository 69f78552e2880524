import { join } from 'node:path'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCachedStatus } from '../../../core/keys/systemStore.ts'
import type { KeyStoreStatus } from '../../../core/keys/store.ts'
import { busAddress, connectBus } from '../../../core/keys/secretService/bus.ts'
import { inspectSecretService } from '../../../core/keys/secretService/inspect.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'

describe('checking the key store', () => {
  const hangingStatus: KeyStoreStatus = { name: 'Secret Service', reason: 'bus_hangs' }
  const readyStatus: KeyStoreStatus = { name: 'GNOME Keyring', reason: null }

  function createStatus(...results: KeyStoreStatus[]) {
    const state = { checks: 0, now: 0 }
    const check = () => Promise.resolve(results[state.checks++] ?? readyStatus)
    return { state, status: createCachedStatus(check, () => state.now) }
  }

  it('a check of the key store that hangs is remembered for a minute', async () => {
    const { state, status } = createStatus(hangingStatus, readyStatus)
    expect(await status.get()).toEqual(hangingStatus)
    state.now = 59_999
    expect(await status.get()).toEqual(hangingStatus)
    expect(state.checks).toBe(1)
    state.now = 60_000
    expect(await status.get()).toEqual(readyStatus)
  })

  it('a check of the key store that hangs is repeated on request', async () => {
    const { status } = createStatus(hangingStatus, readyStatus)
    await status.get()
    status.forget()
    expect(await status.get()).toEqual(readyStatus)
  })

  it('a check of the key store is shared by simultaneous callers, and repeated for later ones', async () => {
    const { state, status } = createStatus(readyStatus, readyStatus)
    await Promise.all([status.get(), status.get(), status.get()])
    expect(state.checks).toBe(1)
    await status.get()
    expect(state.checks).toBe(2)
  })
})

describe.skipIf(process.platform === 'win32')(
  'a session bus that accepts connections and sends nothing',
  () => {
    let folder: string
    let bus: Server
    let env: NodeJS.ProcessEnv
    let connections: Socket[]
    beforeEach(async () => {
      folder = await temporaryFolder()
      connections = []
      const path = join(folder, 'bus')
      bus = createServer((socket) => connections.push(socket.on('error', () => undefined))).listen(path)
      await once(bus, 'listening')
      env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` }
    })
    afterEach(async () => {
      for (const socket of connections) socket.destroy()
      bus.close()
      await removeFolder(folder)
    })

    it('a session bus that accepts connections and sends nothing is reported as hanging, not missing', async () => {
      expect(await inspectSecretService(env, 50)).toMatchObject({ reason: 'bus_hangs' })
      expect(await inspectSecretService({}, 50)).toMatchObject({ reason: 'no_bus' })
    })

    it('a session bus that accepts connections and sends nothing has the same time limit if it sends a byte now and then', async () => {
      bus.on('connection', (socket: Socket) => {
        const timer = setInterval(() => socket.write('O'), 10)
        socket.on('close', () => clearInterval(timer))
      })
      expect(await inspectSecretService(env, 100)).toMatchObject({ reason: 'bus_hangs' })
    })

    it('a call on a session bus that has closed its connection fails instead of waiting forever', async () => {
      const emptyReply = [0x6c, 2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 5, 1, 0x75, 0, 1, 0, 0, 0]
      bus.on('connection', (socket: Socket) => {
        socket.on('data', (bytes) => {
          const isBegun = bytes.toString('latin1').includes('BEGIN')
          socket.write(isBegun ? Buffer.from(emptyReply) : 'OK 0123\r\n')
        })
      })
      const connected = await connectBus(env)
      connections.forEach((socket) => socket.destroy())
      await pause(50)
      await expect(
        connected.call({ ...busAddress, member: 'ListActivatableNames', args: [] }),
      ).rejects.toThrow()
    })

    it('a session bus that accepts connections and sends nothing is checked once for many requests, and again on demand', async () => {
      const app = await startApp(folder, {}, { system: { platform: 'linux', env } })
      for (let count = 0; count < 5; count++) {
        expect((await app.get('app.state', {})).keyStore).toMatchObject({
          kind: 'memory',
          reason: 'bus_hangs',
        })
      }
      expect(connections).toHaveLength(1)
      expect(await app.get('keys.refresh', {})).toMatchObject({ reason: 'bus_hangs' })
      expect(connections).toHaveLength(2)
      await app.core.close()
    })
  },
)
