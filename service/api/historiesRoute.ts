import {
  historiesResponse,
  historiesRequest,
  historyLimits,
} from '../../contract/service/link/linkChanges.ts'
import { parseTimestamp } from '../../contract/service/text/timestamp.ts'
import type { Store } from '../store/store.ts'
import type { Api } from './apiParts.ts'
import { requestOwner } from './headerGuard.ts'
import { readHistory } from '../links/history.ts'
import { findOwnedLink } from '../links/ownership.ts'
import { replaceBody } from './requestBody.ts'
import { withErrors, sendText } from './responses.ts'
import { historyEntryText } from './responseText.ts'

/** Number of links whose changes are read at a time. Together, they can be as many times as long as a response may be. */
const batchSize = 10

/** Adds the history of many links (specification 4.10), behind the header guard. */
export function historiesRoute(api: Api, store: Store): void {
  api.route({
    method: 'POST',
    url: '/links/history',
    schema: {
      operationId: 'retrieveHistories',
      summary: 'Retrieve the history of many links',
      description: 'Paths without a link in this project and environment are omitted from the response.',
      body: historiesRequest,
      response: withErrors(historiesResponse, [413, 422]),
    },
    preValidation: replaceBody,
    handler: async (request, reply) => {
      const owner = requestOwner(request)
      const since = parseTimestamp(request.body.since) ?? 0
      const paths = [...new Set(request.body.paths)]
      const [members, remaining]: [string[], string[]] = [[], []]
      let bytes = 0
      for (let offset = 0; offset < paths.length; offset += batchSize) {
        const group = paths.slice(offset, offset + batchSize)
        const room = historyLimits.answerBytes - bytes
        const histories = await Promise.all(
          group.map(async (path) => {
            const link = await findOwnedLink(store, owner, path)
            return link && { path, entries: await laterChanges(store, link.id, since, room) }
          }),
        )
        for (const { path, entries } of histories.filter((history) => history !== null)) {
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
  store: Store,
  link: number,
  since: number,
  room: number,
): Promise<string[] | null> {
  const texts: string[] = []
  let bytes = 0
  for await (const change of readHistory(store, link)) {
    if (change.at <= since) return texts
    if (texts.length === historyLimits.defaultEntries) return null
    const text = historyEntryText(change)
    bytes += Buffer.byteLength(text)
    if (bytes > room) return null
    texts.push(text)
  }
  return texts
}
