import { connect } from 'node:net'

/** Requests sent before the first is answered. A connection may have 16 waiting. */
const pipelineDepth = 10
const redirected = /HTTP\/1\.1 302 /g

/**
 * Visits links in turn, this many times in total, on pipelined connections: a client that costs less CPU time than the
 * service. Resolves with the number of redirects.
 */
export async function visitAll(
  origin: string,
  paths: readonly string[],
  { visits, connections }: { visits: number; connections: number },
): Promise<number> {
  let startedCount = 0
  const next = () => Math.min(pipelineDepth, visits - startedCount)
  const createRequests = (count: number) =>
    Array.from({ length: count }, () => request(paths[startedCount++ % paths.length] ?? '')).join('')
  const counts = await Promise.all(
    Array.from({ length: connections }, () => visitor(origin, () => createRequests(next()))),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Programs, which have no such agent, aren't counted as people. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

function request(path: string): string {
  return `GET /${path} HTTP/1.1\r\nHost: a\r\nReferer: https://news.example.org/\r\nUser-Agent: ${browser}\r\n\r\n`
}

/** One connection: the next requests are sent when all earlier ones are answered. */
function visitor(origin: string, next: () => string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    .setEncoding('latin1')
    .setNoDelay()
  let [sum, openCount, remainder] = [0, 0, '']
  const send = () => {
    const text = next()
    openCount = text.split('\r\n\r\n').length - 1
    if (openCount === 0) socket.end()
    else socket.write(text)
  }
  socket
    .on('connect', send)
    .on('error', reject)
    .on('close', () => resolve(sum))
  socket.on('data', (text: string) => {
    // An answer ends with an empty line and has no body. It may start in the previous piece.
    const parts = (remainder + text).split('\r\n\r\n')
    remainder = parts.pop() ?? ''
    for (const head of parts) sum += head.match(redirected)?.length ?? 0
    if ((openCount -= parts.length) === 0) send()
  })
  return promise
}
