import { createServer as createHttpsServer } from 'node:https'
import { createServer as createHttpServer } from 'node:http'
import { connect } from 'node:net'
import type { Certificate } from './certificate.ts'
import { json, listen } from './server.ts'
import type { TestServer } from './server.ts'
import { testKey } from './profile.ts'

/** A third-party link service over TLS. Its origin is `https://localhost:PORT`. */
export async function startSecureService(certificate: Certificate): Promise<TestServer> {
  const requests: string[] = []
  const server = createHttpsServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    request.resume()
    if (request.headers['project-key'] !== testKey) json(response, 403, { error: 'Forbidden' })
    else if (request.method === 'POST') json(response, 200, { link: 'https://links.example.com/Ab3dEf7' })
    else json(response, 404, { error: 'Link not found' })
  })
  const started = await listen(server, requests)
  return { ...started, origin: `https://localhost:${started.port}` }
}

/**
 * A proxy that connects every CONNECT to `port` on this computer, whatever host is requested, or rejects it with
 * `status`.
 */
export async function startProxy(
  port: number,
  status = 200,
  schemes: readonly string[] = [],
): Promise<TestServer & { authorizations: string[] }> {
  const requests: string[] = []
  const authorizations: string[] = []
  const server = createHttpServer((_, response) => response.writeHead(400).end())
  server.on('connect', (request, socket, head) => {
    requests.push(`CONNECT ${request.url}`)
    authorizations.push(String(request.headers['proxy-authorization']))
    socket.on('error', () => undefined)
    if (status !== 200) {
      const offers = schemes.map((scheme) => `Proxy-Authenticate: ${scheme}\r\n`).join('')
      socket.end(`HTTP/1.1 ${status} No\r\n${offers}\r\n`)
      return
    }
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.write(head)
      socket.pipe(upstream).pipe(socket)
    })
    upstream.on('error', () => socket.destroy())
  })
  return { ...(await listen(server, requests)), authorizations }
}
