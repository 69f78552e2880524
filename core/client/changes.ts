import { linkVersion, type LinkVersion, type CurrentLink } from '../../contract/app/calls/links/changes.ts'
import { headers } from '../../contract/service/api/headers.ts'
import { historyResponse, historyEntry, type HistoryEntry } from '../../contract/service/link/linkChanges.ts'
import type { LinkPatch } from '../../contract/app/link/change/linkPatch.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { extractLinkText, parseRemoteLink } from '../../contract/app/link/remoteLink.ts'
import type { Redactor } from '../redactor.ts'
import { parseResponse, type Destination, type SendRequest } from './destination.ts'
import { toProblem } from './problems.ts'
import { parseJsonObject, type HttpResponse, isCertainlyNotStored } from './response.ts'
import type { SendResult } from './sender.ts'

/**
 * A change to send. Our own service applies it at most once per idempotency key, and only if the link still has this
 * version.
 */
export interface ChangeRequest {
  path: string
  patch: LinkPatch
  version: LinkVersion
  idempotencyKey: string
  /** 1 for the first attempt. */
  attempt: number
}

/**
 * The result of a change. `change` is `null` if nothing differed; `text` is the link's JSON text after it. In a
 * conflict, `current` is the link that someone else changed.
 */
export type ChangeOutcome =
  | { state: 'applied'; current: CurrentLink; text: string; change: HistoryEntry | null }
  | { state: 'conflict'; problem: Problem; current: CurrentLink | null }
  | { state: 'refused' | 'unknown'; problem: Problem }

/** Creates the change requests of a client. */
export function createChangeRequests(send: SendRequest, redactor: Redactor) {
  return {
    change: async (
      destination: Destination,
      { path, patch, version, idempotencyKey, attempt }: ChangeRequest,
    ) => {
      const result = await send(destination, 'change', {
        method: 'PATCH',
        path: `/link/${encodeURIComponent(path)}`,
        headers: { [headers.ifMatch]: version.etag, [headers.idempotencyKey]: idempotencyKey },
        body: patch,
        attempt,
      })
      return parseChangeResponse(result, redactor)
    },
    /** Returns the changes of a link, newest first. With `before`, returns only earlier ones. */
    history: async (destination: Destination, path: string, before?: string) => {
      const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`
      const result = await send(destination, 'history', {
        method: 'GET',
        path: `/link/${encodeURIComponent(path)}/history${query}`,
      })
      return parseResponse(historyResponse, result, redactor)
    },
  }
}

/** Returns the outcome of a change, as far as the response proves it. */
function parseChangeResponse(result: SendResult, redactor: Redactor): ChangeOutcome {
  if (!result.ok) return { state: result.sent ? 'unknown' : 'refused', problem: result.problem }
  const { response } = result
  const current = parseCurrentLink(response)
  const text = extractLinkText(response.text)
  const change = historyEntry.nullable().safeParse(parseJsonObject(response)?.['change'])
  if (response.status < 300 && current && text !== null && change.success)
    return { state: 'applied', current, text, change: change.data }
  const problem = toProblem(response, redactor)
  if (!isCertainlyNotStored(response)) return { state: 'unknown', problem }
  return problem.code === 'link_changed'
    ? { state: 'conflict', problem, current }
    : { state: 'refused', problem }
}

/** Returns the link in a response with its version; `null` if the link or a usable entity tag is missing. */
export function parseCurrentLink(response: HttpResponse): CurrentLink | null {
  const text = extractLinkText(response.text)
  if (text === null) return null
  const link = parseRemoteLink(text)
  const version = linkVersion.safeParse({
    etag: response.headers[headers.etag.toLowerCase()],
    updatedAt: link.updated_at,
  })
  return version.success ? { link, version: version.data } : null
}
