import { app, BrowserWindow, protocol } from 'electron'

// The main process is compared with this: an Electron app that only opens a window with an empty page.
void app.whenReady().then(() => {
  protocol.handle('app', () => new Response(''))
  return new BrowserWindow({ webPreferences: { preload: import.meta.filename } }).loadURL('app://empty/')
})
