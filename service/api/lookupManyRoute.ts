import { lookupLimits } from '../../contract/service/path/lookupLimits.ts'
import { lookupManyResponse, lookupRequest } from '../../contract/service/lookup/lookupMany.ts'
import type { Api, ApiParts } from './apiParts.ts'
import { requestOwner } from './headerGuard.ts'
import { findOwnedLink } from '../links/ownership.ts'
import { replaceBody } from './requestBody.ts'
import { withErrors, sendText } from './responses.ts'
import { linkText } from './responseText.ts'

/**
 * Maximum number of links read from the database at a time. All links of a request, with app data of maximum length,
 * would be ten times as long as a response may be.
 */
const batchSize = 25

/** Adds the lookup of many links (specification 4.6), behind the header guard. */
export function lookupManyRoute(api: Api, { store, hosts }: ApiParts): void {
  api.route({
    method: 'POST',
    url: '/links/lookup',
    schema: {
      operationId: 'retrieveLinks',
      summary: 'Retrieve many links',
      description: 'Paths without a link in this project and environment are omitted from the response.',
      body: lookupRequest,
      response: withErrors(lookupManyResponse, [413, 422]),
    },
    preValidation: replaceBody,
    handler: async (request, reply) => {
      const owner = requestOwner(request)
      const paths = [...new Set(request.body.paths)]
      const include = new Set(request.body.include)
      const includedParts = {
        createdAt: true,
        activeUntil: include.has('active_until'),
        etag: include.has('etag'),
      }
      const links: string[] = []
      let bytes = 0
      const send = (remaining: readonly string[]) =>
        sendText(reply, `{"links":{${links.join(',')}},"remaining":${JSON.stringify(remaining)}}`)
      for (let offset = 0; offset < paths.length; offset += batchSize) {
        const group = paths.slice(offset, offset + batchSize)
        const foundLinks = await Promise.all(group.map((path) => findOwnedLink(store, owner, path)))
        for (const [index, link] of foundLinks.entries()) {
          if (!link) continue
          const path = group[index] ?? link.path
          const text = `${JSON.stringify(path)}:${linkText(link, hosts.defaultOrigin, includedParts)}`
          bytes += Buffer.byteLength(text)
          // The response always contains the first link, so that repeated requests for the rest end.
          if (bytes > lookupLimits.answerBytes && links.length > 0) return send(paths.slice(offset + index))
          links.push(text)
        }
      }
      return send([])
    },
  })
}
