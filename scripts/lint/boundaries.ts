import { contractLayers, coreLayers, serviceLayers, windowLayers } from './layerOrder.ts'
import type { Layer } from './layers.ts'

/**
 * A top-level folder and what it may import. The folder's `tsconfig.json` has the same list for the compiler. `bench/` is
 * compiled with `tests/`, because each imports the other.
 */
export interface Boundary {
  /** Other folders it may import, such as `sqlite` or `contract/service`. */
  folders: string[]
  /** Packages it may import; `*` matches the rest of a name. */
  packages: string[]
  message: string
  /** Its layers, from the top. */
  layers?: Layer[]
}

const host = 'A host only connects core and the embedded service; move domain decisions to core/.'

/** Every folder with import rules. */
export const boundaries: Record<string, Boundary> = {
  contract: {
    folders: [],
    packages: ['zod', 'uqr', 'isbot', 'leven'],
    message:
      'contract/ may import only zod, a QR code encoder, a list of programs and a distance of words, and no other folder.',
    layers: contractLayers,
  },
  sqlite: {
    folders: [],
    packages: ['node:*'],
    message: 'sqlite/ knows neither the app nor the service: pass in what it needs from them.',
  },
  core: {
    folders: ['contract', 'sqlite'],
    packages: [
      ...['zod', 'undici', 'socks', 'keytar', 'write-file-atomic'],
      ...['@e965/xlsx', 'chardet', 'dbus-native', 'htmlparser2', 'yauzl', 'yazl', 'node:*'],
    ],
    message: 'core/ must not depend on a host or the service: pass in what it needs from them.',
    layers: coreLayers,
  },
  service: {
    folders: ['contract/service', 'sqlite'],
    packages: [
      ...['zod', 'fastify', 'fastify-type-provider-zod', '@fastify/swagger', 'commander', 'lru-cache', 'pg'],
      ...['prom-client', 'node:*'],
    ],
    message: 'service/ may import only contract/service/ and sqlite/.',
    layers: serviceLayers,
  },
  loopback: {
    folders: ['contract', 'core', 'service'],
    packages: ['fastify', 'node:*'],
    message: host,
  },
  electron: {
    folders: ['contract', 'core', 'service'],
    packages: ['electron', 'electron-updater', 'builder-util-runtime', 'node:*'],
    message: host,
  },
  renderer: {
    folders: ['contract'],
    packages: [
      ...[
        'react',
        'react-dom',
        'wouter',
        'lucide-react',
        'fflate',
        'jsonc-parser',
        'jsqr',
        'markdown-to-jsx',
      ],
      ...['@mantine/charts', '@mantine/core', '@mantine/form', '@mantine/hooks', '@mantine/notifications'],
      ...['@tanstack/react-query', '@tanstack/react-virtual'],
    ],
    message: 'The window may use the app only through call() and the contract.',
    layers: windowLayers,
  },
  bench: {
    folders: ['contract', 'core', 'service', 'sqlite', 'tests', 'scripts'],
    packages: ['commander', 'node:*', 'playwright'],
    message:
      'bench/ measures running programs from outside. It may use the service to create databases, the core to create libraries, the tests to start servers, apps and browsers, and the scripts to build.',
  },
}

/** Node modules that only some files may import. Type imports are always allowed, because they load nothing. */
export interface ModuleRestriction {
  modules: string[]
  /** Restricted exports; all if omitted. */
  names?: string[]
  /** Folders where the rule applies. */
  folders: string[]
  /** Files there that are exempt. */
  exceptions: string[]
  message: string
}

const manualOpenReason =
  'Closing any descriptor of a SQLite file drops the locks that the process holds on it. Another reader may then delete ' +
  'its log with acknowledged writes. Only SQLite may open databases: in the service through ' +
  'sqlite/file.ts; to copy them, use VACUUM INTO. Add modules that open other files to fileOpeningModules in scripts/lint/boundaries.ts.'

/** Functions of `node:fs` and `node:fs/promises` that open files. */
const openFunctions = [
  ...['open', 'openAsBlob', 'readFile', 'writeFile', 'appendFile', 'copyFile', 'cp', 'truncate'],
  ...['openSync', 'closeSync', 'readFileSync', 'writeFileSync', 'appendFileSync', 'copyFileSync', 'cpSync'],
  ...['truncateSync', 'ftruncateSync', 'createReadStream', 'createWriteStream', 'default', 'promises'],
]

/** Modules that may open files, because none of their files is a database, log or index in use. */
const fileOpeningModules = [
  'service/settings/variables.ts', // the value of a NAME_FILE
  'sqlite/file.ts', // creates a file that isn't open yet
  'sqlite/heldFile.ts', // the database itself, until its last connection is closed
  'service/store/sqlite/file/openOwnFile.ts', // a file that SQLite has just refused
  'service/store/sqlite/backup/lastBackup.ts', // the record of the last backup beside the database
  'service/admin/projectExport.ts', // the file that is being exported
  'service/admin/rules.ts', // the file with the rules, before the database is opened
  'service/admin/auditLog.ts', // the kernel's record of the login, and the list of users
  'core/folder/ownFile.ts', // settings.json, app-links.json, service-rules.json
  'core/folder/reservedSpace.ts', // space kept free for a start on a full disk
  'core/folder/quarantine.ts', // a copy of settings.json
  'core/folder/erasing.ts', // erasing.json
  'core/folder/lock.ts', // instance.json
  'core/folder/moving.ts', // a whole data folder that isn't in use
  'core/keys/secretService/inspect.ts', // the system's description of its key store
  'core/library/replacedGuard.ts', // the log of library.db, until its connection is closed
  'core/library/exporting/exporting.ts', // the file that is being exported
  'core/library/imports/stagedFiles.ts', // the copy of a file to import
  'core/tables/decode.ts', // the same
  'core/tables/workbook/open.ts', // the same
  'core/library/tables/tableFile.ts', // a table that is being exported
  'core/library/tables/zip.ts', // the same
  'core/log/bugLog.ts', // errors.log
  'core/log/crashReport.ts', // problem-report.txt
  'core/page/exports.ts', // a file that was exported
  'core/page/page.ts', // the built page
  'core/policy/read.ts', // policy.json
  'electron/chromiumLicences.ts', // the runtime's list of licences
  'electron/updates/eligibility.ts', // resources written by the build
  'loopback/connectedUser.ts', // the kernel's list of sockets
  'loopback/host.ts', // package.json
]

/** Node modules that are restricted in some folders. */
export const moduleRestrictions: ModuleRestriction[] = [
  {
    modules: ['node:fs', 'node:fs/promises'],
    names: openFunctions,
    folders: ['core', 'service', 'sqlite', 'loopback', 'electron'], // processes that have a database open
    exceptions: fileOpeningModules,
    message: manualOpenReason,
  },
  {
    modules: ['node:sqlite'],
    folders: ['service'],
    exceptions: [],
    message: manualOpenReason,
  },
  {
    // Importing it evaluates every export, including `WebSocket`, which loads all of Node's `fetch`.
    modules: ['node:http'],
    folders: ['service', 'core', 'loopback'],
    exceptions: [],
    message:
      "Importing it loads all of Node's `fetch`. Use process.getBuiltinModule, as in service/http/nodeHttp.ts.",
  },
]
