import { parseTree, type Node, type NodeType } from 'jsonc-parser'
import { isObject, readJson } from '../../../contract/service/json/json.ts'
import { isExcessiveText } from '../../../contract/service/json/jsonScan.ts'

export type Kind = Exclude<NodeType, 'property'>

/** A value in a JSON text: its kind, position and rows. */
export type DataNode = Node & { type: Kind }

/** A JSON text and its parsed values. The text is the source of truth: unedited parts keep their spelling. */
export interface DataTree {
  text: string
  root: DataNode
}

/** Path to a value: indexes from the root inwards. Names are not unique, so they can't identify a value. */
export type Path = readonly number[]

/** Returns whether app data can be shown as rows: blank, or a JSON object within the limits. Faster than parsing it. */
export function isTree(text: string): boolean {
  if (text.trim() === '') return true
  // The parser is recursive, and every change parses all values.
  if (isExcessiveText(text)) return false
  const read = readJson(text)
  return read.ok && isObject(read.value)
}

/** Parses app data into a tree. A blank text is an empty object. Returns `null` if it is not a JSON object. */
export function parseDataTree(text: string): DataTree | null {
  // Checked first, because the tolerant parser also builds trees from invalid text.
  if (!isTree(text)) return null
  if (text.trim() === '') return { text: '', root: { type: 'object', offset: 0, length: 0, children: [] } }
  return { text, root: parseTree(text) as DataNode }
}

/** Returns the value at a path. Throws if there is none: paths come from the tree itself. */
export function nodeAt(tree: DataTree, path: Path): DataNode {
  return path.reduce((node, index) => entryValue(childAt(node, index)), tree.root)
}

/** Returns the row at a path other than the root: name and value in an object, only the value in an array. */
export function entryAt(tree: DataTree, path: Path): Node {
  return childAt(nodeAt(tree, path.slice(0, -1)), path.at(-1) ?? -1)
}

/** Returns the rows of an object or array. */
export function childEntries(node: DataNode): readonly Node[] {
  return node.children ?? []
}

/** Returns the end offset of a value or row. */
export function nodeEnd({ offset, length }: Node): number {
  return offset + length
}

/** Returns the value of a row. */
export function entryValue(entry: Node): DataNode {
  return (entry.type === 'property' ? childAt(entry, 1) : entry) as DataNode
}

/** Returns the name of a row as a node; `null` in an array. */
export function entryName(entry: Node): Node | null {
  return entry.type === 'property' ? childAt(entry, 0) : null
}

function childAt(node: Node, index: number): Node {
  const child = node.children?.[index]
  if (!child) throw new Error('There is no row at this path.')
  return child
}
