import { z } from 'zod'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { headers } from '../../contract/service/api/headers.ts'
import { readJson } from '../../contract/service/json/json.ts'
import { memberTexts } from '../../contract/service/json/jsonMembers.ts'
import { isExcessiveText } from '../../contract/service/json/jsonScan.ts'
import { invitePath, inviteResponse, type inviteRequest } from '../../contract/service/keys/enrolment.ts'
import { pathsCheckPath, pathsCheckResponse } from '../../contract/service/path/pathsCheck.ts'
import { visitLinesResponse, visitsResponse, type VisitsQuery } from '../../contract/service/link/visits.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Redactor } from '../redactor.ts'
import {
  parseJsonObject,
  readAnnouncement,
  type HttpResponse,
  isCertainlyNotStored,
  findUsableLink,
} from './response.ts'
import { createChangeRequests } from './changes.ts'
import { createSendRequest, parseResponse, type Destination, type SendRequest } from './destination.ts'
import { createLookups, type Announced, type IncludedPart, type LookupResult } from './lookups.ts'
import { describeProblem, toProblem } from './problems.ts'
import { createListRequests } from './list.ts'
import { createRulesRequests } from './rules.ts'
import type { Sender } from './sender.ts'

export type { Destination, IncludedPart, LookupResult }

/** The result of a create. `announced`: whether the response came from our own service; `null` if unknown. */
export type CreateOutcome = { announced: boolean | null } & (
  | { state: 'created'; link: string }
  | { state: 'failed' | 'unknown'; problem: Problem }
)

/**
 * The link to create, and the idempotency key that keeps our own service from creating it twice. `attempt` starts at 1.
 */
interface CreateRequest {
  body: GenerateRequest
  idempotencyKey: string
  attempt: number
}

/** The response to a lookup of many links. Paths missing from it have no link. */
interface FoundLinks {
  /** The JSON text of each link by path, exactly as the service sent it. */
  links: ReadonlyMap<string, string>
  /** Paths that weren't looked up. */
  remaining: readonly string[]
}

/** The specification's two operations, lenient about responses, and the extensions of our own service. */
export interface Client extends ReturnType<typeof createRequests> {
  /** Returns a client whose requests are cancelled when the signal is aborted. */
  until: (signal: AbortSignal) => Client
}

/** Creates a client. Only services that have announced optional fields are asked for them. */
export function createClient(sender: Pick<Sender, 'send'>, redactor: Redactor, announced: Announced): Client {
  return {
    until: (signal) =>
      createClient({ send: (outgoing) => sender.send({ ...outgoing, signal }) }, redactor, announced),
    ...createRequests(createSendRequest(sender.send), redactor, announced),
  }
}

function createRequests(send: SendRequest, redactor: Redactor, announced: Announced) {
  return {
    generate: async (
      destination: Destination,
      { body, idempotencyKey, attempt }: CreateRequest,
    ): Promise<CreateOutcome> => {
      const result = await send(destination, 'create', {
        method: 'POST',
        path: '/generate_link',
        headers: { [headers.idempotencyKey]: idempotencyKey },
        ...{ body, attempt },
      })
      if (result.ok) return parseCreateResponse(result.response, redactor)
      return { state: result.sent ? 'unknown' : 'failed', problem: result.problem, announced: null }
    },
    ...createLookups(send, redactor, announced),
    ...createChangeRequests(send, redactor),
    ...createRulesRequests(send, redactor),
    ...createListRequests(send, redactor),
    /**
     * Looks up at most `lookupLimits.paths` links. Only for services that announce this. By default, requests all
     * optional fields that the service announces.
     */
    lookupMany: async (
      destination: Destination,
      paths: readonly string[],
      include: readonly IncludedPart[] = announced(destination, 'changes') ? ['active_until'] : [],
    ) => {
      const body = { paths, ...(include.length > 0 && { include }) }
      const result = await send(destination, 'lookup', { method: 'POST', path: '/links/lookup', body })
      return result.ok ? parseFoundLinks(result.response, redactor) : fail(result.problem)
    },
    /** Returns the visits of a link. */
    visits: async (destination: Destination, path: string, { from }: Pick<VisitsQuery, 'from'>) => {
      const result = await send(destination, 'visits', {
        method: 'GET',
        path: `/link/${encodeURIComponent(path)}/visits${from === undefined ? '' : `?from=${from}`}`,
      })
      const read = parseResponse(visitsResponse, result, redactor)
      return read.ok ? ok(read.value.visits) : read
    },
    /** Returns totals and lines of at most `visitLimits.paths` links. */
    visitLines: async (destination: Destination, paths: readonly string[]) => {
      const result = await send(destination, 'visits', { method: 'POST', path: '/visits', body: { paths } })
      return parseResponse(visitLinesResponse, result, redactor)
    },
    /** Asks which own paths are free. Only for services that announce this. */
    checkPaths: async (destination: Destination, paths: readonly string[]) => {
      const request = { method: 'POST', path: pathsCheckPath, body: { paths } } as const
      return parseResponse(pathsCheckResponse, await send(destination, 'lookup', request), redactor)
    },
    /** Creates an invitation for a key of the same project. */
    invite: async (destination: Destination, body: z.input<typeof inviteRequest>) => {
      const result = await send(destination, 'invite', { method: 'POST', path: invitePath, body })
      return parseResponse(inviteResponse, result, redactor)
    },
  }
}

function parseCreateResponse(response: HttpResponse, redactor: Redactor): CreateOutcome {
  const announced = readAnnouncement(response)
  const link = response.status < 300 ? findUsableLink(parseJsonObject(response)?.['link']) : null
  if (link !== null) return { state: 'created', link, announced }
  const state = isCertainlyNotStored(response) ? 'failed' : 'unknown'
  return { state, problem: toProblem(response, redactor), announced }
}

/**
 * Exceeds the number of values in 200 links with long app data. If a response has more, each link is looked up
 * individually.
 */
const maxValuesOfMany = 200_000

function parseFoundLinks(response: HttpResponse, redactor: Redactor): Result<FoundLinks> {
  const { status, text } = response
  if (status >= 300) return fail(toProblem(response, redactor))
  const members = !isExcessiveText(text, maxValuesOfMany) && readJson(text).ok ? memberTexts(text) : null
  const links = members?.get('links')
  const remaining = z.array(z.string()).safeParse(JSON.parse(members?.get('remaining') ?? '[]'))
  if (links?.startsWith('{') !== true || !remaining.success) {
    return fail(describeProblem('answer_unreadable', response, redactor))
  }
  return ok({ links: memberTexts(links), remaining: remaining.data })
}
