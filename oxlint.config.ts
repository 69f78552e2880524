import { defineConfig } from 'oxlint'
import tseslint from 'typescript-eslint'

/** What Oxlint has not (1.89): a rule about enums, which TypeScript that is only stripped cannot have, and one about `any` that others see too. */
const lacking = [
  '@typescript-eslint/no-unsafe-class-instance-assignment',
  '@typescript-eslint/no-unsafe-enum-assignment',
]

/** The rules of the preset that read types. */
const typed = tseslint.configs.strictTypeCheckedOnly
  .flatMap(({ rules = {} }) => Object.entries(rules))
  .filter(([name, level]) => name.startsWith('@typescript-eslint/') && level !== 'off')
  .filter(([name]) => !lacking.includes(name))

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
