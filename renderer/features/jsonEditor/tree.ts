import { parseTree } from 'jsonc-parser'
import type { Node, NodeType } from 'jsonc-parser'
import { isObject, readJson } from '../../../contract/json.ts'
import { isExcessiveText } from '../../../contract/jsonScan.ts'

export type Kind = Exclude<NodeType, 'property'>

/** A value inside a JSON text: its kind, where its spelling stands, and its rows. */
export type DataNode = Node & { type: Kind }

/** A JSON text and the values in it. The text is the truth: whatever is not edited keeps its spelling. */
export interface DataTree {
  text: string
  root: DataNode
}

/** The way to a value: its places, from the outermost object or array inwards. Names would not do: two may be the same. */
export type Path = readonly number[]

/** Whether app data can be read as rows: it is blank or a JSON object of bearable size. Quicker than reading it. */
export function isTree(text: string): boolean {
  if (text.trim() === '') return true
  // The parser calls itself at each level, and every change reads all values anew.
  if (isExcessiveText(text)) return false
  const read = readJson(text)
  return read.ok && isObject(read.value)
}

/** Reads app data as rows. A blank text is an empty object; `null` when the text is no JSON object. */
export function parseDataTree(text: string): DataTree | null {
  // Asked first, since the tolerant parser makes a tree of broken text too.
  if (!isTree(text)) return null
  if (text.trim() === '') return { text: '', root: { type: 'object', offset: 0, length: 0, children: [] } }
  return { text, root: parseTree(text) as DataNode }
}

/** The value at a path. Throws when there is none: paths come from the tree itself. */
export function nodeAt(tree: DataTree, path: Path): DataNode {
  return path.reduce((node, place) => entryValue(childAt(node, place)), tree.root)
}

/** The row at a path that is not the root's: name and value in an object, the value alone in an array. */
export function entryAt(tree: DataTree, path: Path): Node {
  return childAt(nodeAt(tree, path.slice(0, -1)), path.at(-1) ?? -1)
}

/** The rows of an object or array. */
export function childEntries(node: DataNode): readonly Node[] {
  return node.children ?? []
}

/** Where the spelling of a value or a row ends. */
export function nodeEnd({ offset, length }: Node): number {
  return offset + length
}

/** The value of a row. */
export function entryValue(entry: Node): DataNode {
  return (entry.type === 'property' ? childAt(entry, 1) : entry) as DataNode
}

/** The name of a row, as a value of its own; `null` in an array. */
export function entryName(entry: Node): Node | null {
  return entry.type === 'property' ? childAt(entry, 0) : null
}

function childAt(node: Node, place: number): Node {
  const child = node.children?.[place]
  if (!child) throw new Error('There is no row at this place.')
  return child
}
