import { protocol } from 'electron'
import type { Page } from '../core/page/page.ts'
import { isOwnUrl, scheme } from './origin.ts'
import { toResponse } from './response.ts'

/** Registers the scheme as a full web origin (storage, fetch, CSP). Call it before Electron is ready. */
export function declareScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }])
}

/** Serves the window with the same bytes and headers as the browser host. */
export function servePage(page: Page): void {
  protocol.handle(scheme, async (request) =>
    isOwnUrl(request.url) ? toResponse(await page(request)) : new Response('Not found', { status: 404 }),
  )
}
