import type { FastifyReply } from 'fastify'
import { serviceErrorBody } from '../../contract/serviceError.ts'
import { ApiError } from '../http/apiError.ts'

/** The documented errors of an operation; all have the same body. */
export function errorResponses(statuses: number[]): Record<number, typeof serviceErrorBody> {
  return Object.fromEntries(statuses.map((status) => [status, serviceErrorBody]))
}

/** Sends JSON that is text already. */
export function sendText(reply: Pick<FastifyReply, 'type'>, text: string) {
  return reply.type('application/json; charset=utf-8').send(text)
}

/** The same for a path that nobody has and for one of another project or environment. */
export function linkNotFoundError(): ApiError {
  return new ApiError('link_not_found', 'There is no such link in this project and environment.')
}

/** What a route without a body has to tell, since OpenAPI lets nobody declare this header as a parameter. */
export const contentTypeNote =
  'Needs Content-Type: application/json although it has no body. Generated clients leave that out of a GET: ' +
  'make it a default header of the client, such as createClient({ baseUrl, headers: { "Content-Type": ' +
  '"application/json" } }), or set it in a request interceptor: request.headers.set("Content-Type", ' +
  '"application/json").'

/** The path of a link in the path of a route. */
export const linkPathNote = 'The part after the last / in the link.'
