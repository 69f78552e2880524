import { defineConfig } from 'oxlint'
import tseslint from 'typescript-eslint'

/** The rules of the preset that read types. */
const typed = tseslint.configs.strictTypeCheckedOnly
  .flatMap(({ rules = {} }) => Object.entries(rules))
  .filter(([name, level]) => name.startsWith('@typescript-eslint/') && level !== 'off')
  // Oxlint has it not (1.94).
  .filter(([name]) => name !== '@typescript-eslint/no-unsafe-class-instance-assignment')

/** The rules that read types, by a checker that takes a fifth of ESLint's time; `eslint.config.js` has all the others. */
export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  ignorePatterns: ['dist/', 'release/', '.types/', '**/*.js'],
  options: { typeAware: true },
  rules: {
    ...Object.fromEntries(typed),
    '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  },
})
