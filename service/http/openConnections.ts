import type { RequestListener, Server } from 'node:http'

/** The open connections of a worker. */
export interface OpenConnections {
  count: () => Promise<number>
  /** Closes so many of them, each with its next response, so that their clients open others, also at other workers. */
  release: (count: number) => void
}

export function createOpenConnections(server: Server): OpenConnections {
  let remaining = 0
  // Only registered while there are connections to close: each listener costs time at every request.
  const onRequest: RequestListener = (_request, response) => {
    response.setHeader('connection', 'close')
    if (--remaining === 0) server.off('request', onRequest)
  }
  return {
    count: () =>
      new Promise((resolve) => server.getConnections((_error, connections) => resolve(connections))),
    release: (count) => {
      if (remaining === 0) server.prependListener('request', onRequest)
      remaining = count
    },
  }
}
