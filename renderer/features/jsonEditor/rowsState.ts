import { applyEdits } from 'jsonc-parser'
import { readJson } from '../../../contract/service/json/json.ts'
import { withName, withoutRow, withRow, withValue } from './edits.ts'
import { isNumber } from './spelling.ts'
import { nodeEnd, entryAt, nodeAt, parseDataTree, type DataTree, type Path } from './tree.ts'

/**
 * Editable rows of app data. `tree` is always valid; incomplete numbers are kept in `broken` by path. The text includes
 * them, so that what is shown is what is sent.
 */
export interface RowsState {
  tree: DataTree
  broken: ReadonlyMap<string, string>
}

/** Parses a text into rows; `null` if it cannot be shown as rows. */
export function parseRows(text: string): RowsState | null {
  const tree = parseDataTree(text)
  return tree && { tree, broken: new Map() }
}

/** Returns the text of the rows, including incomplete numbers. */
export function rowsText({ tree, broken }: RowsState): string {
  const edits = [...broken].map(([key, content]) => {
    const { offset, length } = nodeAt(tree, parsePathKey(key))
    // In a list, a comma would make two numbers of one.
    return { offset, length, content: content.replaceAll(',', ' ') }
  })
  return applyEdits(tree.text, edits)
}

/** Sets a value. An incomplete number is kept in `broken` until it is valid. */
export function setValue(state: RowsState, path: Path, spelling: string): RowsState {
  const broken = new Map(state.broken)
  if (nodeAt(state.tree, path).type === 'number' && !isNumber(spelling)) {
    return { tree: state.tree, broken: broken.set(pathKey(path), spelling) }
  }
  broken.delete(pathKey(path))
  return withText(state, withValue(state.tree, path, spelling), broken)
}

/** Renames a row. */
export function renameRow(state: RowsState, path: Path, name: string): RowsState {
  return withText(state, withName(state.tree, path, name), state.broken)
}

/** Changes the kind of a value, with a new spelling. One that isn't JSON is an incomplete number. */
export function changeKind(state: RowsState, path: Path, spelling: string): RowsState {
  const broken = new Map([...state.broken].filter(([key]) => !isDescendant(key, path)))
  const isBroken = !readJson(spelling).ok
  if (isBroken) broken.set(pathKey(path), spelling)
  return withText(state, withValue(state.tree, path, isBroken ? '0' : spelling), broken)
}

/** Returns the spelling of a value, including an incomplete number. */
export function valueSpelling({ tree, broken }: RowsState, path: Path): string {
  const node = nodeAt(tree, path)
  return broken.get(pathKey(path)) ?? tree.text.slice(node.offset, nodeEnd(node))
}

/** Appends a row to an object or array. */
export function addRow(state: RowsState, path: Path, name: string, spelling = '""'): RowsState {
  return withText(state, withRow(state.tree, path, name, spelling), state.broken)
}

/** Removes a row. Incomplete numbers in the rows after it move up. */
export function removeRow(state: RowsState, path: Path): RowsState {
  const broken = new Map<string, string>()
  for (const [key, typed] of state.broken) {
    if (!isDescendant(key, path)) broken.set(pathKey(shiftPath(parsePathKey(key), path)), typed)
  }
  return withText(state, withoutRow(state.tree, path), broken)
}

function withText(state: RowsState, text: string, broken: ReadonlyMap<string, string>): RowsState {
  const tree = parseDataTree(text)
  // An edit of valid rows should result in valid text. If it doesn't, the rows stay as they are.
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
  const sameParent = removed.slice(0, level).every((removedIndex, depth) => path[depth] === removedIndex)
  if (!sameParent || (path[level] ?? -1) < (removed[level] ?? 0)) return path
  return path.map((index, depth) => (depth === level ? index - 1 : index))
}

/**
 * Returns the row at `path` as written in the text, including its name and incomplete numbers. Equal rows have equal
 * spellings.
 */
export function spellingAt({ tree, broken }: RowsState, path: Path): string {
  const entry = entryAt(tree, path)
  const source = tree.text.slice(entry.offset, nodeEnd(entry))
  if (broken.size === 0) return source
  const brokenInside = [...broken].filter(([key]) => isDescendant(key, path))
  return source + brokenInside.map((entry) => entry.join('=')).join('&')
}
