import { Agent, request } from 'undici'
import { openSocket, openTlsSocket, type Limits } from '../network/connector.ts'
import type { Network } from '../network/network.ts'

export type ConnectionPool = ReturnType<typeof createConnectionPool>

/**
 * Returns a connection pool that reports whether a request failed before a connection was established, so that nothing
 * was sent. Certificates are always verified.
 */
export function createConnectionPool(network: Network, limits: Limits = {}) {
  const failures = new WeakSet<Error>()
  const { idle } = network.limits()
  const agent = new Agent({
    allowH2: false,
    headersTimeout: idle,
    bodyTimeout: idle,
    connect: ({ protocol, hostname, port }, done) => {
      const url = new URL(`${protocol}//${hostname.includes(':') ? `[${hostname}]` : hostname}`)
      url.port = port
      const open =
        protocol === 'https:' ? openTlsSocket(url, network, limits) : openSocket(url, network, limits)
      open.then(
        (socket) => done(null, socket),
        (error: unknown) => {
          const failure = error instanceof Error ? error : new Error(String(error))
          failures.add(failure)
          done(failure, null)
        },
      )
    },
  })
  return {
    agent,
    request: (...[url, options]: Parameters<typeof request>) =>
      request(url, { ...options, dispatcher: agent }),
    failedToConnect: (error: unknown) => error instanceof Error && failures.has(error),
  }
}
