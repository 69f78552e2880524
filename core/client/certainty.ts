import { serviceErrors } from '../../contract/serviceError.ts'
import { announcesOwnService, parseJsonObject } from './response.ts'
import type { Answer } from './response.ts'

/**
 * Whether an answer to a create proves that no link was made (decisions, last section). Only a refusal of our own
 * service does, known by its header and its code. Any other service or gateway is known to answer anything after storing.
 */
export function isCertainlyNotStored(answer: Answer): boolean {
  const body = announcesOwnService(answer) && answer.status >= 400 ? parseJsonObject(answer) : null
  const code = body?.['code']
  if (typeof code !== 'string' || !Object.hasOwn(serviceErrors, code)) return false
  if (body?.['stored'] !== undefined) return body['stored'] === 'no'
  // What a service says that is too old to say it: these two are about a link that an earlier attempt may have made.
  return answer.status < 500 && code !== 'idempotency_running' && code !== 'idempotency_mismatch'
}
