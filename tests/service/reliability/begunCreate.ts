import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'

/** A create whose body hasn't been sent yet. */
export interface SlowCreate {
  /** Sends the body. Resolves with the response's status. */
  end: () => Promise<number | undefined>
  /** Resolves when its connection breaks early. */
  cut: () => Promise<void>
}

/** Starts a create. Resolves when the service has accepted it. */
export async function beginCreate(origin: string, key: string): Promise<SlowCreate> {
  const headers = { 'PROJECT-KEY': key, ENVIRONMENT: 'production', 'Content-Type': 'application/json' }
  const clientRequest = request(`${origin}/api/v1/sdk/generate_link`, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': 2, Expect: '100-continue' },
  })
  clientRequest.flushHeaders()
  await once(clientRequest, 'continue')
  return {
    end: async () => {
      clientRequest.end('{}')
      const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    },
    cut: async () => void (await once(clientRequest, 'error')),
  }
}
