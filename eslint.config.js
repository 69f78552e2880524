import tseslint from 'typescript-eslint'
import { coreLayers, serviceLayers, windowLayers } from './scripts/lint/ladders.ts'
import { downOnly } from './scripts/lint/layers.ts'

/** Who may import what. The messages name the right way; `tsconfig.json` in each folder says the same to the compiler. */
const boundaries = {
  contract: {
    never: ['core', 'service', 'electron', 'loopback', 'renderer', 'tests', 'scripts', 'bench'],
    packages: ['zod', '@humanwhocodes/momoa', 'uqr'],
    why: 'contract/ is pure: it speaks zod, one JSON parser and one encoder of QR codes, and knows nobody.',
  },
  core: {
    never: ['service', 'electron', 'loopback', 'renderer', 'tests', 'scripts', 'bench'],
    packages: [
      ...['zod', 'undici', 'socks', 'keytar', 'write-file-atomic'],
      ...['csv-parse', 'htmlparser2', 'yauzl', 'yazl', 'node:*'],
    ],
    why: 'core/ knows no host and no service: what it needs of them is handed to it.',
  },
  service: {
    never: ['core', 'electron', 'loopback', 'renderer', 'tests', 'scripts', 'bench'],
    packages: [
      ...[
        'zod',
        'fastify',
        'fastify-type-provider-zod',
        '@fastify/*',
        'commander',
        'lru-cache',
        'pg',
        'prom-client',
      ],
      'node:*',
    ],
    why: 'service/ stands alone on the contract.',
  },
  loopback: {
    never: ['electron', 'renderer', 'tests', 'scripts', 'bench'],
    packages: ['fastify', 'node:*'],
    why: 'A host composes core and the embedded service; domain decisions belong in core/.',
  },
  electron: {
    never: ['loopback', 'renderer', 'tests', 'scripts', 'bench'],
    packages: ['electron', 'electron-updater', 'zod', 'node:*'],
    why: 'A host composes core and the embedded service; domain decisions belong in core/.',
  },
  renderer: {
    never: ['core', 'service', 'electron', 'loopback', 'tests', 'scripts', 'bench'],
    packages: null,
    why: 'The window reaches the app only through call() and the contract.',
  },
  bench: {
    never: ['electron', 'loopback', 'renderer'],
    packages: ['node:*', 'playwright', 'undici'],
    why: 'bench/ measures what runs, from outside; it makes databases with the service, libraries with the core, servers with the tests and finds browsers with the scripts.',
  },
}

/** Its import reads all that it exports, `WebSocket` among it, and with that loads the whole of Node's `fetch`. */
const notImported = {
  name: 'node:http',
  allowTypeImports: true,
  message:
    "It loads all of Node's `fetch`. Take it from process.getBuiltinModule, as service/http/nodeHttp.ts does.",
}

/** What opens a file by hand, in `node:fs` and `node:fs/promises`. */
const openers = [
  ...['open', 'openAsBlob', 'readFile', 'writeFile', 'appendFile', 'copyFile', 'cp', 'truncate'],
  ...['openSync', 'closeSync', 'readFileSync', 'writeFileSync', 'appendFileSync', 'copyFileSync', 'cpSync'],
  ...['truncateSync', 'ftruncateSync', 'createReadStream', 'createWriteStream', 'default', 'promises'],
]

const byHand =
  'Closing any descriptor of a SQLite file drops the locks that the process holds on it, and then another reader deletes ' +
  'its log with what was acknowledged. Databases are opened by SQLite alone: in the service through ' +
  'service/store/sqlite/file.ts; copied by VACUUM INTO. A module that opens other files joins opensFiles in eslint.config.js.'

