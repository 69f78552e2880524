import { createServer } from 'node:https'
import type { Certificate } from '../harness/certificate.ts'
import { listen } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'
import type { FileResponse } from './fixtures.ts'

/** A link domain over TLS. A test chooses its files by the end of their path. */
export interface LinkServer extends TestServer {
  files: { ios: FileResponse; android: FileResponse }
  /** The names of all received headers. */
  headerNames: Set<string>
  /** Number of requests that the client aborted. */
  countAborted: () => number
}

const notFound: FileResponse = { status: 404 }

export async function startLinkServer({ cert, key }: Certificate): Promise<LinkServer> {
  const requests: string[] = []
  const headerNames = new Set<string>()
  const files = { ios: notFound, android: notFound }
  let aborted = 0
  const server = createServer({ cert, key }, (request, response) => {
    requests.push(`${request.method} ${request.headers.host}${request.url}`)
    for (const name of Object.keys(request.headers)) headerNames.add(name)
    const file = request.url?.endsWith('.json') ? files.android : files.ios
    response.on('close', () => (aborted += response.writableFinished ? 0 : 1))
    if (file.hangs) return
    response.writeHead(file.status ?? 200, file.headers).end(file.body)
  })
  return { ...(await listen(server, requests)), files, headerNames, countAborted: () => aborted }
}
