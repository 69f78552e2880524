import type { Socket, TcpSocketConnectOpts } from 'node:net'
import { lookupAddress } from './localhost.ts'
import { readCredentials, ProxyError } from './proxy.ts'

interface SocksTunnel {
  proxy: URL
  version: 4 | 5
  destination: { host: string; port: number }
  /** Timeout in milliseconds. */
  limit: number
}

/** The protocol encodes a length as one byte. */
const maxFieldBytes = 255

/**
 * Opens a connection through a SOCKS proxy (RFC 1928), which resolves the host name. Rejects with a `ProxyError`
 * without a cause, because the library's error contains the password.
 */
export async function openSocksTunnel({ proxy, version, destination, limit }: SocksTunnel): Promise<Socket> {
  const { username: userId, password } = readCredentials(proxy)
  if ([destination.host, userId, password].some((text) => Buffer.byteLength(text) > maxFieldBytes)) {
    throw new ProxyError('A name is too long for a SOCKS proxy.', 'proxy_failed')
  }
  const host = proxy.hostname.replace(/^\[|\]$/g, '')
  const port = Number(proxy.port) || 1_080
  // Loaded on demand, because few users have a SOCKS proxy.
  const { SocksClient } = await import('socks')
  const reach: TcpSocketConnectOpts = { host, port, lookup: lookupAddress, autoSelectFamily: true }
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: { host, port, type: version, ...(userId && { userId, password }) },
      command: 'connect',
      destination,
      timeout: limit,
      socket_options: reach,
    })
    return socket
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const problem = /authentication/i.test(message) ? 'proxy_auth' : 'proxy_failed'
    throw new ProxyError(`The proxy failed: ${message}`, problem)
  }
}
