import type { RequestListener, Server } from 'node:http'

/** The open connections of a worker. */
export type OpenConnections = ReturnType<typeof createOpenConnections>

export function createOpenConnections(server: Server) {
  let remaining = 0
  // Only registered while there are connections to close: each listener costs time at every request.
  const onRequest: RequestListener = (_request, response) => {
    response.setHeader('connection', 'close')
    if (--remaining === 0) server.off('request', onRequest)
  }
  return {
    count: () =>
      new Promise<number>((resolve) => server.getConnections((_error, connections) => resolve(connections))),
    /** Closes so many of them, each with its next response, so that their clients open others, also at other workers. */
    release: (count: number) => {
      if (remaining === 0) server.prependListener('request', onRequest)
      remaining = count
    },
  }
}
