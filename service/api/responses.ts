import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { serviceErrorBody } from '../../contract/service/api/serviceError.ts'
import { ApiError } from '../http/apiError.ts'

/** Errors of every operation with a key. */
const commonStatuses = [400, 401, 403, 408, 415, 429, 431, 500, 503]

/** Returns the documented responses of an operation with a key: that of success, the common errors and these. */
export function withErrors<Success extends z.ZodType>(success: Success, statuses: readonly number[] = []) {
  return { 200: success, ...errorResponses([...commonStatuses, ...statuses]) }
}

/** Returns the documented errors of an operation; all have the same body. */
export function errorResponses(statuses: readonly number[]): Record<number, typeof serviceErrorBody> {
  return Object.fromEntries(statuses.map((status) => [status, serviceErrorBody]))
}

/** Sends JSON that is already text. */
export function sendText(reply: Pick<FastifyReply, 'type'>, text: string) {
  return reply.type('application/json; charset=utf-8').send(text)
}

/** Returns the error for an unknown path. A path of another project or environment gets the same one. */
export function linkNotFoundError(): ApiError {
  return new ApiError('link_not_found', 'No link with this path exists in this project and environment.')
}

/** Documentation of this header for routes without a body, because OpenAPI doesn't allow it as a parameter. */
export const contentTypeNote =
  'Needs Content-Type: application/json although it has no body. Generated clients omit it for GET. Set it as ' +
  'a default header of the client, such as createClient({ baseUrl, headers: { "Content-Type": ' +
  '"application/json" } }), or set it in a request interceptor: request.headers.set("Content-Type", ' +
  '"application/json").'

/** The parameters of routes with a link's path. */
export const linkParams = z.object({
  link_path: z.string().describe('The part after the last / in the link.'),
})

/** Returns the error of a request beyond a daily limit of its project. */
export function dailyLimitError(counted: 'new links' | 'changes', secondsLeft: number): ApiError {
  const sentence = `The project has reached its daily limit of ${counted}. The limit resets at midnight UTC, in ${secondsLeft} s.`
  return new ApiError('rate_limited', sentence, { headers: { 'retry-after': String(secondsLeft) } })
}
