import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chromiumLicencesPath } from '../contract/licences.ts'
import { securityHeaders } from '../core/page/headers.ts'
import type { Page } from '../core/page/page.ts'

const fileName = 'LICENSES.chromium.html'

/**
 * The list of licences that comes with Electron's runtime; `null` where somebody has taken it away. It lies beside the
 * executable, in a packed app for macOS among the resources, and unpacked there beside the bundle.
 */
export function findChromiumLicences(executable: string, resources: string): string | null {
  const beside = dirname(executable)
  const folders = [beside, resources, join(beside, '..', '..', '..')]
  return folders.map((folder) => join(folder, fileName)).find((file) => existsSync(file)) ?? null
}

/** Adds that list to what the window can read: as text, so that no browser would take it for a page of the app. */
export function addChromiumLicences(page: Page, file: string | null): Page {
  return async (request) => {
    const isAsked = request.method === 'GET' && new URL(request.url).pathname === chromiumLicencesPath
    if (!isAsked || file === null) return await page(request)
    const headers = { ...securityHeaders(), 'Content-Type': 'text/plain; charset=utf-8' }
    return { status: 200, headers, body: await readFile(file) }
  }
}
