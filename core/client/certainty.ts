import { isAnnounced, isHtml, jsonObjectIn } from './answer.ts'
import type { Answer } from './answer.ts'

/** Statuses by which a server says that it did not get as far as storing anything (RFC 9110, RFC 6585). */
const refusals = new Set([
  400, 401, 402, 403, 404, 405, 406, 407, 410, 411, 412, 413, 414, 415, 417, 421, 422, 426, 429, 431, 451,
])

/**
 * Whether an answer to a create proves that no link was made. Our own service stores nothing when it refuses. Others
 * are known to answer an error after storing: a server error, a gateway's, or a bare framework error proves nothing.
 */
export function certainlyNotStored(answer: Answer): boolean {
  const { status } = answer
  if (status >= 300 && status < 400) return true
  if (status < 300) return isHtml(answer)
  if (isAnnounced(answer)) return status < 500 || status === 503
  if (status === 503) return true
  return refusals.has(status) && !isFrameworkError(answer)
}

/** `{"status": 422, "error": "Unprocessable Entity"}`: what a framework says when the program behind it has failed. */
function isFrameworkError(answer: Answer): boolean {
  const body = jsonObjectIn(answer)
  return answer.status === 422 && body?.['status'] === 422 && body['error'] === 'Unprocessable Entity'
}
