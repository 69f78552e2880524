import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get as getByTls } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { appLinksHeader } from '../../../contract/service/appLinks/serviceHeader.ts'
import { get as getPlain } from '../../http/nodeHttp.ts'

const timeoutMs = 5_000
/** Association files have at most 128 KiB. */
const maxLength = 256 * 1_024

/** How a server answers for a host. */
export interface HostAnswer {
  status: number
  body: string
  /** Why the service has no association file for the host; only its own answers say so. */
  appLinks: string | undefined
  /** `null` without TLS. */
  certificate: { problem: string | null; validUntil: string } | null
}

/** Asks the server at an address as if DNS led there for this host. Returns the answer, or why there was none. */
export async function askAs(
  host: string,
  { protocol, hostname, port }: URL,
  path: string,
): Promise<HostAnswer | string> {
  const get = protocol === 'https:' ? getByTls : getPlain
  const request = get({
    hostname: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port }),
    path,
    headers: { host },
    servername: host,
    // A wrong certificate is reported instead.
    rejectUnauthorized: false,
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
  })
  // It fails together with the response. Without a listener that would end the process.
  request.on('error', () => undefined)
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const header = response.headers[appLinksHeader]
    return {
      status: response.statusCode ?? 0,
      appLinks: typeof header === 'string' ? header : undefined,
      certificate: protocol === 'https:' ? describeCertificate(response.socket as TLSSocket) : null,
      body: await readAnswer(response, maxLength),
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message
  } finally {
    request.destroy()
  }
}

function describeCertificate(socket: TLSSocket): HostAnswer['certificate'] {
  // Node gives a code here, although its types say an error.
  const problem = socket.authorized ? null : String(socket.authorizationError)
  const validTo = Date.parse(socket.getPeerCertificate().valid_to)
  return { problem, validUntil: Number.isNaN(validTo) ? 'an unknown time' : new Date(validTo).toISOString() }
}

/** Returns the body of an answer. Rejects if it is longer than `limit`. */
export async function readAnswer(response: IncomingMessage, limit: number): Promise<string> {
  let body = ''
  for await (const part of response.setEncoding('utf8') as AsyncIterable<string>) {
    body += part
    if (body.length > limit) throw new Error('the answer is too long')
  }
  return body
}
