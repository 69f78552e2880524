import { parseAnnouncement } from '../../contract/headers.ts'
import { isObject } from '../../contract/json.ts'
import { visitsExtension } from '../../contract/visits.ts'
import { isExcessiveText } from '../../contract/jsonScan.ts'

/** What came back over HTTP, whatever it is. */
export interface Answer {
  status: number
  /** By lower-case name; of a repeated one the first value. */
  headers: Record<string, string>
  text: string
  /** Size of the body on the wire in bytes. */
  bytes: number
}

/** The answer as a JSON object; `null` for everything else, a list, a bare text or more than any link holds among it. */
export function parseJsonObject({ text }: Pick<Answer, 'text'>): Record<string, unknown> | null {
  if (isExcessiveText(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Whether a person with a browser was meant to see the answer. */
export function isHtml({ headers, text }: Answer): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html|head|body)\b/i.test(text)
}

/** Whether the service is one of ours, which may be asked again with the same `Idempotency-Key`. */
export function announcesOwnService({ headers }: Answer): boolean {
  return /^linkwright\//.test(headers['link-service'] ?? '')
}

/** Whether the service, one of ours, has announced that it reports visits. */
export function announcesVisits({ headers }: Answer): boolean {
  const { product, extensions } = parseAnnouncement(headers['link-service'])
  return product.startsWith('linkwright/') && extensions.includes(visitsExtension)
}

/** What an answer tells of its service; `null` for a gateway's error, which says nothing of the service behind it. */
export function readAnnouncement(answer: Answer): boolean | null {
  const announced = announcesOwnService(answer)
  return announced || answer.status < 300 ? announced : null
}
