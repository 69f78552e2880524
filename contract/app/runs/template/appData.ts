import { readData, readJson } from '../../../service/json/json.ts'
import { memberTexts } from '../../../service/json/jsonMembers.ts'
import { isStorable, shortenName, unstorableError } from '../../../service/text/text.ts'
import type { ColumnUse, Mapping } from '../mapping/mapping.ts'
import type { InsertCell, Part } from './placeholders.ts'
import type { RowWarning } from '../run.ts'
import { yesNoRequired, parseYesNo } from '../mapping/yesNo.ts'

type DataColumnUse = Extract<ColumnUse, { to: 'data' }>

/** A column whose cells are values of a key in the app data. */
export interface KeyColumn {
  column: number
  path: readonly string[]
  /** The path as written by the user. */
  name: string
  type: DataColumnUse['type']
}

export function listKeyColumns({ columns }: Mapping): KeyColumn[] {
  return columns.flatMap((use, column) =>
    use.to === 'data' ? [{ column, path: use.path.split('.'), name: use.path, type: use.type }] : [],
  )
}

// Number grammar of RFC 8259, section 6.
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** Returns a cell as JSON with its number spelling unchanged, or an error message. */
export function parseCellValue(
  cell: string,
  type: DataColumnUse['type'],
): { json: string } | { error: string } {
  const text = cell.trim()
  if (type === 'text') {
    return isStorable(cell) ? { json: JSON.stringify(cell) } : { error: unstorableError }
  }
  if (type === 'number')
    return numberPattern.test(text) ? { json: text } : { error: 'Must be a number, such as 12 or 1.5.' }
  if (type === 'yesNo') {
    const answer = parseYesNo(text)
    return answer === null ? { error: yesNoRequired } : { json: String(answer) }
  }
  const read = readJson(text)
  return read.ok ? { json: text } : { error: `${read.error.message} (line ${read.error.line})` }
}

/** A JSON object with its values as text, in order of insertion. */
type JsonTextTree = Map<string, string | JsonTextTree>

/** A row's app data as text. Cells override a template's values but not those of another cell. */
export interface DataText {
  text: string
  isCell: boolean
}

/**
 * Returns app data with the values of key columns inserted. Other values keep their spelling. Returns invalid app data
 * unchanged, so that its own error is reported.
 */
export function mergeKeyColumns(
  base: DataText | null,
  keys: readonly { key: KeyColumn; json: string }[],
  reportError: (warning: RowWarning) => void,
): string | undefined {
  const [first] = keys
  if (!first) return base?.text
  if (base && !readData(base.text).ok) {
    reportError({
      column: first.key.column,
      text: 'The rest of the app data is invalid, so this can’t be added.',
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
  /** Paths set by key columns. */
  placed: Set<string>
}

/** Inserts a value at its path. Returns an error message if it can't. */
function placeValue(data: MergeState, key: KeyColumn, json: string): string | null {
  const { path } = key
  const name = shortenName(key.name)
  if (path.includes('')) return `“${name}” has an extra dot.`
  const last = path.at(-1) ?? ''
  let parent = data.tree
  for (const part of path.slice(0, -1)) {
    const next = openObject(parent, part)
    if (!next) return `“${shortenName(part)}” isn’t an object in the app data, so it can’t contain “${name}”.`
    parent = next
  }
  const existing = parent.get(last)
  if (existing !== undefined && existing !== json) {
    if (isObjectText(existing) !== isObjectText(json))
      return `“${name}” is an object in the app data but a single value here, or vice versa.`
    if (!isOverridable(data, key, existing))
      return `The app data already has a different value for “${name}”.`
  }
  parent.set(last, json)
  data.placed.add(key.name)
  return null
}

/** Whether the existing value comes unchanged from the template and may be replaced. */
function isOverridable(
  { base, placed }: MergeState,
  { path, name }: KeyColumn,
  existing: string | JsonTextTree,
): boolean {
  if (!base || base.isCell || placed.has(name)) return false
  let text: string | undefined = base.text
  for (const key of path) text = memberTexts(text ?? '').get(key)
  return text === existing
}

/** Returns the object at a key and creates it if missing. Returns `null` if the key has another value. */
function openObject(tree: JsonTextTree, key: string): JsonTextTree | null {
  const existing = tree.get(key)
  if (existing instanceof Map) return existing
  if (existing !== undefined && !isObjectText(existing)) return null
  const subtree: JsonTextTree = new Map(existing === undefined ? [] : memberTexts(existing))
  tree.set(key, subtree)
  return subtree
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

/** Returns for each part of an app data template whether it is inside a JSON string. */
function findPartsInsideStrings(parts: readonly Part[]): boolean[] {
  let isInside = false
  return parts.map((part) => {
    const wasInside = isInside
    if (typeof part === 'string') isInside = endsInsideString(part, isInside)
    return wasInside
  })
}

function endsInsideString(json: string, isInside: boolean): boolean {
  let isInString = isInside
  for (let index = 0; index < json.length; index++) {
    const letter = json.charAt(index)
    if (letter === '"') isInString = !isInString
    else if (letter === '\\' && isInString) index++
  }
  return isInString
}

/**
 * Returns a function that inserts cells into an app data template: inside a string as its text, elsewhere as
 * a JSON value.
 */
export function createDataInserter(parts: readonly Part[]): (refuse: (column: number) => void) => InsertCell {
  const isInsideString = findPartsInsideStrings(parts)
  return (refuse) => (cell, _before, index) => {
    if (isInsideString[index]) return JSON.stringify(cell).slice(1, -1)
    if (readJson(cell.trim()).ok) return cell.trim()
    refuse(parts[index] as number)
    return 'null'
  }
}
