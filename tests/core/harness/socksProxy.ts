import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { listen } from './server.ts'
import type { TestServer } from './server.ts'

type ProxyMode = 'serves' | 'refuses' | 'is silent' | 'hangs up' | 'talks nonsense'

interface SocksOptions {
  /** The port on this computer that it connects to, whatever host is requested. */
  port: number
  mode?: ProxyMode
  /** `name:password`; without it, no login is needed. */
  login?: string
}

/** A SOCKS proxy for versions 4a and 5 (RFC 1928 and 1929). `requests` lists the requested hosts. */
export async function startSocksProxy({
  port: targetPort,
  mode = 'serves',
  login: first,
}: SocksOptions): Promise<TestServer & { login: (login: string) => void }> {
  const requests: string[] = []
  let login = first
  const server = createServer((client) => {
    client.on('error', () => undefined)
    if (mode === 'is silent') return
    if (mode === 'hangs up') client.once('data', () => client.end())
    else if (mode === 'talks nonsense') client.once('data', () => client.end('HTTP/1.1 400 What?\r\n\r\n'))
    else void serve(client)
  })

  async function serve(client: Socket): Promise<void> {
    const hello = await next(client)
    const { version, host, port } = hello[0] === 4 ? readFour(hello) : await readFive(client, login)
    if (version === null) return
    requests.push(`SOCKS${version} ${host}:${port}`)
    const acceptance = version === 4 ? [0, 90, 0, 0, 0, 0, 0, 0] : [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    const refusal = version === 4 ? [0, 91, 0, 0, 0, 0, 0, 0] : [5, 2, 0, 1, 0, 0, 0, 0, 0, 0]
    if (mode === 'refuses') {
      client.end(Buffer.from(refusal))
      return
    }
    const upstream = connect(targetPort, '127.0.0.1', () => {
      client.write(Buffer.from(acceptance))
      client.pipe(upstream).pipe(client)
    })
    upstream.on('error', () => client.destroy())
  }

  const started = await listen(server, requests)
  return { ...started, login: (next) => (login = next) }
}

/** Returns the next piece that a client sends. Its messages are small, and it waits for an answer to each. */
function next(client: Socket): Promise<Buffer> {
  return new Promise((resolve) => client.once('data', resolve))
}

interface ProxyRequest {
  version: 4 | 5 | null
  host: string
  port: number
}

/** Version 4a: the address 0.0.0.1 means that a host name follows the user name. */
function readFour(message: Buffer): ProxyRequest {
  const [, host = ''] = message.subarray(8).toString('latin1').split('\0')
  return { version: 4, host, port: message.readUInt16BE(2) }
}

async function readFive(client: Socket, login: string | undefined): Promise<ProxyRequest> {
  client.write(Buffer.from([5, login === undefined ? 0 : 2]))
  if (login !== undefined) {
    const message = await next(client)
    const length = message[1] ?? 0
    const receivedLogin = `${message.toString('utf8', 2, 2 + length)}:${message.toString('utf8', 3 + length)}`
    client.write(Buffer.from([1, receivedLogin === login ? 0 : 1]))
    if (receivedLogin !== login) return { version: null, host: '', port: 0 }
  }
  const request = await next(client)
  const length = request[4] ?? 0
  return {
    version: 5,
    host: request.toString('latin1', 5, 5 + length),
    port: request.readUInt16BE(5 + length),
  }
}
