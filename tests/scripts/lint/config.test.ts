import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { singleFileRules } from '../../../scripts/lint/rules.ts'

const root = join(import.meta.dirname, '../../..')

/** Returns this many lines of code between comments and blank lines, which don't count. */
const statements = (count: number) => "  parseInt('1')\n\n  // A comment.\n".repeat(count)
const exportLines = (count: number) =>
  Array.from({ length: count }, (_, index) => `export const a${index} = 1\n\n// A comment.\n`).join('')
const branches = (count: number) => '  if (a === b) return a\n'.repeat(count)

/** For each rule that looks at one file: code that breaks it, and code that is still allowed. */
const singleFileCases: Record<string, { wrong: string; right?: string }> = {
  eqeqeq: { wrong: 'export const a = (b: unknown) => b != null' },
  'no-console': { wrong: "console.log('planted')" },
  'max-depth': {
    wrong:
      'if (a) { if (a) { if (a) { if (a) planted() } } }\nif (a) { if (a) { if (a) { if (a) { planted() } } } }',
    right: 'if (a) { if (a) { if (a) { planted() } } }',
  },
  'max-params': {
    wrong: 'export const a = (b: 1, c: 1, d: 1, e: 1, f: 1) => [b, c, d, e, f]',
    right: 'export const a = (b: 1, c: 1, d: 1, e: 1) => [b, c, d, e]',
  },
  'max-lines': { wrong: exportLines(201), right: exportLines(200) },
  'max-lines-per-function': {
    wrong: `export function a() {\n${statements(69)}}`,
    right: `export function a() {\n${statements(68)}}`,
  },
  complexity: {
    wrong: `export function a(b: number) {\n${branches(12)}}`,
    right: `export function a(b: number) {\n${branches(11)}}`,
  },
  'no-array-constructor': { wrong: 'export const a = new Array(1, 2)' },
  'no-unused-expressions': { wrong: 'planted && planted()' },
  'no-unused-vars': { wrong: 'const _a = 1', right: 'export const [, a] = [1, 2]' },
  'no-useless-constructor': { wrong: 'export class A { a = 1; constructor() {} }' },
  'no-var': { wrong: 'export var a = 1' },
  'prefer-const': { wrong: 'let a = 1\nexport { a }' },
  'prefer-rest-params': { wrong: 'export function a() { return arguments }' },
  'prefer-spread': { wrong: 'export const a = planted.apply(undefined, b)' },
  'typescript/ban-ts-comment': {
    wrong: '// @ts-expect-error',
    right: '// @ts-expect-error The reason is long enough to read.',
  },
  'typescript/no-duplicate-enum-values': { wrong: 'export enum A { B = 1, C = 1 }' },
  'typescript/no-dynamic-delete': { wrong: 'delete planted[a]' },
  'typescript/no-empty-object-type': { wrong: 'export type A = {}' },
  'typescript/no-explicit-any': { wrong: 'export type A = any' },
  'typescript/no-extra-non-null-assertion': { wrong: 'export const a = planted!!.b' },
  'typescript/no-extraneous-class': { wrong: 'export class A { static b = 1 }' },
  'typescript/no-invalid-void-type': { wrong: 'export type A = string | void' },
  'typescript/no-misused-new': { wrong: 'export interface A { new (): A }' },
  'typescript/no-namespace': { wrong: 'export namespace A { export const b = 1 }' },
  'typescript/no-non-null-asserted-nullish-coalescing': { wrong: 'export const a = planted! ?? 1' },
  'typescript/no-non-null-asserted-optional-chain': { wrong: 'export const a = planted?.b!' },
  'typescript/no-non-null-assertion': { wrong: 'export const a = planted!.b' },
  'typescript/no-require-imports': { wrong: "export const a = require('node:path')" },
  'typescript/no-this-alias': { wrong: 'export class A { b() { const c = this; return c } }' },
  'typescript/no-unnecessary-type-constraint': { wrong: 'export type A<B extends unknown> = B[]' },
  'typescript/no-unsafe-declaration-merging': {
    wrong: 'export interface A { b: 1 }\nexport class A { c = 1 }',
  },
  'typescript/no-unsafe-function-type': { wrong: 'export type A = Function' },
  'typescript/no-wrapper-object-types': { wrong: 'export type A = String' },
  'typescript/prefer-as-const': { wrong: "export const a = 'b' as 'b'" },
  'typescript/prefer-literal-enum-member': { wrong: 'export enum A { B = planted }' },
  'typescript/prefer-namespace-keyword': { wrong: 'export module A { export const b = 1 }' },
  'typescript/triple-slash-reference': { wrong: '/// <reference path="planted" />' },
  'typescript/unified-signatures': {
    wrong: 'export declare function a(b: 1): void\nexport declare function a(b: string): void',
  },
}

