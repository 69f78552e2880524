import { readData, readJson } from '../json.ts'
import { memberTexts } from '../jsonMembers.ts'
import { isStorable } from '../text.ts'
import type { ColumnUse, Mapping } from './mapping.ts'
import { shortenName } from './placeholders.ts'
import type { InsertCell, Part } from './placeholders.ts'
import type { RowWarning } from './run.ts'
import { yesNoRequired, parseYesNo } from './yesNo.ts'

type DataColumnUse = Extract<ColumnUse, { to: 'data' }>

/** A column whose cells are values of a key. */
export interface KeyColumn {
  column: number
  path: readonly string[]
  /** The path as it is written. */
  name: string
  type: DataColumnUse['type']
}

export function keyColumnsOf({ columns }: Mapping): KeyColumn[] {
  return columns.flatMap((use, column) =>
    use.to === 'data' ? [{ column, path: use.path.split('.'), name: use.path, type: use.type }] : [],
  )
}

// RFC 8259, section 6.
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** A cell as JSON, its number spelled as it is; or why it is none, as a sentence. */
export function parseCellValue(
  cell: string,
  type: DataColumnUse['type'],
): { json: string } | { fault: string } {
  const text = cell.trim()
  if (type === 'text') {
    return isStorable(cell)
      ? { json: JSON.stringify(cell) }
      : { fault: 'Contains a character that cannot be stored (U+0000 or half of a surrogate pair).' }
  }
  if (type === 'number')
    return numberPattern.test(text) ? { json: text } : { fault: 'Must be a number, such as 12 or 1.5.' }
  if (type === 'yesNo') {
    const answer = parseYesNo(text)
    return answer === null ? { fault: yesNoRequired } : { json: String(answer) }
  }
  const read = readJson(text)
  return read.ok ? { json: text } : { fault: `${read.fault.message} (line ${read.fault.line})` }
}

/** An object as JSON texts by their keys, in the order in which they are written. */
type JsonTextTree = Map<string, string | JsonTextTree>

/** App data that a row has as a text. What a template says gives way to cells; what a cell says does not. */
export interface DataText {
  text: string
  isCell: boolean
}

/**
 * App data with the keys that columns have. What the text says beside them stays as it is spelled. A text that is no app data is
 * given back for its own fault to be told.
 */
export function mergeKeyColumns(
  base: DataText | null,
  keys: readonly { key: KeyColumn; json: string }[],
  reportError: (remark: RowWarning) => void,
): string | undefined {
  const [first] = keys
  if (!first) return base?.text
  if (base && !readData(base.text).ok) {
    reportError({
      column: first.key.column,
      text: 'The rest of the app data has a fault, so this has no place in it.',
    })
    return base.text
  }
  const data: MergeState = { tree: new Map(base ? memberTexts(base.text) : []), base, placed: new Set() }
  for (const { key, json } of keys) {
    const text = placeValue(data, key, json)
    if (text !== null) reportError({ column: key.column, text })
  }
  return writeTree(data.tree)
}

interface MergeState {
  tree: JsonTextTree
  base: DataText | null
  /** The paths of what columns have put in. */
  placed: Set<string>
}

/** Puts a value at its place, or says as a sentence why it has none. */
function placeValue(data: MergeState, key: KeyColumn, json: string): string | null {
  const { path } = key
  const name = shortenName(key.name)
  if (path.includes('')) return `“${name}” has a dot too many.`
  const last = path.at(-1) ?? ''
  let inside = data.tree
  for (const part of path.slice(0, -1)) {
    const next = openObject(inside, part)
    if (!next) return `“${shortenName(part)}” is no object in the app data, so “${name}” has no place in it.`
    inside = next
  }
  const there = inside.get(last)
  if (there !== undefined && there !== json) {
    if (isObjectText(there) !== isObjectText(json))
      return `“${name}” is an object in the app data and a single value here, or the other way round.`
    if (!isOverridable(data, key, there)) return `The app data says something else for “${name}” already.`
  }
  inside.set(last, json)
  data.placed.add(key.name)
  return null
}

/** Whether a value stands there as the template has it, and no cell has said it. */
function isOverridable(
  { base, placed }: MergeState,
  { path, name }: KeyColumn,
  there: string | JsonTextTree,
): boolean {
  if (!base || base.isCell || placed.has(name)) return false
  let text: string | undefined = base.text
  for (const key of path) text = memberTexts(text ?? '').get(key)
  return text === there
}

/** The object at a key, made where nothing is; `null` where there is a value that is none. */
function openObject(tree: JsonTextTree, key: string): JsonTextTree | null {
  const there = tree.get(key)
  if (there instanceof Map) return there
  if (there !== undefined && !isObjectText(there)) return null
  const made: JsonTextTree = new Map(there === undefined ? [] : memberTexts(there))
  tree.set(key, made)
  return made
}

function isObjectText(value: string | JsonTextTree): boolean {
  return typeof value !== 'string' || value.startsWith('{')
}

function writeTree(tree: JsonTextTree): string {
  const members = [...tree].map(
    ([key, value]) => `${JSON.stringify(key)}:${typeof value === 'string' ? value : writeTree(value)}`,
  )
  return `{${members.join(',')}}`
}

/** For each part of a template of app data, whether it stands within a text of the JSON. */
export function findPartsInsideStrings(parts: readonly Part[]): boolean[] {
  let isInside = false
  return parts.map((part) => {
    const before = isInside
    if (typeof part === 'string') isInside = endsInsideString(part, isInside)
    return before
  })
}

function endsInsideString(json: string, isInside: boolean): boolean {
  let inside = isInside
  for (let at = 0; at < json.length; at++) {
    const letter = json.charAt(at)
    if (letter === '"') inside = !inside
    else if (letter === '\\' && inside) at++
  }
  return inside
}

/** Inserts cells into a template of app data: as a part of a text, or else as a value that is JSON by itself. */
export function createDataInserter(parts: readonly Part[]): (refuse: (column: number) => void) => InsertCell {
  const isInsideString = findPartsInsideStrings(parts)
  return (refuse) => (cell, _before, at) => {
    if (isInsideString[at]) return JSON.stringify(cell).slice(1, -1)
    if (readJson(cell.trim()).ok) return cell.trim()
    refuse(parts[at] as number)
    return 'null'
  }
}
