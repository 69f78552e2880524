/**
 * Replaces Electron's main-process module where Electron can't run. Has only what the app uses, and rejects what Electron rejects,
 * such as unknown options. Records permissions that a window grants its page and no page should have. External events
 * are in `scenario.ts`.
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
export { globalShortcut, Notification, Tray } from './systemAccess.ts'
export { utilityProcess } from './utilityProcess.ts'
