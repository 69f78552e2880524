import type { OxlintConfig } from 'oxlint'

type Rules = NonNullable<OxlintConfig['rules']>

function prefixRules(prefix: string, names: string[]): Rules {
  return Object.fromEntries(names.map((name) => [`${prefix}${name}`, 'error']))
}

/** Size limits, and rules that need only one file: the preset `strict` of typescript-eslint. */
export const singleFileRules: Rules = {
  eqeqeq: 'error',
  'no-console': 'error',
  'max-depth': ['error', 3],
  'max-params': ['error', 4],
  'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
  complexity: ['error', 12],
  ...prefixRules('', ['no-array-constructor', 'no-unused-expressions', 'no-useless-constructor', 'no-var']),
  ...prefixRules('', ['prefer-const', 'prefer-rest-params', 'prefer-spread']),
  // Any options disable the default exception for names that start with an underscore.
  'no-unused-vars': ['error', { vars: 'all' }],
  ...prefixRules('typescript/', [
    ...['ban-ts-comment', 'no-duplicate-enum-values', 'no-dynamic-delete', 'no-empty-object-type'],
    ...['no-explicit-any', 'no-extra-non-null-assertion', 'no-extraneous-class', 'no-invalid-void-type'],
    ...['no-misused-new', 'no-namespace', 'no-non-null-asserted-nullish-coalescing'],
    ...['no-non-null-asserted-optional-chain', 'no-non-null-assertion', 'no-require-imports'],
    ...['no-this-alias', 'no-unnecessary-type-constraint', 'no-unsafe-declaration-merging'],
    ...['no-unsafe-function-type', 'no-wrapper-object-types', 'prefer-as-const'],
    ...['prefer-literal-enum-member', 'prefer-namespace-keyword', 'triple-slash-reference'],
    ...['unified-signatures'],
  ]),
}

/**
 * Type-aware rules of the preset `strict-type-checked`. Oxlint (1.89) lacks two: one about enums, which erasable
 * TypeScript doesn't allow, and one about `any` that other rules cover.
 */
export const typeRules: Rules = {
  ...prefixRules('typescript/', [
    ...['await-thenable', 'no-array-delete', 'no-base-to-string', 'no-deprecated'],
    ...['no-duplicate-type-constituents', 'no-floating-promises', 'no-for-in-array'],
    ...['no-generated-empty-object-type', 'no-implied-eval', 'no-meaningless-void-operator'],
    ...['no-misused-promises', 'no-misused-spread', 'no-mixed-enums', 'no-redundant-type-constituents'],
    ...['no-unnecessary-boolean-literal-compare', 'no-unnecessary-condition'],
    ...['no-unnecessary-template-expression', 'no-unnecessary-type-arguments'],
    ...['no-unnecessary-type-assertion', 'no-unnecessary-type-conversion', 'no-unnecessary-type-parameters'],
    ...['no-unsafe-argument', 'no-unsafe-assignment', 'no-unsafe-call', 'no-unsafe-enum-comparison'],
    ...['no-unsafe-member-access', 'no-unsafe-return', 'no-unsafe-unary-minus'],
    ...['no-useless-default-assignment', 'only-throw-error', 'prefer-promise-reject-errors'],
    ...['prefer-reduce-type-parameter', 'prefer-return-this-type', 'related-getter-setter-pairs'],
    ...['require-await', 'unbound-method', 'use-unknown-in-catch-callback-variable'],
  ]),
  'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  'typescript/restrict-plus-operands': [
    'error',
    {
      allowAny: false,
      allowBoolean: false,
      allowNullish: false,
      allowNumberAndString: false,
      allowRegExp: false,
    },
  ],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
}

/** React's rules of hooks, and the errors of its compiler. */
export const reactRules = prefixRules('react/', [
  ...['rules-of-hooks', 'exhaustive-deps', 'static-components', 'use-memo', 'void-use-memo'],
  ...['preserve-manual-memoization', 'incompatible-library', 'immutability', 'globals', 'refs', 'purity'],
  ...['set-state-in-effect', 'set-state-in-render', 'error-boundaries', 'unsupported-syntax'],
])
