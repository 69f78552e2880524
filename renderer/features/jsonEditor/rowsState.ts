import { applyEdits } from 'jsonc-parser'
import { withName, withoutRow, withRow, withValue } from './edits.ts'
import { isNumber } from './spelling.ts'
import { nodeEnd, entryAt, nodeAt, parseDataTree } from './tree.ts'
import type { DataTree, Path } from './tree.ts'

/**
 * App data as rows at work. `tree` is always readable; a number that is not one yet waits in `broken` under its path, and
 * stands in the text all the same, so that what is sent is what is seen.
 */
export interface RowsState {
  tree: DataTree
  broken: ReadonlyMap<string, string>
}

/** Rows for a text; `null` when it cannot be read as rows. */
export function parseRows(text: string): RowsState | null {
  const tree = parseDataTree(text)
  return tree && { tree, broken: new Map() }
}

/** The text that the rows stand for, broken numbers and all. */
export function rowsText({ tree, broken }: RowsState): string {
  const edits = [...broken].map(([key, content]) => {
    const { offset, length } = nodeAt(tree, parsePathKey(key))
    return { offset, length, content }
  })
  return applyEdits(tree.text, edits)
}

/** A value typed anew. A number that is none is kept apart until it is one. */
export function setValue(state: RowsState, path: Path, spelling: string): RowsState {
  const broken = new Map(state.broken)
  if (nodeAt(state.tree, path).type === 'number' && !isNumber(spelling)) {
    return { tree: state.tree, broken: broken.set(pathKey(path), spelling) }
  }
  broken.delete(pathKey(path))
  return withText(state, withValue(state.tree, path, spelling), broken)
}

/** A row under another name. */
export function renameRow(state: RowsState, path: Path, name: string): RowsState {
  return withText(state, withName(state.tree, path, name), state.broken)
}

/** A value of another kind, spelled as `spelling`. */
export function changeKind(state: RowsState, path: Path, spelling: string): RowsState {
  const broken = new Map([...state.broken].filter(([key]) => !isDescendant(key, path)))
  return withText(state, withValue(state.tree, path, spelling), broken)
}

/** One more row at the end of an object or array. */
export function addRow(state: RowsState, path: Path, name: string, spelling = '""'): RowsState {
  return withText(state, withRow(state.tree, path, name, spelling), state.broken)
}

/** Without one row; what is broken in the rows after it moves up with them. */
export function removeRow(state: RowsState, path: Path): RowsState {
  const broken = new Map<string, string>()
  for (const [key, typed] of state.broken) {
    if (!isDescendant(key, path)) broken.set(pathKey(shiftPath(parsePathKey(key), path)), typed)
  }
  return withText(state, withoutRow(state.tree, path), broken)
}

function withText(state: RowsState, text: string, broken: ReadonlyMap<string, string>): RowsState {
  const tree = parseDataTree(text)
  // An edit of readable rows is readable; if that were ever wrong, the rows stay and nothing is lost.
  return tree ? { tree, broken } : state
}

export function pathKey(path: Path): string {
  return path.join('.')
}

function parsePathKey(key: string): Path {
  return key.split('.').map(Number)
}

function isDescendant(key: string, path: Path): boolean {
  return key === pathKey(path) || key.startsWith(`${pathKey(path)}.`)
}

function shiftPath(path: Path, removed: Path): Path {
  const level = removed.length - 1
  const sameParent = removed.slice(0, level).every((place, index) => path[index] === place)
  if (!sameParent || (path[level] ?? -1) < (removed[level] ?? 0)) return path
  return path.map((place, index) => (index === level ? place - 1 : place))
}

/** How the row at `path` stands in the text, its name and broken numbers in it included: two rows alike look alike. */
export function spellingAt({ tree, broken }: RowsState, path: Path): string {
  const entry = entryAt(tree, path)
  const own = tree.text.slice(entry.offset, nodeEnd(entry))
  if (broken.size === 0) return own
  const inside = [...broken].filter(([key]) => isDescendant(key, path))
  return own + inside.map((each) => each.join('=')).join('&')
}
