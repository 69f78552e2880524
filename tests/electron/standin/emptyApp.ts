import { app, BrowserWindow, protocol } from 'electron'

// What the main process is measured beside: an Electron app whose window opens an empty page, and that is all of it.
void app.whenReady().then(() => {
  protocol.handle('app', () => new Response(''))
  return new BrowserWindow({ webPreferences: { preload: import.meta.filename } }).loadURL('app://empty/')
})
