import tseslint from 'typescript-eslint'
import reactHooks from 'eslint-plugin-react-hooks'

/** Who may import what. The messages name the right way; `tsconfig.json` in each folder says the same to the compiler. */
const boundaries = {
  contract: {
    never: ['core', 'service', 'electron', 'loopback', 'renderer', 'tests', 'scripts', 'bench'],
    packages: ['zod', '@humanwhocodes/momoa'],
    why: 'contract/ is pure: it speaks zod and one JSON parser, and knows nobody.',
  },
  core: {
    never: ['service', 'electron', 'loopback', 'renderer', 'tests', 'scripts', 'bench'],
    packages: ['zod', 'undici', 'keytar', 'write-file-atomic', 'node:*'],
    why: 'core/ knows no host and no service: what it needs of them is handed to it.',
  },
  service: {
    never: ['core', 'electron', 'loopback', 'renderer', 'tests', 'scripts', 'bench'],
    packages: ['zod', 'fastify', 'fastify-type-provider-zod', '@fastify/*', 'pg', 'prom-client', 'node:*'],
    why: 'service/ stands alone on the contract.',
  },
  loopback: {
    never: ['electron', 'renderer', 'tests', 'scripts', 'bench'],
    packages: ['fastify', 'node:*'],
    why: 'A host composes core and the embedded service; domain decisions belong in core/.',
  },
  electron: {
    never: ['loopback', 'renderer', 'tests', 'scripts', 'bench'],
    packages: ['electron', 'node:*'],
    why: 'A host composes core and the embedded service; domain decisions belong in core/.',
  },
  renderer: {
    never: ['core', 'service', 'electron', 'loopback', 'tests', 'scripts', 'bench'],
    packages: null,
    why: 'The window reaches the app only through call() and the contract.',
  },
  bench: {
    never: ['core', 'electron', 'loopback', 'renderer'],
    packages: ['node:*', 'playwright'],
    why: 'bench/ measures what runs, from outside; it makes databases with the service, servers with the tests and finds browsers with the scripts.',
  },
}

/** The one rule for a folder: no other part of the tree, and only the packages that the folder is for. */
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
  return {
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  }
}

export default tseslint.config(
  { ignores: ['dist/', 'release/', '.types/', 'node_modules/'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
      'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 12],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  ...Object.entries(boundaries).map(boundaryRule),
  {
    files: ['renderer/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs['recommended-latest'].rules },
  },
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
  { files: ['*.js', 'service/**/*.js'], extends: [tseslint.configs.disableTypeChecked] },
)
