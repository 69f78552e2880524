import { listLimits, listPath, listQuery, listResponse } from '../../contract/service/lookup/linkList.ts'
import { ApiError, invalidFieldsError } from '../http/apiError.ts'
import { listStart, type ListPlace } from '../store/links/linkList.ts'
import type { LinkOwner } from '../store/links/links.ts'
import type { Store } from '../store/store.ts'
import type { Api, ApiParts } from './apiParts.ts'
import { requestOwner } from './headerGuard.ts'
import { contentTypeNote, withErrors, sendText } from './responses.ts'
import { listedLinkText } from './responseText.ts'

/** Number of links read from the database at a time: a page of long ones ends early. */
const batchSize = 101

/** Adds the list of a project's links (specification 4.13), behind the header guard. */
export function listRoute(api: Api, { store, hosts }: ApiParts): void {
  api.route({
    method: 'GET',
    url: listPath,
    schema: {
      operationId: 'listLinks',
      summary: 'List the links of the project',
      description: `Lists all links of the project and environment in the order in which they were last written. Returns 410 if the cursor is from a later state of the database, which was then restored: read the list from its start. ${contentTypeNote}`,
      querystring: listQuery,
      response: withErrors(listResponse, [410, 422]),
    },
    handler: async (request, reply) => {
      const owner = requestOwner(request)
      const { after, limit = listLimits.defaultLinks } = request.query
      const start = after === undefined ? listStart : parseCursor(after)
      const { end, now } = await store.list.end()
      await rejectExpired(store, owner, start, now)
      const links: string[] = []
      let [place, bytes] = [start, 0]
      const send = (isMore: boolean) => {
        const text = `{"links":[${links.join(',')}],"cursor":"${formatCursor(place)}","more":${isMore}}`
        return sendText(reply.header('cache-control', 'no-store'), text)
      }
      for (;;) {
        // One more than fits into the page shows whether there are more.
        const wanted = Math.min(batchSize, Number(limit) + 1 - links.length)
        const rows = await store.list.read(owner, place, end, wanted)
        for (const row of rows) {
          const text = listedLinkText(row, hosts.defaultOrigin)
          bytes += Buffer.byteLength(text)
          // A page has at least one link, so that repeated requests for the rest end.
          if (links.length === Number(limit) || (bytes > listLimits.answerBytes && links.length > 0))
            return send(true)
          links.push(text)
          place = row.place
        }
        if (rows.length < wanted) return send(false)
      }
    },
  })
}

/** Throws if links may have changed without getting a place after this one. */
async function rejectExpired(store: Store, owner: LinkOwner, place: ListPlace, now: number | null) {
  if (place.id === 0) return
  const isClockSetBack = now !== null && place.stamp > now
  if (!isClockSetBack && (await store.list.has(owner, place))) return
  throw new ApiError(
    'cursor_expired',
    'The database was restored, or its clock was set back, after this cursor. Read the list from its start.',
  )
}

/** Returns the cursor of a place. */
export function formatCursor({ stamp, id }: ListPlace): string {
  return `1-${stamp.toString(36)}-${id.toString(36)}`
}

function parseCursor(cursor: string): ListPlace {
  const [, stamp = NaN, id = NaN] = cursor.split('-').map((part) => Number.parseInt(part, 36))
  if (Number.isSafeInteger(stamp) && Number.isSafeInteger(id)) return { stamp, id }
  throw invalidFieldsError({ after: 'Must be the cursor of a response.' })
}
