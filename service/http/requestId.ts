import type { IncomingMessage } from 'node:http'
import { headers } from '../../contract/service/api/headers.ts'
import { mayContainProjectKey } from '../projectKey.ts'
import { randomText } from '../random/text.ts'

/** Identifies a request to both caller and operator. */
export function createRequestId(): string {
  return `req_${randomText(12)}`
}

/** The id that a proxy has set, so that both logs use the same one. */
export function readRequestId(request: IncomingMessage): string {
  const id = request.headers[headers.requestId.toLowerCase()]
  // A proxy may pass on what its client sent, which may be a key.
  const isSafeToLog = typeof id === 'string' && /^[\w.:-]{1,128}$/.test(id) && !mayContainProjectKey(id)
  return isSafeToLog ? id : createRequestId()
}
