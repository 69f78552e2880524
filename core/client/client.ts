import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { GenerateRequest } from '../../contract/generate.ts'
import { headers } from '../../contract/headers.ts'
import { readJson } from '../../contract/json.ts'
import { createdExtension, includedField } from '../../contract/link.ts'
import { memberTexts } from '../../contract/jsonMembers.ts'
import { isExcessiveText } from '../../contract/jsonScan.ts'
import { visitLinesAnswer, visitsAnswer } from '../../contract/visits.ts'
import type { VisitLinesAnswer, VisitsAnswer, VisitsQuery } from '../../contract/visits.ts'
import { extractLinkText } from '../../contract/remoteLink.ts'
import { findUsableLink } from './usableLink.ts'
import type { Problem } from '../../contract/problem.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Redactor } from '../redactor.ts'
import { readAnnouncement, announcesExtension, announcesOwnService, parseJsonObject } from './response.ts'
import type { Answer } from './response.ts'
import { isCertainlyNotStored } from './certainty.ts'
import { describeProblem, problemOf } from './problems.ts'
import type { RequestContext, Sender, SendResult } from './sender.ts'

/** Target and credentials of a request: base URL, ENVIRONMENT value and key. */
export interface Destination {
  profile: { id: string; name: string } | null
  baseUrl: string
  environment: string
  key: string
}

/** The result of a create. `announced`: whether the answer came from our own service; `null` if unknown. */
export type CreateOutcome = { announced: boolean | null } & (
  { state: 'created'; link: string } | { state: 'failed' | 'unknown'; problem: Problem }
)

/**
 * The link to create, and the idempotency key under which our own service creates it only once. `attempt`
 * starts at 1.
 */
export interface CreateRequest {
  body: GenerateRequest
  idempotencyKey: string
  attempt: number
}

export interface LookupResult {
  /** The link's JSON text, as the service spelled it. */
  link: string
  /** The whole answer. */
  raw: string
  announced: boolean
}

/** The answer to a lookup of many links. Paths that it doesn't mention have no link. */
export interface FoundLinks {
  /** The JSON text of each link by path, as the service spelled it. */
  links: ReadonlyMap<string, string>
  /** Paths that weren't looked up. */
  remaining: readonly string[]
}

/**
 * The two operations of the specification, lenient in what they accept, and the extensions of our own
 * service.
 */
export interface Client {
  /** Returns a client whose requests are cancelled when the signal is aborted. */
  until: (signal: AbortSignal) => Client
  generate: (destination: Destination, create: CreateRequest) => Promise<CreateOutcome>
  lookup: (destination: Destination, path: string) => Promise<Result<LookupResult>>
  /**
   * Looks up a link that doesn't exist, to see whether the service announces itself as ours; `null` without
   * an answer.
   */
  announces: (destination: Destination) => Promise<boolean | null>
  /** Looks up at most `lookupLimits.paths` links, at a service that announces it. */
  lookupMany: (destination: Destination, paths: readonly string[]) => Promise<Result<FoundLinks>>
  /** Returns the visits of a link. */
  visits: (
    destination: Destination,
    path: string,
    days: VisitsQuery,
  ) => Promise<Result<VisitsAnswer['visits']>>
  /** Returns totals and lines of at most `visitLimits.paths` links. */
  visitLines: (destination: Destination, paths: readonly string[]) => Promise<Result<VisitLinesAnswer>>
}

/**
 * Returns a client. `reporting` has the base URLs of services that announced that they report when links were created;
 * others are never asked for it.
 */
export function createClient(
  { send }: Pick<Sender, 'send'>,
  redactor: Redactor,
  reporting = new Set<string>(),
): Client {
  const look = createLook(send, reporting)
  return {
    until: (signal) =>
      createClient({ send: (outgoing) => send({ ...outgoing, signal }) }, redactor, reporting),
    generate: async (destination, { body, idempotencyKey, attempt }) => {
      const sent = await send({
        about: describeRequest(destination, 'create', attempt),
        method: 'POST',
        url: `${destination.baseUrl}/generate_link`,
        headers: { ...identityHeaders(destination), [headers.idempotencyKey]: idempotencyKey },
        body: JSON.stringify(body),
      })
      if (sent.ok) return parseCreateResponse(sent.answer, redactor)
      return { state: sent.sent ? 'unknown' : 'failed', problem: sent.problem, announced: null }
    },
    lookup: async (destination, path) => {
      const wasKnown = reporting.has(destination.baseUrl)
      const sent = await look(destination, path)
      const read = sent.ok ? parseLookupResponse(sent.answer, redactor) : fail(sent.problem)
      // The first answer of a service says whether it can be asked for more.
      if (!read.ok || wasKnown || !reporting.has(destination.baseUrl)) return read
      const again = await look(destination, path)
      const complete = again.ok ? parseLookupResponse(again.answer, redactor) : null
      return complete?.ok ? complete : read
    },
    announces: async (destination) => {
      const sent = await look(destination, randomBytes(12).toString('hex'))
      return sent.ok ? readAnnouncement(sent.answer) : null
    },
    lookupMany: async (destination, paths) => {
      const sent = await send({
        about: describeRequest(destination, 'lookup'),
        method: 'POST',
        url: `${destination.baseUrl}/links/lookup`,
        headers: identityHeaders(destination),
        body: JSON.stringify({ paths }),
      })
      return sent.ok ? parseFoundLinks(sent.answer, redactor) : fail(sent.problem)
    },
    visits: async (destination, path, days) => {
      const sent = await send({
        about: describeRequest(destination, 'visits'),
        method: 'GET',
        url: `${destination.baseUrl}/link/${encodeURIComponent(path)}/visits${toQuery(days)}`,
        headers: identityHeaders(destination),
      })
      const read = parseResponse(visitsAnswer, sent, redactor)
      return read.ok ? ok(read.value.visits) : read
    },
    visitLines: async (destination, paths) => {
      const sent = await send({
        about: describeRequest(destination, 'visits'),
        method: 'POST',
        url: `${destination.baseUrl}/visits`,
        headers: identityHeaders(destination),
        body: JSON.stringify({ paths }),
      })
      return parseResponse(visitLinesAnswer, sent, redactor)
    },
  }
}

