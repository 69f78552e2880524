import { randomBytes } from 'node:crypto'
import type { LinkVersion } from '../../contract/app/calls/links/changes.ts'
import { activeUntilField, createdAtField } from '../../contract/service/link/link.ts'
import { extractLinkText } from '../../contract/app/link/remoteLink.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Redactor } from '../redactor.ts'
import { parseCurrentLink } from './changes.ts'
import type { Destination, SendRequest } from './destination.ts'
import { describeProblem, toProblem } from './problems.ts'
import { announcesExtension, announcesOwnService, parseJsonObject, readAnnouncement } from './response.ts'
import type { HttpResponse } from './response.ts'

export interface LookupResult {
  /** The link's JSON text, exactly as the service sent it. */
  link: string
  /** The whole response. */
  raw: string
  announced: boolean
  /** The link's version, which a change must send back; `null` if the service doesn't report one. */
  version: LinkVersion | null
}

/** Lookups of single links. */
export type Lookups = ReturnType<typeof createLookups>

/** Creates the lookups of a client. `reporting` maps base URLs to the optional fields that services announced. */
export function createLookups(send: SendRequest, redactor: Redactor, reporting: Reporting) {
  const sendLookup = createSendLookup(send, reporting)
  return {
    lookup: async (destination: Destination, path: string) => {
      const previousParts = reporting.get(destination.baseUrl)
      const result = await sendLookup(destination, path)
      const read = result.ok ? parseLookupResponse(result.response, redactor) : fail(result.problem)
      // A service announces its optional fields in its first response.
      const announcedParts = reporting.get(destination.baseUrl)
      if (!read.ok || !announcedParts || announcedParts === previousParts) return read
      const retried = await sendLookup(destination, path)
      const complete = retried.ok ? parseLookupResponse(retried.response, redactor) : null
      return complete?.ok ? complete : read
    },
    /**
     * Looks up a link that doesn't exist, to see whether the service announces itself as ours; `null` if there is no
     * response.
     */
    announces: async (destination: Destination) => {
      const result = await sendLookup(destination, randomBytes(12).toString('hex'))
      return result.ok ? readAnnouncement(result.response) : null
    },
  }
}

/** Optional lookup fields by base URL, as named in `include`. */
export type Reporting = Map<string, string>

/** Returns a function that sends a lookup and requests the announced fields. */
function createSendLookup(send: SendRequest, reporting: Reporting) {
  return async (destination: Destination, path: string) => {
    const { baseUrl } = destination
    const includedFields = reporting.get(baseUrl) ?? ''
    const query = includedFields && `?include=${includedFields}`
    const result = await send(destination, 'lookup', {
      method: 'GET',
      path: `/link/${encodeURIComponent(path)}${query}`,
    })
    if (result.ok && readAnnouncement(result.response) !== null) {
      const announcedParts = offeredParts(result.response)
      if (announcedParts === '') reporting.delete(baseUrl)
      else reporting.set(baseUrl, announcedParts)
    }
    return result
  }
}

function offeredParts(response: HttpResponse): string {
  return [
    ...(announcesExtension(response, 'created') ? [createdAtField] : []),
    ...(announcesExtension(response, 'changes') ? [activeUntilField] : []),
  ].join(',')
}

/** Optional fields of a lookup of many links, by their name in `include`. */
export type IncludedPart = 'active_until' | 'etag'

/** Lists always include the creation time. */
export function includedInList(announcedParts = ''): { include?: IncludedPart[] } {
  return announcedParts.split(',').includes(activeUntilField) ? { include: [activeUntilField] } : {}
}

function parseLookupResponse(response: HttpResponse, redactor: Redactor): Result<LookupResult> {
  const link = response.status < 300 ? extractLinkText(response.text) : null
  if (link !== null) {
    const version = parseCurrentLink(response)?.version ?? null
    return ok({ link, raw: response.text, announced: announcesOwnService(response), version })
  }
  const isAbsent = response.status < 300 && parseJsonObject(response)?.['link'] === null
  return fail(
    isAbsent ? describeProblem('link_not_found', response, redactor) : toProblem(response, redactor),
  )
}
