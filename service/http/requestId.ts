import type { IncomingMessage } from 'node:http'
import { headers } from '../../contract/headers.ts'
import { randomText } from '../random/text.ts'

/** By which a caller and an operator speak about the same request. */
export function requestId(): string {
  return `req_${randomText(12)}`
}

/** The id that a proxy in front has given the request, so that both logs tell of it by the same name. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers[headers.requestId.toLowerCase()]
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : requestId()
}
