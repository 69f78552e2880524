import { prestartLibrary } from '../core/libraryPrestart.ts'

// Its thread takes as long to start as all the rest to load. Awaited, so that what must happen before Electron is ready does
// (https://www.electronjs.org/docs/latest/tutorial/esm#you-must-use-await-generously-before-the-apps-ready-event).
prestartLibrary()
await import('./app.ts')
