import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { lookupLimits } from '../../contract/service/link/lookupLimits.ts'
import { lookupManyResponse, lookupRequest } from '../../contract/service/link/lookupMany.ts'
import type { ApiParts } from './apiParts.ts'
import { requestOwner } from './headerGuard.ts'
import { findOwnedLink } from '../links/ownership.ts'
import { replaceBody } from './requestBody.ts'
import { errorResponses, sendText } from './responses.ts'
import { linkMemberText, lookupManyResponseText } from './responseText.ts'

/**
 * Maximum number of links read from the database at a time. All links of a request, with app data of maximum length,
 * would be ten times as long as a response may be.
 */
const batchSize = 25

/** Adds the lookup of many links (specification 4.6), behind the header guard. */
export function lookupManyRoute(app: FastifyInstance, { store, hosts }: ApiParts): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/links/lookup',
    schema: {
      operationId: 'retrieveLinks',
      summary: 'Retrieve many links',
      description: 'Paths without a link in this project and environment are omitted from the response.',
      body: lookupRequest,
      response: {
        200: lookupManyResponse,
        ...errorResponses([400, 401, 403, 408, 413, 415, 422, 429, 431, 500, 503]),
      },
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
      for (let offset = 0; offset < paths.length; offset += batchSize) {
        const group = paths.slice(offset, offset + batchSize)
        const foundLinks = await Promise.all(group.map((path) => findOwnedLink(store, owner, path)))
        for (const [index, link] of foundLinks.entries()) {
          if (!link) continue
          const text = linkMemberText(group[index] ?? link.path, link, hosts.defaultOrigin, includedParts)
          bytes += Buffer.byteLength(text)
          // The response always contains the first link, so that repeated requests for the rest end.
          if (bytes > lookupLimits.answerBytes && links.length > 0) {
            return sendText(reply, lookupManyResponseText(links, paths.slice(offset + index)))
          }
          links.push(text)
        }
      }
      return sendText(reply, lookupManyResponseText(links, []))
    },
  })
}
