import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { decodeMessage, encodeCall, type MethodCall } from './wire.ts'

/** Timeout in milliseconds for the whole conversation. A local bus replies in one or two. */
const maxConversationMs = 3_000
/** Maximum unread bytes. The longest reply lists all programs that can be started. */
const maxUnreadBytes = 1_024 * 1_024

/** A connection to the session bus. */
export interface Bus {
  /** Returns the values of the reply. Rejects with the bus's error name. */
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
    const remainingBytes = await authenticate(socket)
    const bus = openConversation(socket, remainingBytes)
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

/** "EXTERNAL" authentication: the kernel proves our identity. Resolves with the bytes received after it. */
function authenticate(socket: Socket): Promise<Buffer> {
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const listen = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      const end = received.indexOf('\r\n')
      if (end < 0 && received.length > maxUnreadBytes)
        socket.destroy(new Error('The session bus sent too much data.'))
      if (end < 0) return
      socket.off('data', listen)
      if (!received.toString('latin1').startsWith('OK')) {
        reject(new Error('The session bus rejected the authentication.'))
        return
      }
      socket.write('BEGIN\r\n')
      resolve(received.subarray(end + 2))
    }
    socket.on('data', listen)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The session bus closed the connection.')))
  })
}

interface PendingCall {
  resolve: (values: unknown[]) => void
  reject: (error: Error) => void
}

function openConversation(socket: Socket, initialBytes: Buffer): Bus {
  const pendingCalls = new Map<number, PendingCall>()
  let serial = 0
  let unread = initialBytes
  const read = (bytes: Buffer) => {
    unread = Buffer.concat([unread, bytes])
    for (let message = decodeMessage(unread); message; message = decodeMessage(unread)) {
      unread = unread.subarray(message.size)
      const call = pendingCalls.get(message.replyTo)
      pendingCalls.delete(message.replyTo)
      if (message.error === null) call?.resolve(message.body)
      else call?.reject(new Error(message.error))
    }
  }
  socket.on('data', (bytes) => {
    try {
      if (unread.length > maxUnreadBytes) throw new Error('The session bus sent an oversized message.')
      read(bytes)
    } catch (error) {
      // An unexpected message. The waiting calls fail with the connection.
      socket.destroy(error instanceof Error ? error : undefined)
    }
  })
  let failure = new Error('The session bus closed the connection.')
  socket.on('error', (error) => (failure = error))
  socket.once('close', () => {
    for (const { reject } of pendingCalls.values()) reject(failure)
  })
  return {
    call: (call) =>
      new Promise((resolve, reject) => {
        // After the connection's end, there is no event that would reject the call.
        if (socket.destroyed) reject(failure)
        pendingCalls.set(++serial, { resolve, reject })
        socket.write(encodeCall(call, serial))
      }),
    close: () => socket.destroy(),
  }
}
