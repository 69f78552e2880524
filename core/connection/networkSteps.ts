import { isIP } from 'node:net'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import { isProxyUrl } from '../../contract/app/profile/proxy.ts'
import { describeError, toProblemCode } from '../client/failure.ts'
import { parseEndpoint, openSocket, openTlsSocket } from '../network/connector.ts'
import { lookupAddress } from '../network/localhost.ts'
import type { Network } from '../network/network.ts'
import { formatProxy } from '../network/proxy.ts'
import { failed, passed, type CheckResult } from './step.ts'

/**
 * Resolves the host name, or the proxy's name if there is one, because the proxy resolves the service's name
 * itself.
 */
export async function nameStep(url: URL, network: Network): Promise<CheckResult> {
  const proxy = await network.proxyFor(url)
  const { host } = parseEndpoint(proxy ?? url)
  const hostName = proxy ? `of the proxy ${formatProxy(proxy)}` : ''
  if (proxy && !isProxyUrl(proxy)) return failed({ code: 'proxy_unsupported' }, hostName)
  if (isIP(host)) return passed(`an address already ${hostName}`.trim())
  try {
    return passed(`${(await resolveAddresses(host)).join(', ')} ${hostName}`.trim())
  } catch (error) {
    return failed({ code: proxy ? 'proxy_failed' : 'dns_failed', detail: describeError(error) }, hostName)
  }
}

function resolveAddresses(host: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    lookupAddress(host, { all: true }, (error, found) => {
      if (error) reject(error)
      else resolve([found].flat().map((entry) => (typeof entry === 'string' ? entry : entry.address)))
    })
  })
}

/** Whether the server accepts connections. */
export async function connectionStep(url: URL, network: Network): Promise<CheckResult> {
  const proxy = await network.proxyFor(url)
  try {
    const socket = await openSocket(url, network)
    const found = proxy
      ? `through the proxy ${formatProxy(proxy)}`
      : `${socket.remoteAddress}:${socket.remotePort}`
    socket.destroy()
    return passed(found)
  } catch (error) {
    return failed(
      { code: toProblemCode(error), detail: describeError(error) },
      proxy ? formatProxy(proxy) : '',
    )
  }
}

/**
 * Reports the certificate's issuer and expiry. Reads even an untrusted certificate, to name its issuer.
 * Nothing is sent over that connection.
 */
export async function tlsStep(url: URL, network: Network): Promise<CheckResult> {
  if (url.protocol === 'http:') return passed('not needed: this computer')
  try {
    const socket = await openTlsSocket(url, network, { inspect: true })
    const finding = certificateCheck(socket)
    socket.destroy()
    return finding
  } catch (error) {
    const code = toProblemCode(error)
    return failed({ code: code === 'connection_lost' ? 'tls_failed' : code, detail: describeError(error) })
  }
}

function certificateCheck(socket: TLSSocket): CheckResult {
  const certificate = socket.getPeerCertificate()
  const until = new Date(certificate.valid_to).toISOString().slice(0, 10)
  const found = `${socket.getProtocol() ?? 'TLS'}, issued by ${getIssuer(certificate)}, valid until ${until}`
  if (socket.authorized) return passed(found)
  // Node types this as `Error`, but it can be a plain OpenSSL code.
  const { authorizationError: reason } = socket
  const error = reason instanceof Error ? reason : Object.assign(new Error(), { code: String(reason) })
  return failed({ code: toProblemCode(error), detail: describeError(error) }, found)
}

function getIssuer({ issuer }: PeerCertificate): string {
  return [issuer.O ?? issuer.CN ?? 'an authority without a name'].flat().join(', ')
}
