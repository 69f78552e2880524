import { applyEdits } from 'jsonc-parser'
import { withName, withoutRow, withRow, withValue } from './edits.ts'
import { isNumber } from './spelling.ts'
import { endOf, entryAt, nodeAt, treeOf } from './tree.ts'
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
export function rowsOf(text: string): RowsState | null {
  const tree = treeOf(text)
  return tree && { tree, broken: new Map() }
}

/** The text that the rows stand for, broken numbers and all. */
export function textOf({ tree, broken }: RowsState): string {
  const edits = [...broken].map(([key, content]) => {
    const { offset, length } = nodeAt(tree, pathOf(key))
    return { offset, length, content }
  })
  return applyEdits(tree.text, edits)
}

/** A value typed anew. A number that is none is kept apart until it is one. */
export function typeValue(state: RowsState, path: Path, spelling: string): RowsState {
  const broken = new Map(state.broken)
  if (nodeAt(state.tree, path).type === 'number' && !isNumber(spelling)) {
    return { tree: state.tree, broken: broken.set(keyOf(path), spelling) }
  }
  broken.delete(keyOf(path))
  return changed(state, withValue(state.tree, path, spelling), broken)
}

/** A row under another name. */
export function rename(state: RowsState, path: Path, name: string): RowsState {
  return changed(state, withName(state.tree, path, name), state.broken)
}

/** A value of another kind, spelled as `spelling`. */
export function retype(state: RowsState, path: Path, spelling: string): RowsState {
  const broken = new Map([...state.broken].filter(([key]) => !isUnder(key, path)))
  return changed(state, withValue(state.tree, path, spelling), broken)
}

/** One more row at the end of an object or array. */
export function addRow(state: RowsState, path: Path, name: string, spelling = '""'): RowsState {
  return changed(state, withRow(state.tree, path, name, spelling), state.broken)
}

/** Without one row; what is broken in the rows after it moves up with them. */
export function removeRow(state: RowsState, path: Path): RowsState {
  const broken = new Map<string, string>()
  for (const [key, typed] of state.broken) {
    if (!isUnder(key, path)) broken.set(keyOf(movedUp(pathOf(key), path)), typed)
  }
  return changed(state, withoutRow(state.tree, path), broken)
}

function changed(state: RowsState, text: string, broken: ReadonlyMap<string, string>): RowsState {
  const tree = treeOf(text)
  // An edit of readable rows is readable; if that were ever wrong, the rows stay and nothing is lost.
  return tree ? { tree, broken } : state
}

export function keyOf(path: Path): string {
  return path.join('.')
}

function pathOf(key: string): Path {
  return key.split('.').map(Number)
}

function isUnder(key: string, path: Path): boolean {
  return key === keyOf(path) || key.startsWith(`${keyOf(path)}.`)
}

function movedUp(path: Path, removed: Path): Path {
  const level = removed.length - 1
  const sameParent = removed.slice(0, level).every((place, index) => path[index] === place)
  if (!sameParent || (path[level] ?? -1) < (removed[level] ?? 0)) return path
  return path.map((place, index) => (index === level ? place - 1 : place))
}

/** How the row at `path` stands in the text, its name and broken numbers in it included: two rows alike look alike. */
export function spellingAt({ tree, broken }: RowsState, path: Path): string {
  const entry = entryAt(tree, path)
  const own = tree.text.slice(entry.offset, endOf(entry))
  if (broken.size === 0) return own
  const inside = [...broken].filter(([key]) => isUnder(key, path))
  return own + inside.map((each) => each.join('=')).join('&')
}
