/**
 * Layers of the window, from the top: a file imports only from its own layer and those below. Features that use
 * another feature are listed, so that there are no cycles.
 */
export const windowLayers = [
  { folder: 'app' },
  {
    folder: 'screens',
    allowedSiblings: {},
    advice:
      'a screen must not import another screen. Move what both need to renderer/features/ or renderer/link/.',
  },
  {
    folder: 'features',
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
    advice:
      'move what both need to renderer/link/ or below, or add the pair in scripts/lint/layerOrder.ts, if that makes no cycle.',
  },
  { folder: 'link' },
  { folder: 'session' },
  { folder: 'api' },
  { folder: 'ui' },
]

/** The app's own domain, and below it what the app and the service say to each other. */
export const contractLayers = [{ folder: 'app' }, { folder: 'service' }]

/** Layers of the app without its window. `core.ts`, `open.ts` and the files that compose the app are above all layers. */
export const coreLayers = [
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
    advice:
      'code that combines two subjects belongs in core/handlers/ or core/appServices.ts. Move it there, or add the pair in scripts/lint/layerOrder.ts, if that makes no cycle.',
  },
  { folder: 'client' },
  { folder: 'network' },
  { folder: 'settings' },
  { folder: 'tables' },
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
export const serviceLayers = [
  { folders: ['admin', 'embedded', 'workers'] },
  { folders: ['service.ts', 'app.ts'] },
  {
    folders: ['api', 'linkHost'],
    allowedSiblings: {},
    advice: 'move what both need to service/http/ or below; combine them in service/app.ts.',
  },
  { folder: 'http' },
  {
    folders: ['links', 'keys', 'visits'],
    allowedSiblings: {},
    advice: 'move what both need to service/store/ or below.',
  },
  { folder: 'store' },
  { folder: 'settings' },
  { folders: ['random', 'projectKey.ts', 'version.ts'] },
]
