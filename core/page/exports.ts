import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { exportPath } from '../../contract/app/window/exportPath.ts'
import { securityHeaders } from './headers.ts'
import type { Page } from './page.ts'

interface ServedFile {
  file: string
  name: string
  type: string
  /** Called when the file was sent completely. */
  sent: () => void
}

/**
 * Serves exported files in addition to the window, so that the browser saves them. Streams from disk, at any
 * size. The addresses contain job ids, which only the window knows.
 */
export function withExports(page: Page, find: (id: string) => ServedFile | null): Page {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith(exportPath) || request.method !== 'GET') return await page(request)
    const found = find(pathname.slice(exportPath.length))
    const stats = found && (await stat(found.file).catch(() => null))
    if (!found || !stats) return await page(request)
    const headers = {
      ...securityHeaders(),
      'Content-Type': found.type,
      'Content-Length': String(stats.size),
      'Content-Disposition': attachment(found.name),
      'Cache-Control': 'no-store',
    }
    return { status: 200, headers, body: createReadStream(found.file).once('end', found.sent) }
  }
}

/**
 * Returns the header with which a browser saves a file under this name (RFC 6266). Headers are ASCII, so any other name is
 * percent-encoded (RFC 8187).
 */
function attachment(name: string): string {
  const plainName = name.replaceAll(/[^\w.-]/g, '_')
  const header = `attachment; filename="${plainName}"`
  return plainName === name
    ? header
    : `${header}; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`
}
