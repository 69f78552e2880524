import { serviceErrors } from '../../contract/service/api/serviceError.ts'
import { announcesOwnService, parseJsonObject, type HttpResponse } from './response.ts'

/**
 * Whether a response to a create proves that no link was stored (decisions, last section). Only a rejection by our own
 * service does, identified by header and code. Other services and gateways can return any status after storing the
 * link.
 */
export function isCertainlyNotStored(response: HttpResponse): boolean {
  const body = announcesOwnService(response) && response.status >= 400 ? parseJsonObject(response) : null
  const code = body?.['code']
  if (typeof code !== 'string' || !Object.hasOwn(serviceErrors, code)) return false
  if (body?.['stored'] !== undefined) return body['stored'] === 'no'
  // Older versions of our service don't send `stored`. With these two codes, an earlier attempt may have created the
  // link.
  return response.status < 500 && code !== 'idempotency_running' && code !== 'idempotency_mismatch'
}
