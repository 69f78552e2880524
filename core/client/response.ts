import { parseAnnouncement } from '../../contract/service/api/headers.ts'
import { isObject } from '../../contract/service/json/json.ts'
import { isExcessiveText } from '../../contract/service/json/jsonScan.ts'

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
  if (isExcessiveText(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
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
export function announcesExtension({ headers }: HttpResponse, extension: string): boolean {
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