/** Returns a function that sends a lookup. It asks for the time of the creation where that was announced. */
function createLook(send: Sender['send'], reporting: Set<string>) {
  return async (destination: Destination, path: string) => {
    const { baseUrl } = destination
    const query = reporting.has(baseUrl) ? `?include=${includedField}` : ''
    const sent = await send({
      about: describeRequest(destination, 'lookup'),
      method: 'GET',
      url: `${baseUrl}/link/${encodeURIComponent(path)}${query}`,
      headers: identityHeaders(destination),
    })
    if (sent.ok && announcesExtension(sent.answer, createdExtension)) reporting.add(baseUrl)
    else if (sent.ok && readAnnouncement(sent.answer) !== null) reporting.delete(baseUrl)
    return sent
  }
}

function toQuery({ from, to: destination }: VisitsQuery): string {
  const days = new URLSearchParams({
    ...(from && { from }),
    ...(destination && { to: destination }),
  }).toString()
  return days && `?${days}`
}

/** Parses an answer of our own service. */
function parseResponse<T>(schema: z.ZodType<T>, sent: SendResult, redactor: Redactor): Result<T> {
  if (!sent.ok) return fail(sent.problem)
  const read = sent.answer.status < 300 ? schema.safeParse(parseJsonObject(sent.answer)) : null
  if (read?.success) return ok(read.data)
  return fail(
    read ? describeProblem('answer_unreadable', sent.answer, redactor) : problemOf(sent.answer, redactor),
  )
}

/** The same three headers on both operations (specification 5). */
export function identityHeaders(destination: Destination): Record<string, string> {
  return {
    [headers.projectKey]: destination.key,
    [headers.environment]: destination.environment,
    'Content-Type': 'application/json',
    Accept: 'application/json',
  }
}

export function describeRequest(
  destination: Destination,
  operation: RequestContext['operation'],
  attempt = 1,
): RequestContext {
  const { profile, baseUrl, environment } = destination
  return { operation, profile, baseUrl, environment, attempt }
}

function parseCreateResponse(answer: Answer, redactor: Redactor): CreateOutcome {
  const announced = readAnnouncement(answer)
  const link = answer.status < 300 ? findUsableLink(parseJsonObject(answer)?.['link']) : null
  if (link !== null) return { state: 'created', link, announced }
  const state = isCertainlyNotStored(answer) ? 'failed' : 'unknown'
  return { state, problem: problemOf(answer, redactor), announced }
}

function parseLookupResponse(answer: Answer, redactor: Redactor): Result<LookupResult> {
  const link = answer.status < 300 ? extractLinkText(answer.text) : null
  if (link !== null) return ok({ link, raw: answer.text, announced: announcesOwnService(answer) })
  const absent = answer.status < 300 && parseJsonObject(answer)?.['link'] === null
  return fail(absent ? describeProblem('link_not_found', answer, redactor) : problemOf(answer, redactor))
}

/** Values that 200 links have, with room for long app data. An answer with more is looked up link by link. */
const maxValuesOfMany = 200_000

function parseFoundLinks(answer: Answer, redactor: Redactor): Result<FoundLinks> {
  const { status, text } = answer
  if (status >= 300) return fail(problemOf(answer, redactor))
  const members = !isExcessiveText(text, maxValuesOfMany) && readJson(text).ok ? memberTexts(text) : null
  const links = members?.get('links')
  const remaining = z.array(z.string()).safeParse(JSON.parse(members?.get('remaining') ?? '[]'))
  if (links?.startsWith('{') !== true || !remaining.success) {
    return fail(describeProblem('answer_unreadable', answer, redactor))
  }
  return ok({ links: memberTexts(links), remaining: remaining.data })
}
