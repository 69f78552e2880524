import { join } from 'node:path'
import { app, BrowserWindow, ipcMain, protocol, session } from 'electron'
import type { WebContents, WebContentsWillNavigateEventParams } from 'electron'

/** A minimal main module that records its window's events, and prevents the one named by the page. */

const preload = join(import.meta.dirname, '..', '..', '..', 'dist', 'preload', 'preload.cjs')
const events: unknown[][] = []
let preventedEvent: unknown = null

const toPageHtml = (url: string) => `<!doctype html><title>${new URL(url).pathname}</title>
  <a id="link" href="/second">Link</a>
  <a id="popup" target="_blank" href="https://other.example/">Popup</a>
  <a id="save" download="list.csv" href="data:text/csv,a">Save</a>
  <form id="get" action="/form"><input name="q" value="1"></form>
  <form id="post" method="post" action="/form"></form>
  <iframe></iframe>`

function answer(url: string): Response {
  if (url.endsWith('/redirect'))
    return new Response(null, { status: 302, headers: { location: 'app://page/second' } })
  const status = url.endsWith('/missing') ? 404 : 200
  return new Response(toPageHtml(url), { status, headers: { 'content-type': 'text/html' } })
}

/** Electron passes navigation details both as an object and as the old positional arguments. */
function recordNavigation(name: string) {
  return (
    details: Pick<Electron.Event, 'preventDefault'> & WebContentsWillNavigateEventParams,
    ...positional: unknown[]
  ) => {
    const { url, isSameDocument, isMainFrame, initiator } = details
    const isConsistent = positional.slice(0, 3).join() === [url, isSameDocument, isMainFrame].join()
    const initiatorText = initiator ? 'by the page' : 'by the app'
    events.push([
      name,
      isConsistent ? url : 'inconsistent',
      isMainFrame ? 'main frame' : 'iframe',
      initiatorText,
    ])
    if (name === preventedEvent) details.preventDefault()
  }
}

function recordEvents(contents: WebContents): void {
  contents.on('did-start-navigation', recordNavigation('did-start-navigation'))
  contents.on('will-frame-navigate', recordNavigation('will-frame-navigate'))
  contents.on('will-navigate', recordNavigation('will-navigate'))
  contents.on('will-redirect', recordNavigation('will-redirect'))
  contents.on('did-redirect-navigation', recordNavigation('did-redirect-navigation'))
  contents.on('did-frame-navigate', (_event, url, status) => events.push(['did-frame-navigate', url, status]))
  contents.on('did-navigate', (_event, url, status) => events.push(['did-navigate', url, status]))
  contents.on('did-navigate-in-page', (_event, url) => events.push(['did-navigate-in-page', url]))
  contents.on('did-finish-load', () => events.push(['did-finish-load']))
  contents.setWindowOpenHandler(({ url }) => {
    events.push(['open', url])
    return { action: 'deny' }
  })
}

function start(): void {
  protocol.handle('app', ({ url }) => answer(url))
  ipcMain.handle('call', (_event, name: unknown, input: unknown) => {
    if (name === 'prevent') preventedEvent = input
    return events.splice(0)
  })
  ipcMain.handle('open-request', () => null)
  session.defaultSession.on('will-download', (event, item) => {
    events.push(['will-download', item.getURL()])
    if (preventedEvent === 'will-download') event.preventDefault()
  })
  const window = new BrowserWindow({ webPreferences: { preload, sandbox: true, contextIsolation: true } })
  recordEvents(window.webContents)
  void window.loadURL('app://page/')
}

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
void app.whenReady().then(start)
