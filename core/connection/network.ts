import { lookup } from 'node:dns/promises'
import { connect as connectPlain, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import { errorCode, failureCode } from '../client/failure.ts'
import { failed, passed } from './step.ts'
import type { Finding } from './step.ts'

/** In milliseconds. */
const limit = 10_000

/** The addresses behind a host name. */
export async function nameStep({ hostname }: URL): Promise<Finding> {
  const host = bare(hostname)
  if (isIP(host)) return passed('an address already')
  try {
    const addresses = await lookup(host, { all: true })
    return passed(addresses.map(({ address }) => address).join(', '))
  } catch (error) {
    return failed({ code: 'dns_failed', detail: wording(error) })
  }
}

/** Whether something takes connections there. */
export async function connectionStep(url: URL): Promise<Finding> {
  const socket = connectPlain({ host: bare(url.hostname), port: portOf(url) })
  try {
    await stands(socket, 'connect')
    return passed(`${socket.remoteAddress ?? url.hostname}:${portOf(url)}`)
  } catch (error) {
    return failed({ code: failureCode(error), detail: wording(error) })
  } finally {
    socket.destroy()
  }
}

/**
 * Who vouches for the service, and until when. The certificate is read even where it is not trusted, to name its issuer;
 * nothing is sent over such a connection, and no request of the app ever goes over one.
 */
export async function tlsStep(url: URL): Promise<Finding> {
  if (url.protocol === 'http:') return passed('not needed: this computer')
  const host = bare(url.hostname)
  const socket = connectSecure({
    host,
    port: portOf(url),
    ...(!isIP(host) && { servername: host }),
    rejectUnauthorized: false,
  })
  try {
    await stands(socket, 'secureConnect')
    return judge(socket)
  } catch (error) {
    return failed({ code: 'tls_failed', detail: wording(error) })
  } finally {
    socket.destroy()
  }
}

function judge(socket: TLSSocket): Finding {
  const certificate = socket.getPeerCertificate()
  const found = `${socket.getProtocol() ?? 'TLS'}, issued by ${issuerOf(certificate)}, valid until ${certificate.valid_to}`
  if (socket.authorized) return passed(found)
  return failed({ code: 'tls_failed', detail: wording(socket.authorizationError) }, found)
}

function issuerOf({ issuer }: PeerCertificate): string {
  const name = issuer.O ?? issuer.CN
  return [name].flat().join(' ') || 'an authority without a name'
}

function stands(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(limit, () =>
      socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
    )
    socket.once('error', reject)
    socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
    socket.once(event, resolve)
  })
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'http:' ? 80 : 443)
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function wording(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return [errorCode(error), error.message].filter(Boolean).join(': ').slice(0, 500)
}
