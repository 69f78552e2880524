import type { z } from 'zod'
import {
  visitLimits,
  visitLinesResponse,
  visitsResponse,
  visitsQuery,
  visitsRequest,
} from '../../contract/service/link/visits.ts'
import { invalidFieldsError } from '../http/apiError.ts'
import type { VisitRetentionSetting } from '../settings/visits.ts'
import type { Store } from '../store/store.ts'
import { startOfDay, spans } from '../store/visits/visits.ts'
import { parseDay, readVisitLines, readVisits, type Days } from '../visits/report.ts'
import { toHour, computeRetention } from '../visits/retention.ts'
import type { Api } from './apiParts.ts'
import { requestOwner } from './headerGuard.ts'
import { findOwnedLink } from '../links/ownership.ts'
import { linkNotFoundError, linkParams, contentTypeNote, withErrors, sendText } from './responses.ts'
import { replaceBody } from './requestBody.ts'

/** Adds the visit reports (specification 4.5), behind the header guard. */
export function visitRoutes(api: Api, store: Store, retention: VisitRetentionSetting): void {
  visitsRoute(api, store, retention)
  visitLinesRoute(api, store)
}

function visitsRoute(api: Api, store: Store, retention: VisitRetentionSetting): void {
  api.route({
    method: 'GET',
    url: '/link/:link_path/visits',
    schema: {
      operationId: 'retrieveVisits',
      summary: 'Retrieve the visits of a link',
      description: contentTypeNote,
      params: linkParams,
      querystring: visitsQuery,
      response: withErrors(visitsResponse, [404, 422]),
    },
    handler: async (request, reply) => {
      const now = Date.now()
      const days = readDays(request.query, today(now))
      const link = await findOwnedLink(store, requestOwner(request), request.params.link_path)
      if (!link) throw linkNotFoundError()
      const visits = await readVisits(store.visits, link.id, days, computeRetention(now, retention))
      return sendText(reply, JSON.stringify({ visits }))
    },
  })
}

function visitLinesRoute(api: Api, store: Store): void {
  api.route({
    method: 'POST',
    url: '/visits',
    schema: {
      operationId: 'retrieveVisitLines',
      summary: 'Retrieve a summary of the visits of many links',
      description: 'Paths without a link in this project and environment are omitted from the response.',
      body: visitsRequest,
      response: withErrors(visitLinesResponse, [413, 422]),
    },
    preValidation: replaceBody,
    handler: async (request, reply) => {
      const owner = requestOwner(request)
      const paths = [...new Set(request.body.paths)]
      const links = await Promise.all(paths.map((path) => findOwnedLink(store, owner, path)))
      const ownLinks = links.filter((link) => link !== null)
      return sendText(reply, JSON.stringify(await readVisitLines(store.visits, ownLinks, today(Date.now()))))
    },
  })
}

function today(now: number): number {
  return startOfDay(toHour(now))
}

function readDays(query: z.infer<typeof visitsQuery>, todayStart: number): Days {
  const lastDay = query.to === undefined ? todayStart : parseDay(query.to)
  const from =
    query.from === undefined ? lastDay - (visitLimits.defaultDays - 1) * spans.day : parseDay(query.from)
  if (from > lastDay) throw invalidFieldsError({ from: 'Must not be after the last day.' })
  if ((lastDay - from) / spans.day >= visitLimits.days) {
    throw invalidFieldsError({ from: `Must be at most ${visitLimits.days - 1} days before the last day.` })
  }
  return { from, to: lastDay }
}
