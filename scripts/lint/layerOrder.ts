import type { Layer } from './layers.ts'

/**
 * Layers of the window, from the top: a file imports only from its own layer and those below. Features that use
 * another feature are listed, so that there are no cycles.
 */
export const windowLayers: Layer[] = [
  { folders: ['app'] },
  { folders: ['screens/*'], allowedSiblings: {} },
  {
    folders: ['features/*'],
    allowedSiblings: {
      change: ['keys', 'linkForm', 'record'],
      connect: ['keys', 'network'],
      enrolment: ['keys'],
      linkForm: ['card', 'channels', 'jsonEditor', 'keys', 'record', 'suggestions'],
      promotion: ['linkForm', 'record'],
      qr: ['reach'],
      record: ['jsonEditor'],
      simulator: ['channels'],
      visits: ['channels'],
    },
  },
  { folders: ['link'] },
  { folders: ['session'] },
  { folders: ['api'] },
  { folders: ['ui'] },
]

/** The app's own domain, and below it what the app and the service say to each other. */
export const contractLayers: Layer[] = [{ folders: ['app'] }, { folders: ['service'] }]

/** Layers of the app without its window. `core.ts`, `open.ts` and the files that compose the app are above all layers. */
export const coreLayers: Layer[] = [
  { folders: ['handlers', 'dispatch.ts'] },
  {
    folders: [
      'appServices.ts',
      'backups.ts',
      'libraryParts.ts',
      'libraryPrestart.ts',
      'libraryThread.ts',
      'tuning.ts',
    ],
  },
  {
    folders: [
      ...['activity', 'appLinks', 'connection', 'embedded', 'images', 'keys', 'library', 'links', 'lookups'],
      ...['log', 'page', 'presets', 'profiles', 'runs', 'sharing', 'suggestions'],
    ],
    allowedSiblings: {
      activity: ['library'],
      keys: ['embedded'],
      links: ['library', 'lookups', 'profiles'],
      lookups: ['library', 'profiles'],
      presets: ['library'],
      profiles: ['embedded', 'keys', 'library'],
      runs: ['library', 'links', 'lookups', 'profiles'],
      sharing: ['keys', 'library', 'presets', 'profiles'],
      suggestions: ['library'],
    },
  },
  { folders: ['client'] },
  { folders: ['network'] },
  { folders: ['settings'] },
  { folders: ['tables'] },
  {
    folders: [
      'folder',
      'policy',
      'redactor.ts',
      'notices.ts',
      'inFlight.ts',
      'longWork.ts',
      'sleep.ts',
      'jobs.ts',
      'host.ts',
      'concurrency',
    ],
  },
]

/** Layers of the service. The programs, `main.ts` and what it starts, are above all layers. */
export const serviceLayers: Layer[] = [
  { folders: ['admin', 'embedded', 'workers'] },
  { folders: ['service.ts', 'app.ts'] },
  { folders: ['api', 'linkHost'], allowedSiblings: {} },
  { folders: ['http'] },
  { folders: ['links', 'keys', 'visits'], allowedSiblings: {} },
  { folders: ['store'] },
  { folders: ['settings'] },
  { folders: ['random', 'projectKey.ts', 'version.ts'] },
]
