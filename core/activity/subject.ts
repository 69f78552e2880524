import { extractLinkText, parseRemoteLink } from '../../contract/app/link/remoteLink.ts'
import { parseJsonObject, readText, type HttpResponse } from '../client/response.ts'
import type { OutgoingRequest, SendResult } from '../client/sender.ts'

/** The link that a request was about, as far as the request and response reveal it. */
export interface Subject {
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
