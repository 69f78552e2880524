import type { IncomingMessage } from 'node:http'
import { headers } from '../../contract/headers.ts'
import { mayHoldProjectKey } from '../projectKey.ts'
import { randomText } from '../random/text.ts'

/** By which a caller and an operator speak about the same request. */
export function createRequestId(): string {
  return `req_${randomText(12)}`
}

/** The id that a proxy in front has given the request, so that both logs tell of it by the same name. */
export function readRequestId(request: IncomingMessage): string {
  const given = request.headers[headers.requestId.toLowerCase()]
  return typeof given === 'string' && isUsable(given) ? given : createRequestId()
}

/** Whether an id can stand in a log. A proxy may pass on what its caller sent, such as the key. */
function isUsable(id: string): boolean {
  return /^[\w.:-]{1,128}$/.test(id) && !mayHoldProjectKey(id)
}
