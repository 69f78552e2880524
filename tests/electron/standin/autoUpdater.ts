import { DeclaredEmitter } from './emitter.ts'
import { strict } from './strict.ts'

/** Electron's own updater, which only macOS uses. Here it never has anything to say. */
export const autoUpdater = strict('autoUpdater', new DeclaredEmitter('AutoUpdater'))
