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

/** React's rules of hooks, and what its compiler finds wrong in a component. */
const react = [
  ...['rules-of-hooks', 'exhaustive-deps', 'static-components', 'use-memo', 'void-use-memo'],
  ...['preserve-manual-memoization', 'incompatible-library', 'immutability', 'globals', 'refs', 'purity'],
  ...['set-state-in-effect', 'set-state-in-render', 'error-boundaries', 'unsupported-syntax'],
]

/** The rules that read types, by a checker that takes a fifth of ESLint's time, and React's; `eslint.config.js` has all the others. */
export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  ignorePatterns: ['dist/', 'release/', '.types/', '**/*.js'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    ...Object.fromEntries(typed),
    '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  },
  overrides: [
    {
      files: ['renderer/**/*.{ts,tsx}'],
      plugins: ['typescript', 'react'],
      rules: Object.fromEntries(react.map((name) => [`react/${name}`, 'error'])),
    },
  ],
})
