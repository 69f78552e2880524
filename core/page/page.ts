import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { securityHeaders } from './headers.ts'

/** A request for a file of the window. Compatible with `Request`. */
interface PageRequest {
  method: string
  url: string
}

/** Used instead of `Response`, because loading Node's implementation takes 30 ms at each start of the browser host. */
export interface PageResponse {
  status: number
  headers: Record<string, string>
  body: string | Buffer<ArrayBuffer> | Readable | null
}

/** Serves the files of the window. */
export type Page = (request: PageRequest) => Promise<PageResponse>

/** Placeholder in `index.html` that is replaced with a fresh nonce in every response. */
const noncePlaceholder = '__CSP_NONCE__'

/**
 * Returns a function that serves the built window from `folder` (`dist/renderer`). Both hosts use it, so bytes and
 * headers are identical. Returns 404 for unknown files, and 405 for methods other than GET and HEAD.
 */
export function createPage(folder: string): Page {
  return async ({ method, url }) => {
    if (method !== 'GET' && method !== 'HEAD') return refusalPage(405, { Allow: 'GET, HEAD' })
    const name = parseFileName(new URL(url).pathname)
    const type = name && getContentType(name)
    const bytes = name && type ? await readFile(join(folder, ...name.split('/'))).catch(() => null) : null
    if (!name || !type || !bytes) return refusalPage(404)
    const nonce = randomBytes(16).toString('base64')
    const body = name.endsWith('.html') ? withNonce(bytes, nonce) : bytes
    const headers = {
      ...securityHeaders(nonce),
      'Content-Type': type,
      'Content-Length': String(body.byteLength),
      'Cache-Control': cacheRule(name),
    }
    return { status: 200, headers, body: method === 'HEAD' ? null : body }
  }
}

/**
 * Returns the file that a URL's path names, or `null` if no built file can have that path. The pattern
 * excludes a leading dot, so `..` is impossible.
 */
function parseFileName(pathname: string): string | null {
  if (pathname === '/') return 'index.html'
  const name = pathname.slice(1)
  return name.split('/').every((part) => /^[\w-][\w.-]*$/.test(part)) ? name : null
}

/** The file types of the window's build. Others aren't served. */
const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  // Browsers display text/plain but download text/markdown.
  '.md': 'text/plain; charset=utf-8',
}

/** Returns the `Content-Type` of a built file, or `null` for an unknown type. */
function getContentType(name: string): string | null {
  return contentTypes[extname(name).toLowerCase()] ?? null
}

/** Files under `assets/` have a content hash in their names. All others may change at the next start. */
function cacheRule(name: string): string {
  return name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-store'
}

function withNonce(html: Buffer<ArrayBuffer>, nonce: string): Buffer<ArrayBuffer> {
  return Buffer.from(html.toString('utf8').replaceAll(noncePlaceholder, nonce))
}

function refusalPage(status: 404 | 405, more: Record<string, string> = {}): PageResponse {
  const headers = { ...securityHeaders(), 'Content-Type': 'text/plain; charset=utf-8', ...more }
  return { status, headers, body: status === 404 ? 'Not found' : 'Method not allowed' }
}
