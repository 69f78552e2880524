import { defineConfig } from 'oxlint'
import { boundaries } from './scripts/lint/boundaries.ts'
import { singleFileRules, reactRules, typeRules } from './scripts/lint/rules.ts'

/** What writes to a terminal. */
const programs = ['service/**/main.ts', 'service/requireNode.js', 'loopback/main.ts']

export default defineConfig({
  plugins: ['typescript'],
  jsPlugins: ['./scripts/lint/plugin.ts'],
  categories: { correctness: 'off' },
  ignorePatterns: ['dist/', 'release/', '.types/', 'node_modules'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  rules: singleFileRules,
  overrides: [
    { files: ['**/*.{ts,tsx}'], rules: typeRules },
    {
      files: Object.keys(boundaries).map((folder) => `${folder}/**/*.{ts,tsx}`),
      rules: { 'imports/allowed': 'error' },
    },
    { files: ['renderer/**/*.{ts,tsx}'], plugins: ['typescript', 'react'], rules: reactRules },
    { files: [...programs, 'scripts/**', 'bench/**', 'tests/**'], rules: { 'no-console': 'off' } },
    { files: ['tests/**'], rules: { 'max-lines-per-function': 'off', 'max-lines': 'off' } },
  ],
})
