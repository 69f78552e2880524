import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A proxy to a PostgreSQL server that can break a connection at the worst moment. */
export interface BreakingProxy {
  /** The address of the database through the proxy. */
  url: string
  /**
   * Breaks the next connection on which the server confirms that rows are stored, before the client learns it. `shut`:
   * refuses all connections until `reopen`.
   */
  breakAfterCommit: (then?: 'shut') => void
  reopen: () => void
  /** The number of connections broken so far. */
  broken: () => number
  close: () => Promise<void>
}

/** The tags of commands that have stored rows ("CommandComplete" in PostgreSQL's "Message Formats"). */
const storedPattern = /C\0\0\0.(?:COPY|INSERT 0) [1-9]/s

/** Starts a proxy to the database at `target`. */
export async function openBreakingProxy(target: string): Promise<BreakingProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let shouldBreak = false
  let shouldShut = false
  let isShut = false
  let brokenCount = 0
  const server = createServer((client) => {
    if (isShut) {
      client.destroy()
      return
    }
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    // Outside a transaction, a server confirms a command after its commit: `Z` and `I` follow immediately.
    upstream.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      if (shouldBreak && storedPattern.test(text) && text.endsWith('I')) {
        shouldBreak = false
        isShut = shouldShut
        brokenCount++
        for (const socket of isShut ? sockets : [client]) socket.destroy()
      } else {
        client.write(bytes)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    breakAfterCommit: (then) => {
      shouldBreak = true
      shouldShut = then === 'shut'
    },
    reopen: () => void (isShut = false),
    broken: () => brokenCount,
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
