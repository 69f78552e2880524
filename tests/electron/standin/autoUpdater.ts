import { DeclaredEmitter } from './emitter.ts'
import { createStrict } from './strict.ts'

/** Electron's own updater, which only macOS uses. Here it never emits anything. */
export const autoUpdater = createStrict('autoUpdater', new DeclaredEmitter('AutoUpdater'))
