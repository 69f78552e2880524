import { Agent, request } from 'undici'
import { openSocket, openTlsSocket, type Limits } from '../network/connector.ts'
import type { Network } from '../network/network.ts'

/**
 * A connection pool that reports whether a request failed before a connection was established, so that nothing was
 * sent.
 */
export interface ConnectionPool {
  agent: Agent
  request: typeof request
  failedToConnect: (error: unknown) => boolean
}

/** Returns a connection pool. Certificates are always verified. */
export function createConnectionPool(network: Network, limits: Limits = {}): ConnectionPool {
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
    request: (url, options) => request(url, { ...options, dispatcher: agent }),
    failedToConnect: (error) => error instanceof Error && failures.has(error),
  }
}
