import { isObject } from '../../contract/service/json/json.ts'
import { isExcessiveText } from '../../contract/service/json/jsonScan.ts'
import type { Problem, ProblemCode } from '../../contract/app/problems/problem.ts'
import type { Redactor } from '../redactor.ts'
import { isHtml, parseJsonObject, readText, type HttpResponse } from './response.ts'
import { parseRetryAfter } from './retryAfter.ts'

/** Returns the problem for an unexpected response, with the service's message redacted and truncated. */
export function toProblem(response: HttpResponse, redactor: Redactor): Problem {
  return describeProblem(toProblemCode(response), response, redactor)
}

/** Like `toProblem`, with a code that the caller has determined. */
export function describeProblem(code: ProblemCode, response: HttpResponse, redactor: Redactor): Problem {
  const body = parseJsonObject(response)
  const message = redactor.redact(responseMessage(response, body), 300).slice(0, 300)
  const fields = readFieldErrors(body, redactor)
  const requestId = response.headers['x-request-id'] ?? readText(body, 'request_id')
  const retryAfterMs = parseRetryAfter(response.headers['retry-after'])
  const location = redirectTarget(response)
  return {
    code,
    status: response.status,
    ...(message && { said: message }),
    ...(fields && { fields }),
    ...(requestId && { requestId: redactor.redact(requestId, 100).slice(0, 100) }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(location !== null && { detail: redactor.redact(`Location: ${location}`) }),
  }
}

function isExcessiveJson({ headers, text }: HttpResponse): boolean {
  return /json/i.test(headers['content-type'] ?? '') && isExcessiveText(text)
}

/** Whether the response is an HTML page whose title looks like a network sign-in. */
function isSignIn(response: HttpResponse): boolean {
  return (
    response.status < 400 &&
    isHtml(response) &&
    /captive|hotspot|wi-?fi|guest|portal/i.test(parseHtmlTitle(response) ?? '')
  )
}

function parseHtmlTitle({ text }: HttpResponse): string | undefined {
  return /<title[^<>]*>([^<]*)/i.exec(text)?.[1]
}

function toProblemCode(response: HttpResponse): ProblemCode {
  const { status } = response
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 511 || isSignIn(response)) return 'captive_portal'
  const body = parseJsonObject(response)
  if (!body && isExcessiveJson(response)) return 'answer_too_large'
  if (!body) return status < 500 ? codeWithoutJson(response) : byKind(response)
  return status < 300 ? 'answer_unreadable' : refusalCode(response, body)
}

function refusalCode(response: HttpResponse, body: Record<string, unknown>): ProblemCode {
  const own = readText(body, 'code') ?? ''
  if (Object.hasOwn(byOwnCode, own)) return byOwnCode[own] as ProblemCode
  if (response.status === 400) return badRequest(readText(body, 'error') ?? '')
  return byStatus[response.status] ?? byKind(response)
}

/** Codes of our own service that are more specific than their status (contract/service/api/serviceError.ts). */
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
  path_taken: 'path_taken',
  cursor_expired: 'list_expired',
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
function codeWithoutJson(response: HttpResponse): ProblemCode {
  if (response.status === 429) return 'throttled'
  if (response.status === 408) return 'timed_out'
  return response.status === 401 && !isHtml(response) ? 'key_refused' : 'not_the_service'
}

function badRequest(message: string): ProblemCode {
  if (/environment/i.test(message)) return 'environment_refused'
  return /(project|api)[\s_-]*key/i.test(message) ? 'key_refused' : 'request_refused'
}

function byKind(response: HttpResponse): ProblemCode {
  if (response.status < 500) return 'request_refused'
  if (response.status !== 503) return 'service_failed'
  // A known implementation throttles with a plain-text 503 (specification 11).
  return parseJsonObject(response) || isHtml(response) ? 'service_unavailable' : 'throttled'
}

function responseMessage(response: HttpResponse, body: Record<string, unknown> | null): string {
  if (body) return readText(body, 'error') ?? readText(body, 'message') ?? ''
  return (parseHtmlTitle(response) ?? (isHtml(response) ? '' : response.text)).replace(/\s+/g, ' ').trim()
}

/** Returns the target of a redirect without its query, which may be private. */
function redirectTarget({ status, headers }: HttpResponse): string | null {
  if (status < 300 || status >= 400) return null
  return (headers['location'] ?? '').replace(/[?#].*$/s, '').slice(0, 200) || null
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
