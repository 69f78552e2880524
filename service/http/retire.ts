import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'

/**
 * Takes no more connections, and answers what comes on those that are open, each with its last answer. Resolves when none is
 * left. None is cut, not even an idle one: its client may be sending on it at this moment, and would take a create for
 * lost. It ends with its next request, or when its client or the server's limit for idle ones ends it.
 */
export async function retire(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  // A server for HTTP would close idle connections as well.
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
}
