import { request } from 'undici'
import type { Problem } from '../../contract/problem.ts'
import type { Redactor } from '../redact.ts'
import { createPool } from './agent.ts'
import type { ConnectionPool, TimeLimits } from './agent.ts'
import type { Answer } from './answer.ts'
import { decodeBody, readBody } from './body.ts'
import { errorCode, failureCode } from './failure.ts'

export interface Outgoing {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/** An answer, or why there is none. `sent` is false only where it is certain that no byte of the request left. */
export type Sent = { ok: true; answer: Answer } | { ok: false; problem: Problem; sent: boolean }

export interface Sender {
  send: (outgoing: Outgoing) => Promise<Sent>
  close: () => Promise<void>
}

/** Sends single requests over HTTP within time and size limits. Redirects are answers, not ways to follow. */
export function createSender(redactor: Redactor, limits: TimeLimits): Sender {
  const pool = createPool(limits)
  return {
    send: async (outgoing) => {
      try {
        return { ok: true, answer: await exchange(pool, outgoing, limits.total) }
      } catch (error) {
        const sent = !pool.failedToConnect(error)
        return {
          ok: false,
          sent,
          problem: { code: failureCode(error), detail: redactor.redact(wording(error)) },
        }
      }
    },
    close: () => pool.agent.destroy(),
  }
}

async function exchange(pool: ConnectionPool, outgoing: Outgoing, total: number): Promise<Answer> {
  const { url, ...rest } = outgoing
  const signal = AbortSignal.timeout(total)
  const { statusCode, headers, body } = await request(url, { ...rest, dispatcher: pool.agent, signal })
  const single = firstValues(headers)
  const bytes = await readBody(body)
  return { status: statusCode, headers: single, text: decodeBody(bytes, single), bytes: bytes.length }
}

function firstValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value].flat()[0] ?? ''])
  return Object.fromEntries(entries) as Record<string, string>
}

function wording(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  return [errorCode(error), error.message].filter(Boolean).join(': ').slice(0, 500)
}
