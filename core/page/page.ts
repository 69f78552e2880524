import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { securityHeaders } from './headers.ts'

/** What is asked for, by a whole URL. A `Request` is one. */
export interface PageRequest {
  method: string
  url: string
}

/** No `Response`: what Node makes one of takes 30 ms to load, at each start of the browser host. */
export interface PageAnswer {
  status: number
  headers: Record<string, string>
  body: string | Buffer<ArrayBuffer> | Readable | null
}

/** Answers for the bytes of the window. */
export type Page = (request: PageRequest) => Promise<PageAnswer>

/** The text in `index.html` that each answer replaces by a nonce of its own. */
const noncePlaceholder = '__CSP_NONCE__'

/**
 * The built window in `folder` (`dist/renderer`) as a function from a request to its answer. Both hosts serve the window
 * through it, so bytes and headers are the same in either. Gives 404 for what is not there, 405 for what is not a read.
 */
export function createPage(folder: string): Page {
  return async ({ method, url }) => {
    if (method !== 'GET' && method !== 'HEAD') return refusalPage(405, { Allow: 'GET, HEAD' })
    const name = parseFileName(new URL(url).pathname)
    const type = name && contentTypeOf(name)
    const bytes = name && type ? await readFileIfPresent(join(folder, ...name.split('/'))) : null
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
 * The file that a URL's path names, relative to the folder; `null` for a path that no built file can have. Letters,
 * digits and a few signs are all that the build makes, and no name begins with a dot, so nothing climbs out.
 */
function parseFileName(pathname: string): string | null {
  if (pathname === '/') return 'index.html'
  const name = pathname.slice(1)
  return name.split('/').every((part) => /^[\w-][\w.-]*$/.test(part)) ? name : null
}

/** Every kind of file that the build of the window puts out. A file of another kind is not served. */
const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  // Browsers show plain text; a file of type text/markdown they would offer to save.
  '.md': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/** The `Content-Type` of a built file by its name; `null` for a kind that the window does not use. */
function contentTypeOf(name: string): string | null {
  return contentTypes[extname(name).toLowerCase()] ?? null
}

/** Files under `assets/` carry a hash of their content in their names; everything else may change with the next start. */
function cacheRule(name: string): string {
  return name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-store'
}

function withNonce(html: Buffer<ArrayBuffer>, nonce: string): Buffer<ArrayBuffer> {
  return Buffer.from(html.toString('utf8').replaceAll(noncePlaceholder, nonce))
}

async function readFileIfPresent(file: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return await readFile(file)
  } catch {
    return null
  }
}

function refusalPage(status: 404 | 405, more: Record<string, string> = {}): PageAnswer {
  const headers = { ...securityHeaders(), 'Content-Type': 'text/plain; charset=utf-8', ...more }
  return { status, headers, body: status === 404 ? 'Not found' : 'Method not allowed' }
}
