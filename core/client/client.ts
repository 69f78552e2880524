import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { GenerateRequest } from '../../contract/generate.ts'
import { headers } from '../../contract/headers.ts'
import { visitLinesAnswer, visitsAnswer } from '../../contract/visits.ts'
import type { VisitLinesAnswer, VisitsAnswer, VisitsQuery } from '../../contract/visits.ts'
import { linkTextIn } from '../../contract/remoteLink.ts'
import { usableLink } from './usableLink.ts'
import type { Problem } from '../../contract/problem.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Redactor } from '../redact.ts'
import { announcementIn, isAnnounced, jsonObjectIn } from './answer.ts'
import type { Answer } from './answer.ts'
import { certainlyNotStored } from './certainty.ts'
import { describe, problemOf } from './problems.ts'
import type { About, Sender, Sent } from './send.ts'

/** Where a request goes and as whom: the base URL, the value for the ENVIRONMENT header, and the key. */
export interface Destination {
  profile: { id: string; name: string } | null
  baseUrl: string
  environment: string
  key: string
}

/** What came of a create, and whether the answer announced a service of ours; `null` where none did either way. */
export type Generated = { announced: boolean | null } & (
  { state: 'created'; link: string } | { state: 'failed' | 'unknown'; problem: Problem }
)

/** What is to be made, under a key that makes it once where the service honours it. `attempt` counts from 1. */
export interface CreateRequest {
  body: GenerateRequest
  idempotencyKey: string
  attempt: number
}

export interface LookedUp {
  /** The link of the answer, as the service spelled it. */
  link: string
  /** The whole answer. */
  raw: string
  announced: boolean
}

/** The two operations of the specification, lenient in what they accept, and what services of ours answer beside them. */
export interface Client {
  generate: (to: Destination, create: CreateRequest) => Promise<Generated>
  lookup: (to: Destination, path: string) => Promise<Result<LookedUp>>
  /** Asks for a link that nobody has, to see whether the service announces that it is ours; `null` without an answer. */
  announces: (to: Destination) => Promise<boolean | null>
  /** What was counted of a link's visits. */
  visits: (to: Destination, path: string, days: VisitsQuery) => Promise<Result<VisitsAnswer['visits']>>
  /** Totals and lines of at most `visitLimits.paths` links. */
  visitLines: (to: Destination, paths: readonly string[]) => Promise<Result<VisitLinesAnswer>>
}

export function createClient({ send }: Sender, redactor: Redactor): Client {
  const look = (to: Destination, path: string) =>
    send({
      about: about(to, 'lookup'),
      method: 'GET',
      url: `${to.baseUrl}/link/${encodeURIComponent(path)}`,
      headers: identity(to),
    })
  return {
    generate: async (to, { body, idempotencyKey, attempt }) => {
      const sent = await send({
        about: about(to, 'create', attempt),
        method: 'POST',
        url: `${to.baseUrl}/generate_link`,
        headers: { ...identity(to), [headers.idempotencyKey]: idempotencyKey },
        body: JSON.stringify(body),
      })
      if (sent.ok) return readGenerated(sent.answer, redactor)
      return { state: sent.sent ? 'unknown' : 'failed', problem: sent.problem, announced: null }
    },
    lookup: async (to, path) => {
      const sent = await look(to, path)
      return sent.ok ? readLookup(sent.answer, redactor) : fail(sent.problem)
    },
    announces: async (to) => {
      const sent = await look(to, randomBytes(12).toString('hex'))
      return sent.ok ? announcementIn(sent.answer) : null
    },
    visits: async (to, path, days) => {
      const sent = await send({
        about: about(to, 'visits'),
        method: 'GET',
        url: `${to.baseUrl}/link/${encodeURIComponent(path)}/visits${queryOf(days)}`,
        headers: identity(to),
      })
      const read = readAs(visitsAnswer, sent, redactor)
      return read.ok ? ok(read.value.visits) : read
    },
    visitLines: async (to, paths) => {
      const sent = await send({
        about: about(to, 'visits'),
        method: 'POST',
        url: `${to.baseUrl}/visits`,
        headers: identity(to),
        body: JSON.stringify({ paths }),
      })
      return readAs(visitLinesAnswer, sent, redactor)
    },
  }
}

function queryOf({ from, to }: VisitsQuery): string {
  const days = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString()
  return days && `?${days}`
}

/** The answer as a service of ours gives it. */
function readAs<T>(schema: z.ZodType<T>, sent: Sent, redactor: Redactor): Result<T> {
  if (!sent.ok) return fail(sent.problem)
  const read = sent.answer.status < 300 ? schema.safeParse(jsonObjectIn(sent.answer)) : null
  if (read?.success) return ok(read.data)
  return fail(read ? describe('answer_unreadable', sent.answer, redactor) : problemOf(sent.answer, redactor))
}

/** Specification 5: the same three headers on both operations. */
export function identity(to: Destination): Record<string, string> {
  return {
    [headers.projectKey]: to.key,
    [headers.environment]: to.environment,
    'Content-Type': 'application/json',
    Accept: 'application/json',
  }
}

export function about(to: Destination, operation: About['operation'], attempt = 1): About {
  const { profile, baseUrl, environment } = to
  return { operation, profile, baseUrl, environment, attempt }
}

function readGenerated(answer: Answer, redactor: Redactor): Generated {
  const announced = announcementIn(answer)
  const link = answer.status < 300 ? usableLink(jsonObjectIn(answer)?.['link']) : null
  if (link !== null) return { state: 'created', link, announced }
  const state = certainlyNotStored(answer) ? 'failed' : 'unknown'
  return { state, problem: problemOf(answer, redactor), announced }
}

function readLookup(answer: Answer, redactor: Redactor): Result<LookedUp> {
  const link = answer.status < 300 ? linkTextIn(answer.text) : null
  if (link !== null) return ok({ link, raw: answer.text, announced: isAnnounced(answer) })
  const absent = answer.status < 300 && jsonObjectIn(answer)?.['link'] === null
  return fail(absent ? describe('link_not_found', answer, redactor) : problemOf(answer, redactor))
}
