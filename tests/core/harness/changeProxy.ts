import { forwardRequest, requestService } from './flakyProxy.ts'
import type { Exchange } from './flakyProxy.ts'
import { startServer } from './server.ts'
import type { TestServer } from './server.ts'

/**
 * What a proxy does with a change: `reset` before the service sees it, `swallow` the answer, or run something of the test
 * once the service has answered, or before it is asked.
 */
export type ChangeBehavior = 'pass' | 'reset' | 'swallow' | Interference

interface Interference {
  before?: () => Promise<unknown>
  after?: () => Promise<unknown>
}

/** A proxy that passes everything on but changes, which the test decides one by one. */
export interface ChangeProxy extends TestServer {
  /** What happens to the next changes; the last entry stays in force. */
  behave: (...behaviors: ChangeBehavior[]) => void
  /** Bodies and state tags of the changes that came. */
  changes: { body: string; ifMatch: string; key: string }[]
}

/** Starts a proxy before a service. */
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
