import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { decodeMessage, encodeCall, type MethodCall } from './wire.ts'

/** Timeout in milliseconds for the whole conversation. A local bus replies in one or two. */
const maxConversationMs = 3_000
/** Maximum unread bytes. The longest reply lists all programs that can be started. */
const maxUnreadBytes = 1_024 * 1_024

/** A connection to the session bus. */
export interface Bus {
  /** Returns the values of the reply. Rejects with the bus's error name. One call at a time. */
  call: (call: MethodCall) => Promise<unknown[]>
  close: () => void
}

/** Thrown if the bus, or a program on it, has accepted the connection but doesn't reply in time. */
export class BusTimeoutError extends Error {
  override name = 'BusTimeout'
}

/**
 * Connects to the session bus of an environment, as the key store's library would. Rejects if there is none.
 */
export async function connectBus(env: NodeJS.ProcessEnv, limitMs = maxConversationMs): Promise<Bus> {
  const path = busPath(env)
  if (path === null) throw new Error('No session bus is named in the environment.')
  const socket = connect(path)
  // One timeout for everything, so that occasional bytes can't extend it.
  const timer = setTimeout(
    () => socket.destroy(new BusTimeoutError('The session bus does not answer.')),
    limitMs,
  )
  socket.once('close', () => clearTimeout(timer))
  try {
    const read = createReader(socket)
    await authenticate(socket, read)
    let serial = 0
    const bus: Bus = {
      call: async (call) => {
        const id = ++serial
        socket.write(encodeCall(call, id))
        for (;;) {
          const { replyTo, error, body } = await read(decodeMessage)
          if (replyTo === id && error !== null) throw new Error(error)
          if (replyTo === id) return body
        }
      },
      close: () => socket.destroy(),
    }
    await bus.call({ ...busAddress, member: 'Hello', args: [] })
    return bus
  } catch (error) {
    socket.destroy()
    throw error
  }
}

export const busAddress = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
}

/**
 * Returns the socket of the session bus (D-Bus specification, "Server Addresses"). A leading NUL marks an
 * abstract socket.
 */
function busPath(env: NodeJS.ProcessEnv): string | null {
  const { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: runtime } = env
  for (const entry of address?.split(';') ?? []) {
    const match = /^unix:(?:.*,)?(path|abstract)=([^,]*)/.exec(entry)
    if (match?.[2]) return (match[1] === 'abstract' ? '\0' : '') + decodeURIComponent(match[2])
  }
  return runtime && (!address || address === 'unix:runtime=yes') ? join(runtime, 'bus') : null
}

/** Returns a function that waits until the start of what was received is complete, and takes it. */
function createReader(socket: Socket) {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let unread = Buffer.alloc(0)
  return async <T extends { size: number }>(take: (bytes: Buffer) => T | null): Promise<T> => {
    for (;;) {
      const taken = take(unread)
      unread = unread.subarray(taken?.size ?? 0)
      if (taken) return taken
      if (unread.length > maxUnreadBytes) throw new Error('The session bus sent too much data.')
      const chunk = await chunks.next()
      if (chunk.done) throw new Error('The session bus closed the connection.')
      unread = Buffer.concat([unread, chunk.value])
    }
  }
}

/** "EXTERNAL" authentication: the kernel proves our identity. */
async function authenticate(socket: Socket, read: ReturnType<typeof createReader>): Promise<void> {
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  const { line } = await read((bytes) => {
    const end = bytes.indexOf('\r\n')
    return end < 0 ? null : { line: bytes.toString('latin1', 0, end), size: end + 2 }
  })
  if (!line.startsWith('OK')) throw new Error('The session bus rejected the authentication.')
  socket.write('BEGIN\r\n')
}
