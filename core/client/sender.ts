import type { Operation } from '../../contract/app/calls/app/activity.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import type { Network } from '../network/network.ts'
import type { Reach } from '../network/publicHosts.ts'
import type { Redactor } from '../redactor.ts'
import type { ConnectionPool } from './connectionPool.ts'
import type { HttpResponse } from './response.ts'
import { decodeBody, readBody, unpackBody } from './body.ts'
import { describeError, toProblemCode } from './failure.ts'

/** The purpose of a request, for the activity log and for detecting what a service supports. */
export interface RequestContext {
  operation: Operation
  profile: { id: string; name: string } | null
  baseUrl: string
  environment: string
  /** 1 for the first attempt. */
  attempt: number
}

export interface OutgoingRequest {
  about: RequestContext
  method: 'GET' | 'POST' | 'PATCH'
  url: string
  headers: Record<string, string>
  body?: string
  /** Maximum response size in bytes. Overrides the default. */
  maxBytes?: number
  /** Keeps a byte order mark in the text, because the file's consumer must see it. */
  keepByteOrderMark?: boolean
  /** Returns the body instead of its text. */
  isBinary?: boolean
  /** Limits where the request may lead, because the address is a stranger's. */
  reach?: Reach
  /** Cancels the request. */
  signal?: AbortSignal
}

/** A response, or the reason why there is none. `sent` is false only if it is certain that no byte was sent. */
export type SendResult = { ok: true; response: HttpResponse } | { ok: false; problem: Problem; sent: boolean }

/** One request and its result. */
export interface Exchange {
  outgoing: OutgoingRequest
  sent: SendResult
  startedAt: Date
  durationMs: number
}

export type Sender = ReturnType<typeof createSender>

interface SenderParts {
  redactor: Redactor
  network: Network
  /** Called after every request. */
  observe: (exchange: Exchange) => void
}

type PoolName = 'any' | Reach

const noPools = { any: null, public: null, own_network: null }

/** Sends single HTTP requests within time and size limits. Doesn't follow redirects. */
export function createSender({ redactor, network, observe }: SenderParts) {
  /** Loaded on the first request, because the HTTP library is two thirds of the app's startup code. */
  let pools: Record<PoolName, Promise<ConnectionPool> | null> = { ...noPools }
  const load = async (name: PoolName) =>
    (await import('./connectionPool.ts')).createConnectionPool(network, {
      reach: name === 'any' ? undefined : name,
    })

  const attempt = async (outgoing: OutgoingRequest): Promise<SendResult> => {
    let current: ConnectionPool | null = null
    try {
      // Sends nothing if the request was cancelled before it began.
      outgoing.signal?.throwIfAborted()
      // A connection is used again only by requests with the same limit.
      const name = outgoing.reach ?? 'any'
      current = await (pools[name] ??= load(name))
      const response = await exchange(current, outgoing, network.limits().total)
      return { ok: true, response: withoutKeys(response, redactor) }
    } catch (error) {
      const sent = current !== null && !current.failedToConnect(error)
      return {
        ok: false,
        sent,
        problem: { code: toProblemCode(error), detail: redactor.redact(describeError(error)) },
      }
    }
  }
  return {
    send: async (outgoing: OutgoingRequest) => {
      const startedAt = new Date()
      const startMs = performance.now()
      const result = await attempt(outgoing)
      observe({ outgoing, sent: result, startedAt, durationMs: Math.round(performance.now() - startMs) })
      return result
    },
    /** Closes all connections, so that changed settings apply from the next request on. */
    renew: () => {
      for (const pool of Object.values(pools)) pool?.then(({ agent }) => agent.close()).catch(() => undefined)
      pools = { ...noPools }
    },
    close: async () => {
      const previousPools = Object.values(pools)
      const closed = Promise.reject<ConnectionPool>(new Error('The app is closing.'))
      closed.catch(() => undefined)
      pools = { any: closed, public: closed, own_network: closed }
      const destroy = async (pool: Promise<ConnectionPool> | null) => {
        const loaded = await pool?.catch(() => null)
        await loaded?.agent.destroy()
      }
      await Promise.all(previousPools.map(destroy))
    },
  }
}

async function exchange(
  pool: ConnectionPool,
  outgoing: OutgoingRequest,
  total: number,
): Promise<HttpResponse> {
  const { url, method, headers: sentHeaders, body: sentBody = null } = outgoing
  // An `AbortSignal.timeout` would live until it expires; thousands could pile up.
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new DOMException(timedOut, 'TimeoutError')), total)
  try {
    const { statusCode, headers, body } = await pool.request(url, {
      method,
      headers: sentHeaders,
      body: sentBody,
      signal: outgoing.signal ? AbortSignal.any([timeout.signal, outgoing.signal]) : timeout.signal,
    })
    const single = firstValues(headers)
    const bytes = await readBody(body, outgoing.maxBytes)
    const response = { status: statusCode, headers: single, bytes: bytes.length }
    if (outgoing.isBinary)
      return { ...response, text: '', body: unpackBody(bytes, single, outgoing.maxBytes) }
    return { ...response, text: decodeBody(bytes, single, outgoing) }
  } finally {
    clearTimeout(timer)
  }
}

const timedOut = 'The operation was aborted due to timeout'

/**
 * A service may echo the key, so the response is redacted before anything else sees it. Text is redacted lazily,
 * because often only the status is read.
 */
function withoutKeys(
  { status, headers, text, bytes, body }: HttpResponse,
  { redact }: Redactor,
): HttpResponse {
  let read: string | null = null
  return {
    status,
    bytes,
    ...(body && { body }),
    headers: Object.fromEntries(Object.entries(headers).map((header) => cleanHeader(header, redact))),
    get text() {
      return (read ??= redact(text))
    },
  }
}

/** A key can also be the name of a header, or be split across name and value. */
function cleanHeader([name, value]: [string, string], redact: Redactor['redact']): [string, string] {
  const line = `${name}: ${value}`
  if (redact(line) === line) return [name, value]
  const parts: [string, string] = [redact(name), redact(value)]
  return parts[0] === name && parts[1] === value ? [redact(line), ''] : parts
}

function firstValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value].flat()[0] ?? ''])
  return Object.fromEntries(entries) as Record<string, string>
}
