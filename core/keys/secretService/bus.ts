import { connect } from 'node:net'
import { join } from 'node:path'

/** Timeout in milliseconds for the whole conversation. A local bus replies in one or two. */
const maxConversationMs = 3_000
/** Maximum size of a message in bytes. The longest reply lists all programs that can be started. */
const maxMessageSize = 1_024 * 1_024
/** NO_AUTO_START: the bus starts no program for a call. */
const noAutoStart = 2

/** A call with text arguments. No call that is flagged as ours are can raise a prompt or start a program. */
export interface MethodCall {
  destination: string
  path: string
  interface: string
  member: string
  args: readonly string[]
}

/** A connection to the session bus. */
export interface Bus {
  /** Returns the first value of the reply. Rejects if it is an error. */
  call: (call: MethodCall) => Promise<unknown>
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
  // Only Linux needs it.
  const { createClient } = await import('dbus-native')
  const stream = connect(path)
  // One timeout for everything, so that occasional bytes can't extend it.
  const timer = setTimeout(
    () => stream.destroy(new BusTimeoutError('The session bus does not answer.')),
    limitMs,
  )
  stream.once('close', () => clearTimeout(timer))
  // EXTERNAL: the kernel proves our identity.
  const client = createClient({ stream, direct: true, authMethods: ['EXTERNAL'], maxMessageSize, timeout: 0 })
  // Fails the calls, also if the bus rejects us, which leaves the connection open.
  client.connection.on('error', (error) => stream.destroy(error))
  const bus: Bus = {
    call: async ({ args, ...call }) => {
      const body = args.length > 0 ? { signature: 's'.repeat(args.length), body: [...args] } : {}
      try {
        return await client.invoke<unknown>({ ...call, ...body, flags: noAutoStart })
      } catch (error) {
        throw stream.errored ?? error
      }
    },
    close: () => stream.destroy(),
  }
  try {
    await bus.call({ ...busAddress, member: 'Hello', args: [] })
    return bus
  } catch (error) {
    bus.close()
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
