import { applyEdits } from 'jsonc-parser'
import type { Node } from 'jsonc-parser'
import { endOf, entriesOf, entryAt, nameOf, nodeAt } from './tree.ts'
import type { DataTree, Path } from './tree.ts'

const step = '  '

/** The text with the value at `path` spelled anew; everything else stays as it was written. */
export function withValue(tree: DataTree, path: Path, spelling: string): string {
  return replaced(tree.text, nodeAt(tree, path), spelling)
}

/** The text with the row at `path`, which has a name, under another one. */
export function withName(tree: DataTree, path: Path, name: string): string {
  const entry = entryAt(tree, path)
  return replaced(tree.text, nameOf(entry) ?? entry, JSON.stringify(name))
}

/** The text with one more row at the end of the object or array at `path`. */
export function withRow({ text, root }: DataTree, path: Path, name: string, spelling: string): string {
  const parent = nodeAt({ text, root }, path)
  const row = parent.type === 'object' ? `${JSON.stringify(name)}: ${spelling}` : spelling
  const last = entriesOf(parent).at(-1)
  if (!last) {
    const indent = indentAt(text, parent.offset)
    return replaced(text, parent, wrapped(parent, `\n${indent}${step}${row}\n${indent}`))
  }
  const isMultiLine = text.slice(parent.offset, endOf(parent)).includes('\n')
  const gap = isMultiLine ? `\n${indentAt(text, last.offset)}` : ' '
  return applyEdits(text, [{ offset: endOf(last), length: 0, content: `,${gap}${row}` }])
}

/** The text without the row at `path` and the comma that belonged to it. An emptied whole is a blank text. */
export function withoutRow(tree: DataTree, path: Path): string {
  const parent = nodeAt(tree, path.slice(0, -1))
  const place = path.at(-1) ?? 0
  const entry = entryAt(tree, path)
  const [before, after] = [parent.children?.[place - 1], parent.children?.[place + 1]]
  if (!before && !after) return path.length === 1 ? '' : replaced(tree.text, parent, wrapped(parent, ''))
  const offset = before ? endOf(before) : entry.offset
  const length = (before || !after ? endOf(entry) : after.offset) - offset
  return applyEdits(tree.text, [{ offset, length, content: '' }])
}

function wrapped({ type }: Node, rows: string): string {
  return type === 'array' ? `[${rows}]` : `{${rows}}`
}

/** The white space that begins the line at `at`. */
function indentAt(text: string, at: number): string {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(lineStart, at))?.[0] ?? ''
}

function replaced(text: string, { offset, length }: Node, content: string): string {
  return applyEdits(text, [{ offset, length, content }])
}
