import {
  historiesResponse,
  historiesRequest,
  historyLimits,
} from '../../contract/service/link/linkChanges.ts'
import { parseTimestamp } from '../../contract/service/text/timestamp.ts'
import type { LinkChange } from '../store/links/changeStore.ts'
import type { LinkOwner } from '../store/links/links.ts'
import type { Store } from '../store/store.ts'
import type { Api } from './apiParts.ts'
import { requestOwner } from './headerGuard.ts'
import { findOwnedLink } from '../links/ownership.ts'
import { replaceBody } from './requestBody.ts'
import { withErrors, sendText } from './responses.ts'
import { historyEntryText } from './responseText.ts'

/** Number of links whose latest change is read at a time. */
const batchSize = 25
/** Changes per read after that. */
const pageSize = 10

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
        const links = await Promise.all(group.map((path) => findLatestChange(store, owner, path)))
        // One link after another, because together they could read much more than there is room for.
        for (const [index, link] of links.entries()) {
          if (link === null) continue
          const path = group[index] ?? ''
          const entries = await laterChanges(store, link, since, historyLimits.answerBytes - bytes)
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

/** A link's id, and its latest change if it has any. */
interface LatestChange {
  id: number
  latest: LinkChange[]
}

/** Returns `null` if the owner has no such link. */
async function findLatestChange(store: Store, owner: LinkOwner, path: string): Promise<LatestChange | null> {
  const link = await findOwnedLink(store, owner, path)
  return link && { id: link.id, latest: await store.changes.list(link.id, Number.MAX_SAFE_INTEGER, 1) }
}

/**
 * Returns a link's changes after a time as JSON texts, newest first; `null` if there are too many, or more bytes than there
 * is room for.
 */
async function laterChanges(
  { changes }: Store,
  { id, latest }: LatestChange,
  since: number,
  room: number,
): Promise<string[] | null> {
  const texts: string[] = []
  let [cursor, bytes] = [0, 0]
  for (let page = latest; page.length > 0; page = await changes.list(id, cursor, pageSize)) {
    for (const change of page) {
      if (change.at <= since) return texts
      if (texts.length === historyLimits.defaultEntries) return null
      const text = historyEntryText(change)
      bytes += Buffer.byteLength(text)
      if (bytes > room) return null
      texts.push(text)
      cursor = change.at
    }
  }
  return texts
}
