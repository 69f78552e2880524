import { parse } from '@humanwhocodes/momoa'
import type { MemberNode, ValueNode } from '@humanwhocodes/momoa'
import { isObject, readJson } from '../../../contract/json.ts'

export type Kind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'

/** A value inside a JSON text: what it is, and from where to where its spelling reaches. */
export interface DataNode {
  kind: Kind
  from: number
  to: number
  entries: DataEntry[]
}

/** A value with its name in an object, or with `null` at its place in an array. `from` is where the name begins. */
export interface DataEntry {
  name: string | null
  nameTo: number
  from: number
  node: DataNode
}

/** A JSON text and the values in it. The text is the truth: whatever is not edited keeps its spelling. */
export interface DataTree {
  text: string
  root: DataNode
}

/** The way to a value: its places, from the outermost object or array inwards. */
export type Path = readonly number[]

/** Whether app data can be read as rows: it is blank or a JSON object. Ten times as quick as reading it. */
export function isTree(text: string): boolean {
  if (text.trim() === '') return true
  const read = readJson(text)
  return read.ok && isObject(read.value)
}

/** Reads app data as rows. A blank text is an empty object; `null` when the text is no JSON object. */
export function treeOf(text: string): DataTree | null {
  // Asked first, since the positions parser lets raw control characters pass, which are no JSON.
  if (!isTree(text)) return null
  if (text.trim() === '') return { text: '', root: { kind: 'object', from: 0, to: 0, entries: [] } }
  return { text, root: nodeOf(parse(text, { mode: 'json', ranges: true }).body) }
}

/** The value at a path. Throws when there is none: paths come from the tree itself. */
export function nodeAt(tree: DataTree, path: Path): DataNode {
  return path.reduce((node, place) => entryIn(node, place).node, tree.root)
}

/** The entry at a path that is not the root's. */
export function entryAt(tree: DataTree, path: Path): DataEntry {
  return entryIn(nodeAt(tree, path.slice(0, -1)), path.at(-1) ?? -1)
}

function entryIn(node: DataNode, place: number): DataEntry {
  const entry = node.entries[place]
  if (!entry) throw new Error('There is no row at this place.')
  return entry
}

const kinds: Record<string, Kind> = {
  String: 'string',
  Number: 'number',
  Boolean: 'boolean',
  Null: 'null',
  Array: 'array',
  Object: 'object',
}

function nodeOf(value: ValueNode): DataNode {
  const [from, to] = value.range ?? [0, 0]
  return { kind: kinds[value.type] ?? 'null', from, to, entries: entriesOf(value) }
}

function entriesOf(value: ValueNode): DataEntry[] {
  if (value.type === 'Object') return value.members.map(memberEntry)
  if (value.type !== 'Array') return []
  return value.elements.map((element) => {
    const node = nodeOf(element.value)
    return { name: null, from: node.from, nameTo: node.from, node }
  })
}

function memberEntry({ name, value }: MemberNode): DataEntry {
  const [from, nameTo] = name.range ?? [0, 0]
  return { name: name.type === 'String' ? name.value : name.name, from, nameTo, node: nodeOf(value) }
}
