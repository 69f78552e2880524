import { randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'
import { headers } from '../../contract/headers.ts'
import { forEach, measureMs } from '../measuring.ts'
import { apiHeaders, createPath } from '../service/requests.ts'

/** The bodies to send in turn, and how many at the same time. */
interface Load {
  origin: string
  key: string
  bodies: string[]
  parallel: number
}

/** Sends creates to a service with the HTTP client that the app uses. Returns requests a second; rejects if one fails. */
export async function sendLoad({ origin, key, bodies, parallel }: Load): Promise<number> {
  const dispatcher = new Agent()
  const ms = await measureMs(() =>
    forEach(bodies, parallel, async (body) => {
      const requestHeaders = { ...apiHeaders(key), [headers.idempotencyKey]: randomUUID() }
      const options = { dispatcher, method: 'POST', headers: requestHeaders, body } as const
      const response = await request(`${origin}${createPath}`, options)
      const text = await response.body.text()
      if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${text}`)
    }),
  )
  await dispatcher.close()
  return bodies.length / (ms / 1_000)
}
