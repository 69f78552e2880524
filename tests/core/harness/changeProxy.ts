import { forwardRequest, requestService } from './flakyProxy.ts'
import type { Exchange } from './flakyProxy.ts'
import { startServer } from './server.ts'
import type { TestServer } from './server.ts'

/**
 * What a proxy does with a change: resets the connection before the service sees it, drops the answer, or runs a
 * function of the test before or after the service has answered.
 */
export type ChangeBehavior = 'pass' | 'reset' | 'swallow' | Interference

interface Interference {
  before?: () => Promise<unknown>
  after?: () => Promise<unknown>
}

/** A proxy that forwards everything except changes. The test decides about each of them. */
export interface ChangeProxy extends TestServer {
  /** What happens to the next changes. The last entry applies to all later ones. */
  behave: (...behaviors: ChangeBehavior[]) => void
  /** Bodies and entity tags of the received changes. */
  changes: { body: string; ifMatch: string; key: string }[]
}

/** Starts a proxy in front of a service. */
export async function startChangeProxy(origin: string): Promise<ChangeProxy> {
  let behaviors: ChangeBehavior[] = ['pass']
  const changes: ChangeProxy['changes'] = []
  const server = await startServer((request, response, body) => {
    const exchange = { request, response, body }
    const next = request.method === 'PATCH' ? nextOf(behaviors) : 'pass'
    if (request.method === 'PATCH') {
      const { 'if-match': ifMatch = '', 'idempotency-key': key = '' } = request.headers
      changes.push({ body, ifMatch, key: String(key) })
    }
    handle(origin, exchange, next).catch(() => response.destroy())
  })
  return { ...server, changes, behave: (...next) => void (behaviors = next) }
}

function nextOf(behaviors: ChangeBehavior[]): ChangeBehavior {
  return (behaviors.length > 1 ? behaviors.shift() : behaviors[0]) ?? 'pass'
}

async function handle(origin: string, exchange: Exchange, behavior: ChangeBehavior): Promise<void> {
  if (behavior === 'reset') throw new Error('Lost on the way.')
  const { before, after } = typeof behavior === 'object' ? behavior : {}
  await before?.()
  if (behavior === 'pass' || before) {
    await forwardRequest(origin, exchange)
    return
  }
  await requestService(origin, exchange)
  await after?.()
  exchange.response.destroy()
}
