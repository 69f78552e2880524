import { app, session } from 'electron'
import type { Session } from 'electron'
import { isOwnUrl } from './origin.ts'

/**
 * Blocks the window's network access: it can load only the app's own page and what that page has created, whatever
 * its policy allows. The main process sends the requests to services. Call it once Electron is ready.
 */
export function restrictNetwork(target: Session = session.defaultSession): void {
  target.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isLoadAllowed(url) }))
  target.on('will-download', (event, item) => {
    if (!isOwnResource(item.getURL())) event.preventDefault()
  })
  // The window's preference stops the page from checking; the session would still download dictionaries. macOS has its own.
  target.setSpellCheckerEnabled(process.platform === 'darwin')
}

function isLoadAllowed(url: string): boolean {
  return isOwnResource(url) || url.startsWith('data:') || (!app.isPackaged && url.startsWith('devtools:'))
}

/** Belongs to the page or was created by it: a code to save, a list to export. */
function isOwnResource(url: string): boolean {
  return isOwnUrl(url.replace(/^blob:/, ''))
}
