import { isObject } from '../../contract/json.ts'
import { isExcessiveText } from '../../contract/jsonScan.ts'
import type { Problem, ProblemCode } from '../../contract/problem.ts'
import type { Redactor } from '../redactor.ts'
import { isHtml, parseJsonObject } from './response.ts'
import type { Answer } from './response.ts'
import { parseRetryAfter } from './retryAfter.ts'

/** Returns the problem for an unexpected response, with the service's message redacted and truncated. */
export function problemOf(answer: Answer, redactor: Redactor): Problem {
  return describeProblem(codeOf(answer), answer, redactor)
}

/** The same with a code that the caller already knows. */
export function describeProblem(code: ProblemCode, answer: Answer, redactor: Redactor): Problem {
  const body = parseJsonObject(answer)
  const message = redactor.redact(responseMessage(answer, body), 300).slice(0, 300)
  const fields = readFieldErrors(body, redactor)
  const requestId = answer.headers['x-request-id'] ?? readText(body, 'request_id')
  const retryAfterMs = parseRetryAfter(answer.headers['retry-after'])
  const location = redirectTarget(answer)
  return {
    code,
    status: answer.status,
    ...(message && { said: message }),
    ...(fields && { fields }),
    ...(requestId && { requestId: redactor.redact(requestId, 100).slice(0, 100) }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(location !== null && { detail: redactor.redact(`Location: ${location}`) }),
  }
}

function isExcessiveJson({ headers, text }: Answer): boolean {
  return /json/i.test(headers['content-type'] ?? '') && isExcessiveText(text)
}

/** Whether the response is an HTML page whose title looks like a network sign-in. */
function isSignIn(answer: Answer): boolean {
  return (
    answer.status < 400 &&
    isHtml(answer) &&
    /captive|hotspot|wi-?fi|guest|portal/i.test(titleOf(answer) ?? '')
  )
}

function titleOf({ text }: Answer): string | undefined {
  return /<title[^<>]*>([^<]*)/i.exec(text)?.[1]
}

function codeOf(answer: Answer): ProblemCode {
  const { status } = answer
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 511 || isSignIn(answer)) return 'captive_portal'
  const body = parseJsonObject(answer)
  if (!body && isExcessiveJson(answer)) return 'answer_too_large'
  if (!body) return status < 500 ? codeWithoutJson(answer) : byKind(answer)
  return status < 300 ? 'answer_unreadable' : refusalCode(answer, body)
}

function refusalCode(answer: Answer, body: Record<string, unknown>): ProblemCode {
  const own = readText(body, 'code') ?? ''
  if (Object.hasOwn(byOwnCode, own)) return byOwnCode[own] as ProblemCode
  if (answer.status === 400) return badRequest(readText(body, 'error') ?? '')
  return byStatus[answer.status] ?? byKind(answer)
}

/** Codes of our own service that are more specific than their status (contract/serviceError.ts). */
const byOwnCode: Record<string, ProblemCode> = {
  missing_project_key: 'key_refused',
  invalid_project_key: 'key_refused',
  key_scope: 'key_scope',
  key_environment: 'key_environment',
  changes_off: 'changes_off',
  precondition_failed: 'link_changed',
  invalid_environment: 'environment_refused',
  not_found: 'not_the_service',
  link_not_found: 'link_not_found',
  invitation_not_valid: 'invitation_not_valid',
  rate_limited: 'throttled',
  idempotency_running: 'throttled',
  unavailable: 'service_unavailable',
  internal: 'service_failed',
}

const byStatus: Record<number, ProblemCode> = {
  401: 'key_refused',
  403: 'key_refused',
  404: 'link_not_found',
  405: 'not_the_service',
  407: 'not_the_service',
  408: 'timed_out',
  429: 'throttled',
}

/** A rejection without JSON, or with HTML, probably comes from a gateway, not the service. */
function codeWithoutJson(answer: Answer): ProblemCode {
  if (answer.status === 429) return 'throttled'
  if (answer.status === 408) return 'timed_out'
  return answer.status === 401 && !isHtml(answer) ? 'key_refused' : 'not_the_service'
}

function badRequest(message: string): ProblemCode {
  if (/environment/i.test(message)) return 'environment_refused'
  return /(project|api)[\s_-]*key/i.test(message) ? 'key_refused' : 'request_refused'
}

function byKind(answer: Answer): ProblemCode {
  if (answer.status < 500) return 'request_refused'
  if (answer.status !== 503) return 'service_failed'
  // A known implementation throttles with a plain-text 503 (specification 11).
  return parseJsonObject(answer) || isHtml(answer) ? 'service_unavailable' : 'throttled'
}

function responseMessage(answer: Answer, body: Record<string, unknown> | null): string {
  if (body) return readText(body, 'error') ?? readText(body, 'message') ?? ''
  return (titleOf(answer) ?? (isHtml(answer) ? '' : answer.text)).replace(/\s+/g, ' ').trim()
}

/** Returns the target of a redirect without its query, which may be private. */
function redirectTarget({ status, headers }: Answer): string | null {
  if (status < 300 || status >= 400) return null
  return (headers['location'] ?? '').replace(/[?#].*$/s, '').slice(0, 200) || null
}

function readText(body: Record<string, unknown> | null, name: string): string | null {
  const value = body?.[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function readFieldErrors(
  body: Record<string, unknown> | null,
  redactor: Redactor,
): Record<string, string> | null {
  const fields = body?.['fields']
  if (!isObject(fields)) return null
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  if (texts.length === 0) return null
  return Object.fromEntries(
    texts.slice(0, 50).map(([name, text]) => [name.slice(0, 100), redactor.redact(text, 300).slice(0, 300)]),
  )
}
