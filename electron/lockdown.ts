import { app, session, shell, type WebContents } from 'electron'
import { isOwnResource, isOwnUrl } from './origin.ts'

/**
 * Whether Chromium runs without its sandbox on Linux: the AppImage's launcher adds the switch if the system forbids
 * user namespaces. The zygote is unsandboxed by then, and removing the switch would leave renderers that fail to start.
 */
function isSandboxOff(): boolean {
  return process.platform === 'linux' && app.commandLine.hasSwitch('no-sandbox')
}

/**
 * Sandboxes every current and future window, and blocks navigation and new windows. Must run before Electron is ready.
 */
export function lockDown(): void {
  if (!isSandboxOff()) app.enableSandbox()
  app.on('web-contents-created', (_event, contents) => lockDownContents(contents))
}

/**
 * Denies what a page could request from the system: camera, files, devices, notifications, … Only the app's own page
 * may write text and images to the clipboard, because copying links is its purpose. Call it once Electron is ready.
 */
export function denyPermissions(): void {
  const { defaultSession } = session
  defaultSession.setPermissionCheckHandler((_contents, permission, requestingUrl) =>
    isPermissionAllowed(permission, requestingUrl),
  )
  defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isPermissionAllowed(permission, details.requestingUrl)),
  )
  defaultSession.setDevicePermissionHandler(() => false)
}

function isPermissionAllowed(permission: string, requestingUrl: string): boolean {
  return (
    permission === 'clipboard-sanitized-write' &&
    isOwnUrl(requestingUrl.endsWith('/') ? requestingUrl : `${requestingUrl}/`)
  )
}

/**
 * Blocks the window's network access: it can load only the app's own page and what that page has created, whatever
 * its policy allows. The main process sends the requests to services. Call it once Electron is ready.
 */
export function restrictNetwork(): void {
  const { defaultSession } = session
  defaultSession.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isLoadAllowed(url) }))
  // The window's preference stops the page from checking; the session would still download dictionaries. macOS has its own.
  defaultSession.setSpellCheckerEnabled(process.platform === 'darwin')
}

function isLoadAllowed(url: string): boolean {
  return isOwnResource(url) || url.startsWith('data:') || (!app.isPackaged && url.startsWith('devtools:'))
}

function lockDownContents(contents: WebContents): void {
  const prevent = (event: { preventDefault: () => void }) => event.preventDefault()
  contents.on('will-navigate', (details) => {
    if (!isReload(contents, details.url)) prevent(details)
  })
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame || !isReload(contents, details.url)) prevent(details)
  })
  contents.on('will-redirect', prevent)
  contents.on('will-attach-webview', prevent)
  // Neither page policies nor request listeners cover WebRTC, so its UDP is at least turned off.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url)
    return { action: 'deny' }
  })
}

/** Whether a navigation loads the shown page again: Electron reports `location.reload()` like any other navigation. */
function isReload(contents: WebContents, url: string): boolean {
  return isOwnUrl(url) && withoutFragment(url) === withoutFragment(contents.getURL())
}

function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? url
}

/** Opens a web address in the system's browser. Any other scheme could start a program, so it is ignored. */
export function openExternal(url: string): void {
  const protocol = URL.parse(url)?.protocol
  if (protocol !== 'https:' && protocol !== 'http:') return
  // Ignores a missing browser. The link is still on the screen and can be copied.
  shell.openExternal(url).catch(() => undefined)
}
