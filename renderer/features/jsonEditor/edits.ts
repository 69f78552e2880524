import { entryAt, nodeAt } from './tree.ts'
import type { DataNode, DataTree, Path } from './tree.ts'

const step = '  '

/** The text with the value at `path` spelled anew; everything else stays as it was written. */
export function withValue(tree: DataTree, path: Path, spelling: string): string {
  const { from, to } = nodeAt(tree, path)
  return splice(tree.text, from, to, spelling)
}

/** The text with the row at `path` under another name. */
export function withName(tree: DataTree, path: Path, name: string): string {
  const { from, nameTo } = entryAt(tree, path)
  return splice(tree.text, from, nameTo, JSON.stringify(name))
}

/** The text with one more row at the end of the object or array at `path`. */
export function withRow(tree: DataTree, path: Path, name: string, spelling: string): string {
  const parent = nodeAt(tree, path)
  const row = parent.kind === 'object' ? `${JSON.stringify(name)}: ${spelling}` : spelling
  if (tree.text === '') return `{\n${step}${row}\n}`
  const last = parent.entries.at(-1)
  if (!last) return splice(tree.text, parent.from, parent.to, filled(tree.text, parent, row))
  const { text } = tree
  const isMultiLine = text.slice(parent.from, parent.to).includes('\n')
  const gap = isMultiLine ? `\n${indentAt(text, last.from)}` : ' '
  return splice(text, last.node.to, last.node.to, `,${gap}${row}`)
}

/** The text without the row at `path` and the comma that belonged to it. An emptied whole is a blank text. */
export function withoutRow(tree: DataTree, path: Path): string {
  const { text } = tree
  const parent = nodeAt(tree, path.slice(0, -1))
  const place = path.at(-1) ?? 0
  const { entries } = parent
  if (entries.length === 1) {
    return path.length === 1
      ? ''
      : splice(text, parent.from, parent.to, parent.kind === 'array' ? '[]' : '{}')
  }
  const entry = entryAt(tree, path)
  const before = entries[place - 1]
  const after = entries[place + 1]
  return before
    ? splice(text, before.node.to, entry.node.to, '')
    : splice(text, entry.from, after?.from ?? entry.node.to, '')
}

function filled(text: string, parent: DataNode, row: string): string {
  const [open, close] = parent.kind === 'array' ? ['[', ']'] : ['{', '}']
  const indent = indentAt(text, parent.from)
  return `${open}\n${indent}${step}${row}\n${indent}${close}`
}

/** The white space that begins the line at `at`. */
function indentAt(text: string, at: number): string {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(lineStart, at))?.[0] ?? ''
}

export function splice(text: string, from: number, to: number, replacement: string): string {
  return text.slice(0, from) + replacement + text.slice(to)
}
