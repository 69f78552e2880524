import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { historiesResponse, historiesRequest, historyLimits } from '../../contract/linkChanges.ts'
import { parseTimestamp } from '../../contract/timestamp.ts'
import type { Store } from '../store/store.ts'
import { belongsTo, requestOwner } from './headerGuard.ts'
import { replaceBody } from './requestBody.ts'
import { errorResponses, sendText } from './responses.ts'
import { historyEntryText } from './responseText.ts'

/** Number of links read from the database at a time. */
const batchSize = 25
/** Changes per read. Most links change rarely, so a second read is rarely needed. */
const pageSize = 10

/** Adds the history of many links (specification 4.10), behind the header guard. */
export function historiesRoute(app: FastifyInstance, store: Store): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/links/history',
    schema: {
      operationId: 'retrieveHistories',
      summary: 'Retrieve the history of many links',
      description: 'Paths without a link in this project and environment are omitted from the response.',
      body: historiesRequest,
      response: {
        200: historiesResponse,
        ...errorResponses([400, 401, 403, 408, 413, 415, 422, 429, 431, 500, 503]),
      },
    },
    preValidation: replaceBody,
    handler: async (request, reply) => {
      const owner = requestOwner(request)
      const since = parseTimestamp(request.body.since) ?? 0
      const paths = [...new Set(request.body.paths)]
      const [members, remaining]: [string[], string[]] = [[], []]
      let bytes = 0
      for (let offset = 0; offset < paths.length; offset += batchSize) {
        const room = historyLimits.answerBytes - bytes
        const group = paths.slice(offset, offset + batchSize)
        const histories = await Promise.all(
          group.map(async (path) => {
            const link = await store.findLink(path)
            return belongsTo(owner, link) ? await laterChanges(store, link.id, since, room) : undefined
          }),
        )
        for (const [index, entries] of histories.entries()) {
          if (entries === undefined) continue
          const path = group[index] ?? ''
          const text = entries && `${JSON.stringify(path)}:[${entries.join(',')}]`
          if (text === null || bytes + Buffer.byteLength(text) > historyLimits.answerBytes)
            remaining.push(path)
          else {
            bytes += Buffer.byteLength(text)
            members.push(text)
          }
        }
      }
      return sendText(reply, `{"history":{${members.join(',')}},"remaining":${JSON.stringify(remaining)}}`)
    },
  })
}

/**
 * Returns a link's changes after a time as JSON texts, newest first; `null` if there are too many, or more bytes than there
 * is room for.
 */
async function laterChanges(
  { changes }: Store,
  link: number,
  since: number,
  room: number,
): Promise<string[] | null> {
  const texts: string[] = []
  let bytes = 0
  for (let cursor = Number.MAX_SAFE_INTEGER; ;) {
    const page = await changes.list(link, cursor, pageSize)
    for (const change of page) {
      if (change.at <= since) return texts
      if (texts.length === historyLimits.defaultEntries) return null
      const text = historyEntryText(change)
      bytes += Buffer.byteLength(text)
      if (bytes > room) return null
      texts.push(text)
      cursor = change.at
    }
    if (page.length < pageSize) return texts
  }
}
