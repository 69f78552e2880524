import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web server as destination for links. It answers every address and records the visits. */
export interface Shop {
  /** `http://127.0.0.1:PORT` */
  origin: string
  visits: string[]
  close: () => Promise<void>
}

export async function openShop(): Promise<Shop> {
  const visits: string[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/favicon.ico') visits.push(request.url ?? '')
    response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end('<!doctype html><title>Shop</title><h1>Shop</h1>')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    visits,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
