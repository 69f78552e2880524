import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { get as getByTls, type RequestOptions } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { get as getPlain } from '../../http/nodeHttp.ts'

const timeoutMs = 5_000
/** Association files have at most 128 KiB; the metrics of a service have a few thousand characters. */
const maxLength = 1_024 * 1_024

/** How a server answers. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** `null` without TLS. */
  certificate: { problem: string | null; validUntil: string } | null
}

/** Asks the server at an address as if DNS led there for this host. Returns the answer, or why there was none. */
export async function askAs(
  host: string,
  { protocol, hostname, port }: URL,
  path: string,
): Promise<Answer | string> {
  try {
    return await ask(protocol === 'https:', {
      hostname: hostname.replace(/^\[|\]$/g, ''),
      ...(port !== '' && { port }),
      path,
      headers: { host },
      servername: host,
      agent: false,
    })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message
  }
}

/** Sends a GET request. Rejects if there is no answer or a very long one. A wrong certificate is reported in the answer. */
export async function ask(isTls: boolean, options: RequestOptions): Promise<Answer> {
  const get = isTls ? getByTls : getPlain
  const signal = AbortSignal.timeout(timeoutMs)
  const request = get({ ...options, rejectUnauthorized: false, signal })
  // It fails together with the response. Without a listener that would end the process.
  request.on('error', () => undefined)
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const { statusCode: status = 0, headers, socket } = response
    const certificate = isTls ? describeCertificate(socket as TLSSocket) : null
    return { status, headers, certificate, body: await readBody(response) }
  } finally {
    request.destroy()
  }
}

async function readBody(response: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of response.setEncoding('utf8') as AsyncIterable<string>) {
    body += part
    if (body.length > maxLength) throw new Error('the answer is too long')
  }
  return body
}

function describeCertificate(socket: TLSSocket): Answer['certificate'] {
  // Node gives a code here, although its types say an error.
  const problem = socket.authorized ? null : String(socket.authorizationError)
  const validTo = Date.parse(socket.getPeerCertificate().valid_to)
  return { problem, validUntil: Number.isNaN(validTo) ? 'an unknown time' : new Date(validTo).toISOString() }
}
