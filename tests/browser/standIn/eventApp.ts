import { join } from 'node:path'
import { app, BrowserWindow, ipcMain, protocol, session } from 'electron'
import type { WebContents, WebContentsWillNavigateEventParams } from 'electron'

/** A minimal main module that records its window's events, and prevents the one named by the page. */

const preload = join(import.meta.dirname, '..', '..', '..', 'dist', 'preload', 'preload.cjs')
const noted: unknown[][] = []
let prevented: unknown = null

const page = (url: string) => `<!doctype html><title>${new URL(url).pathname}</title>
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
  return new Response(page(url), { status, headers: { 'content-type': 'text/html' } })
}

/** Electron passes navigation details both as an object and as the old positional arguments. */
function noteNavigation(name: string) {
  return (
    details: Pick<Electron.Event, 'preventDefault'> & WebContentsWillNavigateEventParams,
    ...old: unknown[]
  ) => {
    const { url, isSameDocument, isMainFrame, initiator } = details
    const isConsistent = old.slice(0, 3).join() === [url, isSameDocument, isMainFrame].join()
    const by = initiator ? 'by the page' : 'by the app'
    noted.push([name, isConsistent ? url : 'inconsistent', isMainFrame ? 'main frame' : 'iframe', by])
    if (name === prevented) details.preventDefault()
  }
}

function watch(contents: WebContents): void {
  contents.on('did-start-navigation', noteNavigation('did-start-navigation'))
  contents.on('will-frame-navigate', noteNavigation('will-frame-navigate'))
  contents.on('will-navigate', noteNavigation('will-navigate'))
  contents.on('will-redirect', noteNavigation('will-redirect'))
  contents.on('did-redirect-navigation', noteNavigation('did-redirect-navigation'))
  contents.on('did-frame-navigate', (_event, url, status) => noted.push(['did-frame-navigate', url, status]))
  contents.on('did-navigate', (_event, url, status) => noted.push(['did-navigate', url, status]))
  contents.on('did-navigate-in-page', (_event, url) => noted.push(['did-navigate-in-page', url]))
  contents.on('did-finish-load', () => noted.push(['did-finish-load']))
  contents.setWindowOpenHandler(({ url }) => {
    noted.push(['open', url])
    return { action: 'deny' }
  })
}

function start(): void {
  protocol.handle('app', ({ url }) => answer(url))
  ipcMain.handle('call', (_event, name: unknown, input: unknown) => {
    if (name === 'prevent') prevented = input
    return noted.splice(0)
  })
  ipcMain.handle('open-request', () => null)
  session.defaultSession.on('will-download', (event, item) => {
    noted.push(['will-download', item.getURL()])
    if (prevented === 'will-download') event.preventDefault()
  })
  const window = new BrowserWindow({ webPreferences: { preload, sandbox: true, contextIsolation: true } })
  watch(window.webContents)
  void window.loadURL('app://page/')
}

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
void app.whenReady().then(start)
