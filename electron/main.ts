import { prestartLibrary } from '../core/libraryPrestart.ts'
import { watchThreads } from '../core/runningThreads.ts'

watchThreads()
// The library's thread takes as long to start as everything else takes to load, so it starts first.
prestartLibrary()
// Awaited, so that the app's first steps run before Electron is ready
// (https://www.electronjs.org/docs/latest/tutorial/esm#you-must-use-await-generously-before-the-apps-ready-event).
await import('./app.ts')
