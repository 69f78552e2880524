import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chromiumLicencesPath } from '../contract/app/window/licences.ts'
import { securityHeaders } from '../core/page/headers.ts'
import type { Page } from '../core/page/page.ts'

const fileName = 'LICENSES.chromium.html'

/**
 * Returns the path of Electron's licence list; `null` if it was removed. It is next to the executable. On macOS, it is
 * in the resources of a packed app, and otherwise next to the bundle.
 */
export function findChromiumLicences(executable: string, resources: string): string | null {
  const beside = dirname(executable)
  const folders = [beside, resources, join(beside, '..', '..', '..')]
  return folders.map((folder) => join(folder, fileName)).find((file) => existsSync(file)) ?? null
}

/** Serves the licence list to the window as text, so that it is never treated as a page of the app. */
export function addChromiumLicences(page: Page, file: string | null): Page {
  return async (request) => {
    const isRequested = request.method === 'GET' && new URL(request.url).pathname === chromiumLicencesPath
    if (!isRequested || file === null) return await page(request)
    const headers = { ...securityHeaders(), 'Content-Type': 'text/plain; charset=utf-8' }
    return { status: 200, headers, body: await readFile(file) }
  }
}
