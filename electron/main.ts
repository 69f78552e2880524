import { prestartLibrary } from '../core/libraryPrestart.ts'
import { watchThreads } from '../core/runningThreads.ts'

watchThreads()
// Its thread takes as long to start as everything else takes to load. Awaited, so that earlier steps run before
// Electron is ready
// (https://www.electronjs.org/docs/latest/tutorial/esm#you-must-use-await-generously-before-the-apps-ready-event).
prestartLibrary()
await import('./app.ts')
