import { isIP } from 'node:net'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import { isProxyUrl } from '../../contract/proxy.ts'
import { errorCode, failureCode } from '../client/failure.ts'
import { endpointOf, openPlain, openSecure } from '../network/connector.ts'
import { lookUp } from '../network/localhost.ts'
import type { Network } from '../network/network.ts'
import { shownProxy } from '../network/proxy.ts'
import { failed, passed } from './step.ts'
import type { Finding } from './step.ts'

/** The addresses behind the host name, or behind that of the proxy, which looks up the service's name by itself. */
export async function nameStep(url: URL, network: Network): Promise<Finding> {
  const proxy = await network.proxyFor(url)
  const { host } = endpointOf(proxy ?? url)
  const of = proxy ? `of the proxy ${shownProxy(proxy)}` : ''
  if (proxy && !isProxyUrl(proxy)) return failed({ code: 'proxy_unsupported' }, of)
  if (isIP(host)) return passed(`an address already ${of}`.trim())
  try {
    return passed(`${(await addressesOf(host)).join(', ')} ${of}`.trim())
  } catch (error) {
    return failed({ code: proxy ? 'proxy_failed' : 'dns_failed', detail: wording(error) }, of)
  }
}

function addressesOf(host: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    lookUp(host, { all: true }, (error, found) => {
      if (error) reject(error)
      else resolve([found].flat().map((entry) => (typeof entry === 'string' ? entry : entry.address)))
    })
  })
}

/** Whether something takes connections there. */
export async function connectionStep(url: URL, network: Network): Promise<Finding> {
  const proxy = await network.proxyFor(url)
  try {
    const socket = await openPlain(url, network)
    const found = proxy
      ? `through the proxy ${shownProxy(proxy)}`
      : `${socket.remoteAddress}:${socket.remotePort}`
    socket.destroy()
    return passed(found)
  } catch (error) {
    return failed({ code: failureCode(error), detail: wording(error) }, proxy ? shownProxy(proxy) : '')
  }
}

/**
 * Who vouches for the service, and until when. The certificate is read even where it is not trusted, to name its issuer;
 * nothing is sent over such a connection, and no request of the app ever goes over one.
 */
export async function tlsStep(url: URL, network: Network): Promise<Finding> {
  if (url.protocol === 'http:') return passed('not needed: this computer')
  try {
    const socket = await openSecure(url, network, { inspect: true })
    const finding = findingOf(socket)
    socket.destroy()
    return finding
  } catch (error) {
    const code = failureCode(error)
    return failed({ code: code === 'connection_lost' ? 'tls_failed' : code, detail: wording(error) })
  }
}

function findingOf(socket: TLSSocket): Finding {
  const certificate = socket.getPeerCertificate()
  const until = new Date(certificate.valid_to).toISOString().slice(0, 10)
  const found = `${socket.getProtocol() ?? 'TLS'}, issued by ${issuerOf(certificate)}, valid until ${until}`
  if (socket.authorized) return passed(found)
  // Node calls it an error but gives the code of OpenSSL as it is.
  const { authorizationError: reason } = socket
  const error = reason instanceof Error ? reason : Object.assign(new Error(), { code: String(reason) })
  return failed({ code: failureCode(error), detail: wording(error) }, found)
}

function issuerOf({ issuer }: PeerCertificate): string {
  return [issuer.O ?? issuer.CN ?? 'an authority without a name'].flat().join(', ')
}

function wording(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return [errorCode(error), error.message].filter(Boolean).join(': ').slice(0, 500)
}
