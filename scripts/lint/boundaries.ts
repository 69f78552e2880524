import { coreLayers, serviceLayers, windowLayers } from './layerOrder.ts'
import type { Layer } from './layers.ts'

/**
 * A top-level folder and what it may import. The folder's `tsconfig.json` has the same list for the compiler. `bench/` is
 * compiled with `tests/`, because each imports the other.
 */
export interface Boundary {
  /** Other folders it may import. */
  folders: string[]
  /** Packages it may import; `*` matches the rest of a name. */
  packages: string[]
  why: string
  /** Its layers, from the top. */
  layers?: Layer[]
}

const host = 'A host composes core and the embedded service; domain decisions belong in core/.'

/** Every folder with import rules. */
export const boundaries: Record<string, Boundary> = {
  contract: {
    folders: [],
    packages: ['zod', 'uqr'],
    why: 'contract/ is pure: it imports only zod and a QR code encoder, and no other folder.',
  },
  core: {
    folders: ['contract'],
    packages: [
      ...['zod', 'undici', 'socks', 'keytar', 'write-file-atomic'],
      ...['htmlparser2', 'yauzl', 'yazl', 'node:*'],
    ],
    why: 'core/ knows no host and no service: what it needs of them is handed to it.',
    layers: coreLayers,
  },
  service: {
    folders: ['contract'],
    packages: [
      ...['zod', 'fastify', 'fastify-type-provider-zod', '@fastify/swagger', 'commander', 'lru-cache', 'pg'],
      ...['prom-client', 'node:*'],
    ],
    why: 'service/ may import only the contract.',
    layers: serviceLayers,
  },
  loopback: {
    folders: ['contract', 'core', 'service'],
    packages: ['fastify', 'node:*'],
    why: host,
  },
  electron: {
    folders: ['contract', 'core', 'service'],
    packages: ['electron', 'electron-updater', 'node:*'],
    why: host,
  },
  renderer: {
    folders: ['contract'],
    packages: [
      ...['react', 'react-dom', 'wouter', 'lucide-react', 'jsonc-parser', 'jsqr'],
      ...['@mantine/core', '@mantine/form', '@mantine/hooks', '@mantine/notifications'],
      ...['@tanstack/react-query', '@tanstack/react-virtual', '@visx/axis', '@visx/scale', '@visx/shape'],
      ...['@codemirror/commands', '@codemirror/lang-json', '@codemirror/language', '@codemirror/lint'],
      ...['@codemirror/state', '@codemirror/view', '@lezer/highlight'],
    ],
    why: 'The window reaches the app only through call() and the contract.',
    layers: windowLayers,
  },
  bench: {
    folders: ['contract', 'core', 'service', 'tests', 'scripts'],
    packages: ['node:*', 'playwright', 'undici'],
    why: 'bench/ measures what runs, from outside; it makes databases with the service, libraries with the core, starts servers, apps and browsers with the tests and builds with the scripts.',
  },
}

/** Modules of Node that only some may import. Types alone are free: they load nothing. */
export interface Reserved {
  modules: string[]
  /** Restricted exports; all if omitted. */
  names?: string[]
  /** Folders where the rule applies. */
  folders: string[]
  /** Files there that are exempt. */
  except: string[]
  why: string
}

const manualOpenReason =
  'Closing any descriptor of a SQLite file drops the locks that the process holds on it, and then another reader deletes ' +
  'its log with what was acknowledged. Databases are opened by SQLite alone: in the service through ' +
  'service/store/sqlite/file.ts; copied by VACUUM INTO. A module that opens other files joins fileOpeningModules in scripts/lint/boundaries.ts.'

/** Functions of `node:fs` and `node:fs/promises` that open files. */
const openFunctions = [
  ...['open', 'openAsBlob', 'readFile', 'writeFile', 'appendFile', 'copyFile', 'cp', 'truncate'],
  ...['openSync', 'closeSync', 'readFileSync', 'writeFileSync', 'appendFileSync', 'copyFileSync', 'cpSync'],
  ...['truncateSync', 'ftruncateSync', 'createReadStream', 'createWriteStream', 'default', 'promises'],
]

/** Modules that may open files, none of which is a database, log or index in use. */
const fileOpeningModules = [
  'service/settings/variables.ts', // the value of a NAME_FILE
  'service/store/sqlite/file.ts', // creates a file that isn't open yet
  'service/store/sqlite/heldFile.ts', // the database itself, until its last connection is closed
  'service/store/sqlite/fileLength.ts', // a file that SQLite has just refused
  'service/store/sqlite/copyFile.ts', // the copy, while nothing has it open
  'service/store/sqlite/lastBackup.ts', // the note beside the database
  'service/admin/exportFile.ts', // the file that is being exported
  'service/admin/rules.ts', // the file with the rules, before the database is opened
  'service/admin/loginUser.ts', // the kernel's record of the login, and the list of users
  'core/appLinks/store.ts', // app-links.json
  'core/folder/reservedSpace.ts', // space kept free for a start on a full disk
  'core/folder/quarantine.ts', // a copy of settings.json
  'core/sharing/fileAccess.ts', // a file of shared rules, which is outside of the data folder
  'core/sharing/rulesCache.ts', // service-rules.json
  'core/folder/erasing.ts', // erasing.json
  'core/folder/lock.ts', // instance.json
  'core/folder/moving.ts', // a whole data folder that isn't in use
  'core/keys/secretService/inspect.ts', // the system's description of its key store
  'core/library/heldFile.ts', // library.db itself, until its connection is closed
  'core/library/exporting/exporting.ts', // the file that is being exported
  'core/library/exporting/zipFile.ts', // the exported file
  'core/library/imports/encoding.ts', // the copy of a file to import
  'core/library/imports/stagedFiles.ts', // the copy of a file to import
  'core/library/runs/sheets/binary.ts', // the same
  'core/library/tables/tableFile.ts', // a table that is being exported
  'core/library/tables/xlsxFile.ts', // an exported table
  'core/log/bugLog.ts', // errors.log
  'core/log/crashReport.ts', // problem-report.txt
  'core/page/exports.ts', // a file that was exported
  'core/page/page.ts', // the built page
  'core/policy/read.ts', // policy.json
  'core/settings/settings.ts', // settings.json
  'electron/chromiumLicences.ts', // the runtime's list of licences
  'electron/updates/feed.ts', // resources written by the build
  'loopback/connectedUser.ts', // the kernel's list of sockets
  'loopback/host.ts', // package.json
]

/** Node modules that are restricted in some folders. */
export const reserved: Reserved[] = [
  {
    modules: ['node:fs', 'node:fs/promises'],
    names: openFunctions,
    folders: ['core', 'service', 'loopback', 'electron'], // processes that have a database open
    except: fileOpeningModules,
    why: manualOpenReason,
  },
  {
    modules: ['node:sqlite'],
    folders: ['service'],
    except: ['service/store/sqlite/file.ts'],
    why: manualOpenReason,
  },
  {
    // Importing it reads every export, including `WebSocket`, and so loads all of Node's `fetch`.
    modules: ['node:http'],
    folders: ['service', 'core', 'loopback'],
    except: [],
    why: "It loads all of Node's `fetch`. Take it from process.getBuiltinModule, as service/http/nodeHttp.ts does.",
  },
]