const long = `console.log('planted')\nexport function a() {\n${statements(69)}}\n${exportLines(201)}`

/** Code that breaks rules in these files only, and the rules that find it there. */
const folderCases: [file: string, code: string, rules: string[]][] = [
  ['contract/types.ts', 'Promise.resolve(1)', ['typescript/no-floating-promises']],
  ['tests/a.ts', 'export const a = (b: string) => b as string', ['typescript/no-unnecessary-type-assertion']],
  [
    'renderer/A.tsx',
    'const useA = () => {}\nexport const A = () => { if (Math.random()) useA() }',
    ['react-hooks/rules-of-hooks', 'react/purity'],
  ],
  ['core/a.ts', "import '../service/app.ts'", ['imports/allowed']],
  ['service/links/a.ts', "import '../http/log.ts'", ['imports/allowed']],
  ['renderer/ui/a.ts', "import 'node:path'", ['imports/allowed']],
  ['contract/unused.ts', '// oxlint-disable-next-line eqeqeq', ['']],
  ['contract/used.ts', "// oxlint-disable-next-line imports/allowed\nimport 'node:path'", []],
  ['service/a.js', 'export var a = 1', ['no-var']],
  ['a.js', "console.log('planted')\nPromise.resolve(1)", ['no-console']],
  ['tests/long.ts', long, []],
  ['scripts/long.ts', long, ['max-lines', 'max-lines-per-function']],
  ['bench/long.ts', long, ['max-lines', 'max-lines-per-function']],
  ['service/admin/main.ts', long, ['max-lines', 'max-lines-per-function']],
  ['service/admin/long.ts', long, ['max-lines', 'max-lines-per-function', 'no-console']],
  ['dist/a.ts', 'export var a = 1', []],
]

/** A temporary folder with the project's configuration. */
const folder = mkdtempSync(join(tmpdir(), 'linkwright-lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The rules that reported an error, by file. */
const reportedRules = new Map<string, string[]>()

function writeCase(file: string, code: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), code)
}

/** Returns a file name for a rule. */
const caseFile = (kind: string, rule: string) => `contract/${kind}/${rule.replace('/', '-')}.ts`

interface Diagnostic {
  filename: string
  /** Reported as `typescript(no-this-alias)`; a comment that disables nothing has no rule. */
  code?: string
}

beforeAll(() => {
  for (const name of ['oxlint.config.ts', 'package.json', 'scripts/lint']) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const [rule, { wrong, right }] of Object.entries(singleFileCases)) {
    writeCase(caseFile('wrong', rule), wrong)
    if (right !== undefined) writeCase(caseFile('right', rule), right)
  }
  for (const [file, code] of folderCases) writeCase(file, code)
  const linter = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [linter, '--format', 'json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
  for (const { filename, code = '' } of diagnostics) {
    const rule = code.replace(/^eslint\((.*)\)$/, '$1').replace(/^([\w-]+)\((.*)\)$/, '$1/$2')
    const file = filename.replaceAll('\\', '/')
    reportedRules.set(file, [...new Set([...(reportedRules.get(file) ?? []), rule])].sort())
  }
})

describe('The linter', () => {
  test.each(Object.keys(singleFileRules))('The linter finds what %s forbids', (rule) => {
    expect(reportedRules.get(caseFile('wrong', rule))).toContain(rule)
    expect(reportedRules.get(caseFile('right', rule)) ?? []).not.toContain(rule)
  })

  test.each(folderCases)('The linter checks %s like a file of its folder', (file, _code, rules) => {
    expect(reportedRules.get(file) ?? []).toEqual(rules)
  })
})
