import { request as ask } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { startServer } from './server.ts'
import type { TestServer } from './server.ts'

/**
 * What a proxy does with a request. After all but the first two, the sender doesn't know whether the service has
 * received it.
 */
const behaviors = {
  pass: 60,
  delay: 8,
  /** The service never sees it. */
  reset: 5,
  /** The service has answered, but the answer is lost. */
  swallow: 6,
  /** The answer breaks off in the middle. */
  cut: 3,
  throttleForSeconds: 4,
  throttleUntil: 4,
  throttle: 4,
  bare503: 6,
}
type ProxyBehavior = keyof typeof behaviors

/** A proxy that randomly resets, delays, throttles, breaks off and drops answers of a service. */
export interface FlakyProxy extends TestServer {
  /** The titles of creates that did not receive the service's whole answer. */
  doubtful: Set<string>
  /** From now on, only forwards. */
  heal: () => void
}

export async function startFlakyProxy(origin: string): Promise<FlakyProxy> {
  const doubtful = new Set<string>()
  let isHealed = false
  const choose = (): ProxyBehavior => {
    const entries = Object.entries(behaviors) as [ProxyBehavior, number][]
    let remaining = Math.random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    return entries.find(([, weight]) => (remaining -= weight) < 0)?.[0] ?? 'pass'
  }
  const behave: Record<ProxyBehavior, (exchange: Exchange) => Promise<unknown>> = {
    pass: (exchange) => forwardRequest(origin, exchange),
    delay: async (exchange) => {
      await setTimeout(Math.random() * 100)
      await forwardRequest(origin, exchange)
    },
    reset: ({ response }) => Promise.resolve(response.destroy()),
    swallow: async (exchange) => {
      await requestService(origin, exchange)
      exchange.response.destroy()
    },
    cut: async (exchange) => {
      const { status, body, headers } = await requestService(origin, exchange)
      exchange.response.writeHead(status, { ...headers, 'content-length': body.length })
      exchange.response.write(body.subarray(0, body.length / 2), () => exchange.response.destroy())
    },
    throttleForSeconds: ({ response }) => refuse(response, 429, { 'Retry-After': '1' }),
    throttleUntil: ({ response }) =>
      refuse(response, 429, { 'Retry-After': new Date(Date.now() + 1_000).toUTCString() }),
    throttle: ({ response }) => refuse(response, 429),
    bare503: ({ response }) => refuse(response, 503),
  }
  const server = await startServer((request, response, body) => {
    const behavior = isHealed ? 'pass' : choose()
    if (behavior !== 'pass' && behavior !== 'delay' && request.method === 'POST')
      doubtful.add((JSON.parse(body) as { title: string }).title)
    behave[behavior]({ request, response, body }).catch(() => response.destroy())
  })
  return { ...server, doubtful, heal: () => (isHealed = true) }
}

/** A request to a proxy, and where its answer goes. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  body: string
}

function refuse(response: ServerResponse, status: number, headers = {}): Promise<unknown> {
  return Promise.resolve(response.writeHead(status, headers).end('Not now'))
}

/** Forwards a request and its answer. */
export async function forwardRequest(origin: string, exchange: Exchange): Promise<void> {
  const { status, headers, body } = await requestService(origin, exchange)
  exchange.response.writeHead(status, headers).end(body)
}

/** Sends the request to the service, and returns its whole answer. */
export async function requestService(origin: string, { request, body }: Exchange) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { method, url, headers } = request
  ask(`${origin}${url}`, { method, headers }, resolve).on('error', reject).end(body)
  const response = await promise
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  // The body is sent as a whole, on its own connection.
  const forwarded = Object.entries(response.headers).filter(
    ([name]) => !['connection', 'transfer-encoding'].includes(name),
  )
  return {
    status: response.statusCode ?? 502,
    headers: Object.fromEntries(forwarded),
    body: Buffer.concat(parts),
  }
}