/** The modules that open files, none of which is a database, its log or its index while it is in use. */
const opensFiles = [
  'service/settings/variables.ts', // the value of a NAME_FILE
  'service/store/sqlite/file.ts', // makes the file, where there is none yet
  'service/store/sqlite/length.ts', // a file that SQLite has just refused
  'service/store/sqlite/copyFile.ts', // the copy, when nobody has it open
  'service/store/sqlite/lastBackup.ts', // the note beside the database
  'service/admin/exportFile.ts', // the file that is being exported
  'core/folder/aside.ts', // a copy of settings.json
  'core/folder/erasing.ts', // erasing.json
  'core/folder/lock.ts', // instance.json
  'core/keys/secretService/look.ts', // what the system says about its key store
  'core/library/exporting/exporting.ts', // the file that is being exported
  'core/library/exporting/zipFile.ts', // the same
  'core/library/imports/encoding.ts', // the copy of a file to import
  'core/library/imports/staged.ts', // the same
  'core/library/runs/sheets/binary.ts', // the same
  'core/library/tables/csvFile.ts', // a table that is being exported
  'core/library/tables/xlsxFile.ts', // the same
  'core/log/bugLog.ts', // errors.log
  'core/log/faults.ts', // problem-report.txt
  'core/page/exports.ts', // a file that was exported
  'core/page/page.ts', // the built page
  'core/settings/settings.ts', // settings.json
  'electron/chromiumLicences.ts', // the runtime's list of licences
  'electron/updates/administrator.ts', // the policy of an administrator
  'electron/updates/feed.ts', // what the build has left in its resources
  'loopback/host.ts', // package.json
]

/** Folders whose processes have a database open. */
const haveDatabases = ['core', 'service', 'loopback', 'electron']

/** The rules for a folder: no other part of the tree, and only the packages that the folder is for. */
function boundaryRule([folder, { never, packages, why }]) {
  const patterns = [{ regex: `^(\\.\\./)+(${never.join('|')})(/|$)`, message: why }]
  if (packages) {
    const allowed = packages.map((name) => name.replace('*', '.*').replaceAll('/', '\\/')).join('|')
    patterns.push({
      regex: `^(?!\\.)(?!(${allowed})(/|$))`,
      message: `${why} Allowed packages: ${packages.join(', ')}.`,
    })
  } else {
    patterns.push({ regex: '^(node:|electron$|keytar$|fastify|undici)', message: why })
  }
  const rule = (paths) => ({ 'no-restricted-imports': ['error', { patterns, paths }] })
  const whole = { files: [`${folder}/**/*.{ts,tsx}`], rules: rule([]) }
  if (!haveDatabases.includes(folder)) return [whole]
  const names = ['node:fs', 'node:fs/promises', 'fs', 'fs/promises']
  const paths = names.map((name) => ({ name, importNames: openers, message: byHand }))
  return [whole, { ...whole, ignores: opensFiles, rules: rule(paths) }]
}

export default tseslint.config(
  { ignores: ['dist/', 'release/', '.types/', 'node_modules/'] },
  // The rules that read types are in oxlint.config.ts, and so are React's.
  ...tseslint.configs.strict,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
      'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 12],
    },
  },
  ...Object.entries(boundaries).flatMap(boundaryRule),
  {
    files: ['service/**/*.ts', 'core/**/*.ts', 'loopback/**/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: [notImported] }] },
  },
  {
    files: ['service/**/*.ts'],
    ignores: ['service/store/sqlite/file.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [{ name: 'node:sqlite', allowTypeImports: true, message: byHand }, notImported] },
      ],
    },
  },
  ...Object.entries({ renderer: windowLayers, core: coreLayers, service: serviceLayers }).map(
    ([root, layers]) => ({
      files: [`${root}/**/*.{ts,tsx}`],
      plugins: { layers: { rules: { 'down-only': downOnly } } },
      rules: { 'layers/down-only': ['error', { root, layers }] },
    }),
  ),
  {
    files: [
      'scripts/**',
      'service/**/main.ts',
      'service/requireNode.js',
      'loopback/main.ts',
      'bench/**',
      'tests/**',
    ],
    rules: { 'no-console': 'off' },
  },
  { files: ['tests/**'], rules: { 'max-lines-per-function': 'off', 'max-lines': 'off' } },
)
