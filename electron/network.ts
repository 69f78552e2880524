import { app, session } from 'electron'
import type { Session } from 'electron'
import { isOwnUrl } from './origin.ts'

/**
 * Closes the network to the window: it loads the app's own page and what that page has made, and nothing else, whatever its policy
 * would let through. The app's requests to a service are made by the main process. Must run once Electron is ready.
 */
export function restrictNetwork(target: Session = session.defaultSession): void {
  target.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isLoadAllowed(url) }))
  target.on('will-download', (event, item) => {
    if (!isOwnResource(item.getURL())) event.preventDefault()
  })
  // The preference of a window keeps its page from checking; the session would still fetch the dictionaries.
  target.setSpellCheckerEnabled(false)
}

function isLoadAllowed(url: string): boolean {
  return isOwnResource(url) || url.startsWith('data:') || (!app.isPackaged && url.startsWith('devtools:'))
}

/** Of the page, or made by it: a code to save, a list to export. */
function isOwnResource(url: string): boolean {
  return isOwnUrl(url.replace(/^blob:/, ''))
}
