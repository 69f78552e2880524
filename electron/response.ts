import { Readable } from 'node:stream'
import type { PageResponse } from '../core/page/page.ts'

/** Converts a response for the window's page to Electron's type. */
export function toResponse({ status, headers, body }: PageResponse): Response {
  const content = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream<Uint8Array>) : body
  return new Response(content, { status, headers })
}
