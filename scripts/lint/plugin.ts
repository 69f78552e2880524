import { join, relative, sep } from 'node:path'
import type { RuleTester } from 'oxlint/plugins-dev'
import { importError, type Import } from './imports.ts'

type Rule = Exclude<Parameters<RuleTester['run']>[1], { createOnce: unknown }>
type Node = Parameters<NonNullable<ReturnType<Rule['create']>['ImportDeclaration']>>[0]
type Position = Pick<Node, 'range'>
type Specifier = Node['specifiers'][number]

const root = join(import.meta.dirname, '../..')

function importedName(specifier: Specifier): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default'
  return specifier.type === 'ImportNamespaceSpecifier' ? '*' : specifierName(specifier.imported)
}

function specifierName(name: Extract<Specifier, { type: 'ImportSpecifier' }>['imported']): string {
  return name.type === 'Literal' ? name.value : name.name
}

/** Enforces who may import what: folders, packages, layers and modules, including `import()` and types. */
export const allowed: Rule = {
  meta: { type: 'problem' },
  create({ filename, report }) {
    const file = relative(root, filename).replaceAll(sep, '/')
    const check = (node: Position, imported: Omit<Import, 'file'>) => {
      const message = importError({ file, ...imported })
      if (message !== null) report({ node, message })
    }
    return {
      ImportDeclaration(node) {
        const names = node.specifiers.map(importedName)
        check(node, { source: node.source.value, names, typesOnly: node.importKind === 'type' })
      },
      ExportNamedDeclaration(node) {
        if (!node.source) return
        const names = node.specifiers.map(({ local }) => specifierName(local))
        check(node, { source: node.source.value, names, typesOnly: node.exportKind === 'type' })
      },
      ExportAllDeclaration(node) {
        check(node, { source: node.source.value, names: ['*'], typesOnly: node.exportKind === 'type' })
      },
      ImportExpression(node) {
        if (node.source.type !== 'Literal' || typeof node.source.value !== 'string') return
        check(node, { source: node.source.value, names: ['*'], typesOnly: false })
      },
      TSImportType(node) {
        check(node, { source: node.source.value, names: ['*'], typesOnly: true })
      },
    }
  },
}

/** Our own rule as a lint plugin: `imports/allowed`. */
const plugin: { meta: { name: string }; rules: Record<string, Rule> } = {
  meta: { name: 'imports' },
  rules: { allowed },
}

export default plugin
