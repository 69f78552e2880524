/**
 * Stands in for Electron's main-process module where its runtime cannot be had. It has only what the app uses, typed by
 * Electron's own declarations, and refuses what the real one refuses: unknown options and events, APIs before their time, wrong
 * arguments and a second handler. It writes down what each window gives its page that no page should have. What befalls the
 * app from outside is in `scenario.ts`.
 */
export { app } from './app.ts'
export { autoUpdater } from './autoUpdater.ts'
export { BrowserWindow } from './browserWindow.ts'
export { dialog } from './dialog.ts'
export { clipboard } from './clipboard.ts'
export { ipcMain } from './ipcMain.ts'
export { Menu } from './menu.ts'
export { nativeTheme } from './nativeTheme.ts'
export { powerMonitor } from './powerMonitor.ts'
export { powerSaveBlocker } from './powerSaveBlocker.ts'
export { protocol } from './protocol.ts'
export { session } from './session.ts'
export { shell } from './shell.ts'
export { utilityProcess } from './utilityProcess.ts'
