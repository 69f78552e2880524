import { headers as headerNames } from '../../contract/service/api/headers.ts'
import type { Exchange, OutgoingRequest, RequestContext, SendResult } from '../client/sender.ts'
import { toProblem } from '../client/problems.ts'
import type { Redactor } from '../redactor.ts'
import type { NewEntry } from './store.ts'
import { extractLinkText, parseRemoteLink } from '../../contract/app/link/remoteLink.ts'
import { parseJsonObject, readText, type HttpResponse } from '../client/response.ts'

/** Maximum length in characters of a recorded request, and of a recorded response. */
const maxTextLength = 64 * 1_024
/** Maximum length in characters of title and link. */
const maxSubjectLength = 2_048

/** Returns the complete log entry of a request, with all keys redacted. */
export function createEntry(
  { outgoing, sent, startedAt, durationMs }: Exchange,
  redactor: Redactor,
): NewEntry {
  const { about, method } = outgoing
  const redact = (text: string) => redactor.redact(text, maxTextLength)
  const redactSubject = (text: string | null) =>
    text === null ? null : redactor.redact(text, maxSubjectLength).slice(0, maxSubjectLength)
  // Both the text and the curl command are built from the redacted request.
  const safe = withoutKeys(outgoing, redact)
  const { title, link } = findSubject(outgoing, sent)
  return {
    time: startedAt.toISOString(),
    operation: about.operation,
    profileId: about.profile?.id ?? null,
    profileName: redactSubject(about.profile?.name ?? null),
    environment: about.environment,
    method,
    url: safe.url.slice(0, maxTextLength),
    status: sent.ok ? sent.response.status : null,
    code: toCode(sent, about, redactor),
    durationMs,
    bytes: sent.ok ? sent.response.bytes : null,
    attempt: about.attempt,
    title: redactSubject(title),
    link: redactSubject(link),
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

/** The link that a request was about, as far as the request and response reveal it. */
interface Subject {
  title: string | null
  /** The link's URL, or only its path if nothing else is known. */
  link: string | null
}

/** Returns the link that a request was about. Connection tests aren't about any link. */
export function findSubject({ about, url, body }: OutgoingRequest, result: SendResult): Subject {
  const response = result.ok && result.response.status < 300 ? result.response : null
  if (about.operation === 'create') {
    return {
      title: readText(parseBody(body), 'title'),
      link: readText(response && parseJsonObject(response), 'link'),
    }
  }
  if (about.operation === 'visits' || about.operation === 'history')
    return { title: null, link: subresourcePath(url) }
  const isOfLink = about.operation === 'lookup' || about.operation === 'change'
  return isOfLink ? lookupSubject(url, response) : { title: null, link: null }
}

function lookupSubject(url: string, response: HttpResponse | null): Subject {
  const text = response && extractLinkText(response.text)
  const link = text === null ? null : parseRemoteLink(text)
  return { title: link?.title || null, link: link?.access_path ?? lookupPath(url) }
}

function parseBody(body: string | undefined): Record<string, unknown> | null {
  return body === undefined ? null : parseJsonObject({ text: body })
}

/**
 * Returns the path in `GET /link/:link_path` (specification 4.2). `null` for `POST /links/lookup`, which concerns many
 * links.
 */
function lookupPath(url: string): string | null {
  return pathSegment(url, -2) === 'link' ? pathSegment(url, -1) : null
}

/**
 * Returns the path in `GET /link/:link_path/visits` and `…/history` (docs/service-api.md, 4.5 and 4.10). Returns `null`
 * for `POST /visits`, which covers many links.
 */
function subresourcePath(url: string): string | null {
  return pathSegment(url, -3) === 'link' ? pathSegment(url, -2) : null
}

function pathSegment(url: string, index: number): string | null {
  return decodeURIComponent(URL.parse(url)?.pathname.split('/').at(index) ?? '') || null
}
