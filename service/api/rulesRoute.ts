import { z } from 'zod'
import { headers } from '../../contract/service/api/headers.ts'
import { rulesPath } from '../../contract/service/rules/serviceRules.ts'
import { sharedFileFormat, sharedFileVersion } from '../../contract/service/rules/sharedFile.ts'
import type { Store } from '../store/store.ts'
import { matchesIfNone } from '../http/entityTags.ts'
import { entityTag } from './entityTags.ts'
import type { Api } from './apiParts.ts'
import { requestOwner } from './headerGuard.ts'
import { contentTypeNote, sendText, withErrors } from './responses.ts'

/** Documents only what clients can rely on. The file has its own JSON Schema. */
const rulesResponse = z
  .looseObject({ format: z.literal(sharedFileFormat), version: z.literal(sharedFileVersion) })
  .describe('A file of rules, presets and views: docs/using/linkwright-rules.schema.json.')

/** Adds the rules of the project (specification 4.11), behind the header guard. */
export function rulesRoute(api: Api, { store }: { store: Store }): void {
  api.route({
    method: 'GET',
    url: rulesPath,
    schema: {
      operationId: 'retrieveRules',
      summary: 'Retrieve the rules of the project',
      description: contentTypeNote,
      response: {
        ...withErrors(rulesResponse),
        204: z.null().describe('The operator has not set any rules.'),
        304: z.null().describe('The rules have not changed since the ETag in If-None-Match.'),
      },
    },
    handler: async (request, reply) => {
      const rules = await store.rules.find(requestOwner(request).project)
      // A cache between service and client must not hand one project's rules to another.
      reply.header('cache-control', 'private, no-cache')
      if (rules === null || rules.content === null) return reply.code(204).send(null)
      const etag = entityTag({ updatedAt: rules.setAt })
      reply.header(headers.etag, etag).header('last-modified', new Date(rules.setAt).toUTCString())
      if (matchesIfNone(request.headers['if-none-match'], etag)) return reply.code(304).send(null)
      return sendText(reply, rules.content)
    },
  })
}
