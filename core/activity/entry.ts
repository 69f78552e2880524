import { headers as headerNames } from '../../contract/service/api/headers.ts'
import type { Exchange, OutgoingRequest, RequestContext, SendResult } from '../client/sender.ts'
import { toProblem } from '../client/problems.ts'
import type { Redactor } from '../redactor.ts'
import type { NewEntry } from './store.ts'

/** Maximum length in characters of a recorded request, and of a recorded response. */
const maxTextLength = 64 * 1_024

/** Returns the complete log entry of a request, with all keys redacted. */
export function createEntry(
  { outgoing, sent, startedAt, durationMs }: Exchange,
  redactor: Redactor,
): NewEntry {
  const { about, method } = outgoing
  const redact = (text: string) => redactor.redact(text, maxTextLength)
  // Both the text and the curl command are built from the redacted request.
  const safe = withoutKeys(outgoing, redact)
  return {
    time: startedAt.toISOString(),
    operation: about.operation,
    profileId: about.profile?.id ?? null,
    profileName: about.profile && redact(about.profile.name),
    environment: about.environment,
    method,
    url: safe.url.slice(0, maxTextLength),
    status: sent.ok ? sent.response.status : null,
    code: toCode(sent, about, redactor),
    durationMs,
    bytes: sent.ok ? sent.response.bytes : null,
    attempt: about.attempt,
    request: requestText(safe).slice(0, maxTextLength),
    // The sender has already redacted these.
    answer: (sent.ok ? responseText(sent) : (sent.problem.detail ?? '')).slice(0, maxTextLength),
    curl: toCurl(safe).slice(0, maxTextLength),
  }
}

/** Replaces the key before anything is written, even if the redactor doesn't know it. */
function withoutKeys(outgoing: OutgoingRequest, redact: (text: string) => string): OutgoingRequest {
  const { url, headers, body } = outgoing
  const entries = Object.entries({ ...headers, [headerNames.projectKey]: '$PROJECT_KEY' })
  return {
    ...outgoing,
    url: redact(url),
    headers: Object.fromEntries(entries.map(([name, value]) => [name, redact(value)])),
    ...(body === undefined ? {} : { body: redact(body) }),
  }
}

function toCode(sent: SendResult, { operation }: RequestContext, redactor: Redactor): NewEntry['code'] {
  if (!sent.ok) return sent.problem.code
  // Problem codes describe responses of link services; this host is an arbitrary web server.
  if (operation === 'app_links' || operation === 'image') return null
  // The request is conditional, so 304 (unchanged) is a success.
  if (operation === 'rules' && sent.response.status === 304) return null
  return sent.response.status < 300 ? null : toProblem(sent.response, redactor).code
}

function requestText({ method, url, headers, body }: OutgoingRequest): string {
  return [`${method} ${url}`, ...headerLines(headers), '', body ?? ''].join('\n').trimEnd()
}

function responseText({ response }: Extract<SendResult, { ok: true }>): string {
  // The only response with a secret is a new invitation. The app learns it from here.
  const text = response.text.replaceAll(/"lwk_invite_\w+"/g, '"[invitation]"')
  return [`HTTP ${response.status}`, ...headerLines(response.headers), '', text].join('\n').trimEnd()
}

function headerLines(headers: Record<string, string>): string[] {
  return Object.entries(headers)
    .filter(([name]) => name !== 'set-cookie')
    .map(([name, value]) => `${name}: ${value}`)
}

/** Returns a request as a command for a POSIX shell, with `$PROJECT_KEY` in place of the key. */
function toCurl({ method, url, headers, body }: OutgoingRequest): string {
  const parts = [
    `curl${method === 'GET' ? '' : ` --request ${method}`} ${quoteForShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${headerArgument(name, value)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoteForShell(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** The shell expands variables only inside double quotes. */
function headerArgument(name: string, value: string): string {
  return value === '$PROJECT_KEY' ? `"${name}: $PROJECT_KEY"` : quoteForShell(`${name}: ${value}`)
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
