import { parseAnnouncement, type ServiceExtension } from '../../contract/service/api/headers.ts'
import { isObject } from '../../contract/service/json/json.ts'
import { isExcessiveText } from '../../contract/service/json/jsonScan.ts'
import { serviceErrors } from '../../contract/service/api/serviceError.ts'
import { parseLinkAddress } from '../../contract/service/address/linkAddress.ts'
import { limits } from '../../contract/service/api/limits.ts'
import { tryParseJson } from '../../contract/app/text/tryParseJson.ts'

/** An HTTP response, parsed or not. */
export interface HttpResponse {
  status: number
  /** By lower-case name. For a repeated header, the first value. */
  headers: Record<string, string>
  text: string
  /** The body itself, if the request asked for that. Then `text` is empty. */
  body?: Buffer
  /** Size of the body on the wire, in bytes. */
  bytes: number
}

/** Returns the response as a JSON object; `null` if it is anything else or excessively complex. */
export function parseJsonObject({ text }: Pick<HttpResponse, 'text'>): Record<string, unknown> | null {
  const value = isExcessiveText(text) ? null : tryParseJson(text)
  return isObject(value) ? value : null
}

/** Whether the response is an HTML page. */
export function isHtml({ headers, text }: HttpResponse): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html|head|body)\b/i.test(text)
}

/** Whether the service is one of ours, so that a create can be repeated with the same `Idempotency-Key`. */
export function announcesOwnService({ headers }: HttpResponse): boolean {
  return /^linkwright\//.test(headers['link-service'] ?? '')
}

/** Whether the service is one of ours and supports an extension, such as visit reports. */
export function announcesExtension({ headers }: HttpResponse, extension: ServiceExtension): boolean {
  const { product, extensions } = parseAnnouncement(headers['link-service'])
  return product.startsWith('linkwright/') && extensions.includes(extension)
}

/**
 * Returns whether the service is one of ours; `null` for an error, which may come from a gateway in front of
 * it.
 */
export function readAnnouncement(response: HttpResponse): boolean | null {
  const announced = announcesOwnService(response)
  return announced || response.status < 300 ? announced : null
}

/** Returns a text of a response; `null` if it is missing or empty. */
export function readText(object: Record<string, unknown> | null, name: string): string | null {
  const value = object?.[name]
  return typeof value === 'string' && value !== '' ? value : null
}

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

/** White space, and characters that are invisible or reverse the text direction. */
const invisiblePattern = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/**
 * Returns the link in a response to a create, or `null` if it can't be opened as shown. Accepts any absolute web
 * address with a path (specification 11), without a password and within the length limit.
 */
export function findUsableLink(link: unknown): string | null {
  if (typeof link !== 'string' || link.length > limits.url || invisiblePattern.test(link)) return null
  const url = URL.parse(link)
  if (!url || !/^https?:\/\//i.test(link) || url.username !== '' || url.password !== '') return null
  return /^https?:$/.test(url.protocol) && parseLinkAddress(link) !== null ? link : null
}
