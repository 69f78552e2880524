import { journal } from './state.ts'
import { demand, strict } from './strict.ts'

/**
 * Stands in for Electron's main-process module where its runtime cannot be had. It has only what the app uses, and refuses
 * what the real one refuses: unknown options, APIs before their time, wrong arguments and a second handler. It writes down
 * what each window gives its page that no page should have.
 */
export { app } from './app.ts'
export { BrowserWindow } from './browserWindow.ts'
export { ipcMain } from './ipcMain.ts'
export { Menu } from './menu.ts'
export { protocol } from './protocol.ts'
export { session } from './session.ts'
export { utilityProcess } from './utilityProcess.ts'

export const nativeTheme = strict('nativeTheme', { shouldUseDarkColors: false })

export const dialog = strict('dialog', {
  showErrorBox: (title: unknown, content: unknown): void => {
    demand(typeof title === 'string' && typeof content === 'string', 'showErrorBox takes two strings')
    journal.errorBoxes.push([title, content])
  },
})

export const shell = strict('shell', {
  openExternal: (url: unknown): Promise<void> => {
    demand(typeof url === 'string', 'openExternal takes a string')
    journal.openedOutside.push(url)
    return Promise.resolve()
  },
  openPath: (path: unknown): Promise<string> => {
    demand(typeof path === 'string', 'openPath takes a string')
    journal.openedPaths.push(path)
    return Promise.resolve('')
  },
})
