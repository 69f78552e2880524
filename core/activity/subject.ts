import { linkTextIn, parseRemoteLink } from '../../contract/remoteLink.ts'
import { jsonObjectIn } from '../client/answer.ts'
import type { Answer } from '../client/answer.ts'
import type { Outgoing, Sent } from '../client/send.ts'

/** Which link a request was about, as far as request and answer tell. */
export interface Subject {
  title: string | null
  /** Its URL; its path where no more is known. */
  link: string | null
}

/** Reads off a request which link it was about. A test of the connection is about none. */
export function subjectOf({ about, url, body }: Outgoing, sent: Sent): Subject {
  const answer = sent.ok && sent.answer.status < 300 ? sent.answer : null
  if (about.operation === 'create') {
    return { title: textIn(bodyIn(body), 'title'), link: textIn(answer && jsonObjectIn(answer), 'link') }
  }
  if (about.operation === 'visits') return { title: null, link: visitsPathIn(url) }
  return about.operation === 'lookup' ? lookedUp(url, answer) : { title: null, link: null }
}

function lookedUp(url: string, answer: Answer | null): Subject {
  const text = answer && linkTextIn(answer.text)
  const found = text === null ? null : parseRemoteLink(text)
  return { title: found?.title || null, link: found?.access_path ?? pathIn(url) }
}

function bodyIn(body: string | undefined): Record<string, unknown> | null {
  return body === undefined ? null : jsonObjectIn({ text: body })
}

function textIn(object: Record<string, unknown> | null, name: string): string | null {
  const value = object?.[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** `GET /link/:link_path` (specification 4.2). */
function pathIn(url: string): string | null {
  return partIn(url, -1)
}

/** `GET /link/:link_path/visits` (docs/service-api.md, 4.5); the lines of a table are of many links. */
function visitsPathIn(url: string): string | null {
  return partIn(url, -3) === 'link' ? partIn(url, -2) : null
}

function partIn(url: string, at: number): string | null {
  return decodeURIComponent(URL.parse(url)?.pathname.split('/').at(at) ?? '') || null
}
