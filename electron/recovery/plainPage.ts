import { securityHeaders } from '../../core/page/headers.ts'
import type { Page } from '../../core/page/page.ts'
import { origin } from '../origin.ts'

/** Address of the plain page, and of its two links. The main process handles them; nothing is loaded. */
export const plainPageUrl = `${origin}/stopped`
export const tryAgainUrl = `${plainPageUrl}/again`
export const showDataUrl = `${plainPageUrl}/data`

/**
 * Serves a page without scripts that works even if the window's page doesn't. It shows what happened, what to do, and
 * where the data is.
 */
export function addPlainPage(page: Page, dataFolder: string): Page {
  return (request) => {
    if (request.url !== plainPageUrl) return page(request)
    const nonce = crypto.randomUUID()
    const headers = {
      ...securityHeaders(nonce),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    }
    return Promise.resolve({ status: 200, headers, body: html(dataFolder, nonce) })
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
}

const html = (dataFolder: string, nonce: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Linkwright has stopped working</title>
    <style nonce="${nonce}">${styles}</style>
  </head>
  <body>
    <main>
      <h1>Linkwright has stopped working</h1>
      <p>
        Its window has failed several times within a few minutes, so it was not opened again. Your links are kept, and
        so are your drafts up to the last moment before it failed.
      </p>
      <p><a class="button" href="${tryAgainUrl}">Try again</a></p>
      <p>
        If it fails again, restart the computer, and close other programs if its memory is full. What went wrong is in
        <code>errors.log</code>, in the folder where Linkwright keeps everything:
      </p>
      <p><code>${escapeHtml(dataFolder)}</code></p>
      <p><a href="${showDataUrl}">Open this folder</a></p>
    </main>
  </body>
</html>
`

const styles = `
  :root { color-scheme: light dark; font: 15px/1.55 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #fff; color: #1f2328; }
  main { max-width: 34rem; padding: 2rem; box-sizing: border-box; }
  h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
  p { margin: 0 0 1rem; }
  code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
  a { color: #2c49c4; }
  .button { display: inline-block; padding: 0.5rem 1rem; border-radius: 6px; background: #3457dd; color: #fff;
    font-weight: 600; text-decoration: none; }
  a:focus-visible { outline: 2px solid; outline-offset: 2px; }
  @media (prefers-color-scheme: dark) {
    body { background: #1a1b1e; color: #e6e7ea; }
    a { color: #a9b8ff; }
    .button { background: #3f5fe6; color: #fff; }
  }
`
