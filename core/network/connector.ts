import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecure, type TLSSocket } from 'node:tls'
import { proxyKinds } from '../../contract/app/profile/proxy.ts'
import { lookupAddress } from './localhost.ts'
import { type Network, ServiceNotAllowedError } from './network.ts'
import { ProxyError } from './proxy.ts'
import { filterAddresses, hostReach, LocalAddressError, type Reach } from './publicHosts.ts'
import { openSocksTunnel } from './socks.ts'
import { openHttpTunnel } from './tunnel.ts'

/** Returns host and port of a URL for sockets: default port filled in, no brackets around an IPv6 address. */
export function parseEndpoint(url: URL): { host: string; port: number } {
  const port = Number(url.port) || (url.protocol === 'http:' ? 80 : 443)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port }
}

/**
 * Where a connection may lead: only to public hosts, or also to a host of the user's network that the URL itself names.
 * Anywhere if omitted. Behind a proxy, only the URL's name or address can be checked.
 */
export interface Limits {
  reach?: Reach | undefined
}

/** Opens a connection to the server of `url`, through the proxy if one applies. Not encrypted yet. */
export async function openSocket(url: URL, network: Network, { reach }: Limits = {}): Promise<Socket> {
  if (!network.allows(url)) throw new ServiceNotAllowedError(url.host)
  const hostIn = reach && hostReach(url)
  if (hostIn === null || (reach === 'public' && hostIn !== 'public'))
    throw new LocalAddressError(url.hostname)
  const proxy = await network.proxyFor(url)
  if (proxy) return await openThroughProxy(proxy, url, network)
  const { host, port } = parseEndpoint(url)
  return await waitForSocket(
    connectPlain({
      host,
      port,
      autoSelectFamily: true,
      lookup: hostIn ? filterAddresses(lookupAddress, hostIn) : lookupAddress,
    }),
    'connect',
    network.limits().connect,
  )
}

/** Opens a connection through a proxy. An unsupported proxy is an error; requests never bypass it. */
async function openThroughProxy(proxy: URL, url: URL, network: Network): Promise<Socket> {
  const { host, port } = parseEndpoint(url)
  const limit = network.limits().connect
  switch (proxyKinds[proxy.protocol]) {
    case 'http':
      return await openHttpTunnel({
        proxy,
        target: `${url.hostname}:${port}`,
        limit,
        secureContext: network.trust(),
      })
    case 'socks4':
      return await openSocksTunnel({ proxy, version: 4, destination: { host, port }, limit })
    case 'socks5':
      return await openSocksTunnel({ proxy, version: 5, destination: { host, port }, limit })
    default:
      throw new ProxyError(`${proxy.protocol} proxies are not supported.`, 'proxy_unsupported')
  }
}

/**
 * Opens a TLS connection. `inspect` accepts an untrusted certificate in order to read it. In that case, nothing may be
 * sent.
 */
export async function openTlsSocket(
  url: URL,
  network: Network,
  { inspect = false, ...limits }: Limits & { inspect?: boolean } = {},
): Promise<TLSSocket> {
  const { host } = parseEndpoint(url)
  const socket = connectSecure({
    socket: await openSocket(url, network, limits),
    secureContext: network.trust(),
    ALPNProtocols: ['http/1.1'],
    ...(!isIP(host) && { servername: host }),
    host,
    rejectUnauthorized: !inspect,
  })
  return await waitForSocket(socket, 'secureConnect', network.limits().connect)
}

/**
 * Resolves when a socket is connected. Rejects and destroys it if it fails or takes longer than `limit`
 * milliseconds.
 */
function waitForSocket<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  limit: number,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    const rejectClosed = () =>
      fail(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' }))
    const timer = setTimeout(() => {
      fail(Object.assign(new Error(`No connection within ${limit} ms.`), { code: 'ETIMEDOUT' }))
    }, limit)
    socket.once('error', fail)
    socket.once('close', rejectClosed)
    socket.once(event, () => {
      clearTimeout(timer)
      socket.off('error', fail)
      socket.off('close', rejectClosed)
      resolve(socket)
    })
  })
}
