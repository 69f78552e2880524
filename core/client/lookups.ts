import { randomBytes } from 'node:crypto'
import type { LinkVersion } from '../../contract/app/calls/links/changes.ts'
import { activeUntilField, createdAtField } from '../../contract/service/link/link.ts'
import { extractLinkText } from '../../contract/app/link/remoteLink.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Redactor } from '../redactor.ts'
import { parseCurrentLink } from './changes.ts'
import type { Destination, SendRequest } from './destination.ts'
import { describeProblem, toProblem } from './problems.ts'
import { parseJsonObject, readAnnouncement } from './response.ts'
import type { HttpResponse } from './response.ts'

export interface LookupResult {
  /** The link's JSON text, exactly as the service sent it. */
  link: string
  /** The whole response. */
  raw: string
  /** The link's version, which a change must send back; `null` if the service doesn't report one. */
  version: LinkVersion | null
}

/** Whether the service of a destination has announced an extension that adds a field to lookups. */
export type Announced = (destination: Destination, extension: 'created' | 'changes') => boolean

/** Creates the lookups of a client. They request the optional fields that the service has announced. */
export function createLookups(send: SendRequest, redactor: Redactor, announced: Announced) {
  const includedFields = (destination: Destination) =>
    [
      ...(announced(destination, 'created') ? [createdAtField] : []),
      ...(announced(destination, 'changes') ? [activeUntilField] : []),
    ].join(',')
  const sendLookup = (destination: Destination, path: string, fields = includedFields(destination)) =>
    send(destination, 'lookup', {
      method: 'GET',
      path: `/link/${encodeURIComponent(path)}${fields && `?include=${fields}`}`,
    })
  return {
    lookup: async (destination: Destination, path: string) => {
      const requestedFields = includedFields(destination)
      const result = await sendLookup(destination, path, requestedFields)
      const read = result.ok ? parseLookupResponse(result.response, redactor) : fail(result.problem)
      // A service announces its optional fields in its first response.
      if (!read.ok || includedFields(destination) === requestedFields) return read
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

/** Optional fields of a lookup of many links, by their name in `include`. Such a lookup always has the creation time. */
export type IncludedPart = 'active_until' | 'etag'

function parseLookupResponse(response: HttpResponse, redactor: Redactor): Result<LookupResult> {
  const link = response.status < 300 ? extractLinkText(response.text) : null
  if (link !== null) {
    const version = parseCurrentLink(response)?.version ?? null
    return ok({ link, raw: response.text, version })
  }
  const isAbsent = response.status < 300 && parseJsonObject(response)?.['link'] === null
  return fail(
    isAbsent ? describeProblem('link_not_found', response, redactor) : toProblem(response, redactor),
  )
}
