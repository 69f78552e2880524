import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A proxy between the app and a service that works like the plug of a network cable. */
export interface CuttableProxy {
  origin: string
  /** Cuts every connection at once, and accepts no new ones. */
  disconnect: () => Promise<void>
  reconnect: () => Promise<void>
}

/** Starts a plugged-in proxy in front of a service. */
export async function startCuttableProxy(target: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((client) => {
    const upstream = keep(connect(Number(port), hostname))
    keep(client).pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  const listen = (at: number) =>
    new Promise<void>((resolve) => server.listen(at, '127.0.0.1', () => resolve()))
  await listen(0)
  const ownPort = (server.address() as AddressInfo).port
  return {
    origin: `http://127.0.0.1:${ownPort}`,
    disconnect: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    reconnect: () => listen(ownPort),
  }
}
