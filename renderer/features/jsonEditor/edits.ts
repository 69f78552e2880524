import { applyEdits, type Node } from 'jsonc-parser'
import { nodeEnd, childEntries, entryAt, entryName, nodeAt, type DataTree, type Path } from './tree.ts'

const indentUnit = '  '

/** Returns the text with the value at `path` replaced; everything else is unchanged. */
export function withValue(tree: DataTree, path: Path, spelling: string): string {
  return replaceNode(tree.text, nodeAt(tree, path), spelling)
}

/** Returns the text with the row at `path` renamed. The row must have a name. */
export function withName(tree: DataTree, path: Path, name: string): string {
  const entry = entryAt(tree, path)
  return replaceNode(tree.text, entryName(entry) ?? entry, JSON.stringify(name))
}

/** Returns the text with a row appended to the object or array at `path`. */
export function withRow({ text, root }: DataTree, path: Path, name: string, spelling: string): string {
  const parent = nodeAt({ text, root }, path)
  const row = parent.type === 'object' ? `${JSON.stringify(name)}: ${spelling}` : spelling
  const last = childEntries(parent).at(-1)
  if (!last) {
    const indent = lineIndent(text, parent.offset)
    return replaceNode(text, parent, wrapRows(parent, `\n${indent}${indentUnit}${row}\n${indent}`))
  }
  const isMultiLine = text.slice(parent.offset, nodeEnd(parent)).includes('\n')
  const gap = isMultiLine ? `\n${lineIndent(text, last.offset)}` : ' '
  return applyEdits(text, [{ offset: nodeEnd(last), length: 0, content: `,${gap}${row}` }])
}

/** Returns the text without the row at `path` and its comma. An empty root becomes a blank text. */
export function withoutRow(tree: DataTree, path: Path): string {
  const parent = nodeAt(tree, path.slice(0, -1))
  const rowIndex = path.at(-1) ?? 0
  const entry = entryAt(tree, path)
  const [before, after] = [parent.children?.[rowIndex - 1], parent.children?.[rowIndex + 1]]
  if (!before && !after) return path.length === 1 ? '' : replaceNode(tree.text, parent, wrapRows(parent, ''))
  const offset = before ? nodeEnd(before) : entry.offset
  const length = (before || !after ? nodeEnd(entry) : after.offset) - offset
  return applyEdits(tree.text, [{ offset, length, content: '' }])
}

function wrapRows({ type }: Node, rows: string): string {
  return type === 'array' ? `[${rows}]` : `{${rows}}`
}

/** Returns the indentation of the line at an offset. */
function lineIndent(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? ''
}

function replaceNode(text: string, { offset, length }: Node, content: string): string {
  return applyEdits(text, [{ offset, length, content }])
}
