import { extname } from 'node:path'

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
export function contentTypeOf(name: string): string | null {
  return contentTypes[extname(name).toLowerCase()] ?? null
}
