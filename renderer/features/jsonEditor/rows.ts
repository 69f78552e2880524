import { parseTree, type Node } from 'jsonc-parser'
import { isObject, readJson } from '../../../contract/service/json/json.ts'
import { isExcessiveText } from '../../../contract/service/json/jsonScan.ts'
import { convertSpelling, isNumber, type Kind } from './spelling.ts'

/** A text, number, boolean or null as written. A number may be unfinished. */
interface Scalar {
  kind: Exclude<Kind, 'object' | 'array'>
  spelling: string
  /** What it was before its kind was changed. */
  previous?: DataValue
}

/** An object or array. Each character of its text is in one of its rows or in `end`, so that edits change no others. */
export interface DataList {
  kind: 'object' | 'array'
  rows: readonly DataRow[]
  /** The text after the last row; the whole text if there are no rows. */
  end: string
  previous?: DataValue
}

export type DataValue = Scalar | DataList

/** A value of an object or array, with its name in an object. */
export interface DataRow {
  /** The text before it: white space, and a bracket or comma. */
  lead: string
  /** The name and the colon as written; `null` in an array. */
  name: { spelling: string; colon: string } | null
  value: DataValue
  /** Whether it was just added, so that it gets the focus. */
  isNew?: boolean
}

/** Replaces a value by what a function makes of its current state. `removed` names a row that this removes. */
export type Edit<T> = (change: (value: T) => T, removed?: string) => void

/** Returns whether app data can be shown as rows: blank, or a JSON object within the limits. */
export function hasRows(text: string): boolean {
  if (text.trim() === '') return true
  // The parser is recursive, and every change parses all values.
  if (isExcessiveText(text)) return false
  const read = readJson(text)
  return read.ok && isObject(read.value)
}

/** Parses app data. A blank text is an empty object. Returns `null` if it can't be shown as rows. */
export function parseRows(text: string): DataList | null {
  return parseLike(text, text)
}

/** Parses app data whose named numbers may be unfinished, such as `{"price": 12,5}` in a draft. */
export function parseUnfinishedRows(text: string): DataList | null {
  const finish = (match: string, colon?: string) =>
    colon === undefined ? match : colon + '1'.repeat(match.length - colon.length)
  // With finished numbers of the same length, the values are found where they are in the text.
  return parseRows(text) ?? parseLike(text, text.replace(stringOrNumber, finish))
}

/** Strings, so that nothing in them is taken for a number, and what begins like a number after a colon. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"?|(:\s*)[-+.\d][-+.\w]*(?:,[-+.\d][-+.\w]*)*/g
/** A number, finished or not, that can't be mistaken for several values in an object. */
const namedNumber = /^[-+.\d][-+.\w]*(?:,[-+.\d][-+.\w]*)*$/

/** Returns the rows of a text, whose values are where those of a valid text are. */
function parseLike(text: string, valid: string): DataList | null {
  // Checked first, because the tolerant parser also builds trees from invalid text.
  if (!hasRows(valid)) return null
  if (text.trim() === '') return { kind: 'object', rows: [], end: '' }
  return toList(text, parseTree(valid) as Node, [0, text.length])
}

function toList(text: string, node: Node, [start, end]: [number, number]): DataList {
  let position = start
  const rows = (node.children ?? []).map((child): DataRow => {
    const [nameNode, valueNode = child] = child.children && child.type === 'property' ? child.children : []
    const lead = text.slice(position, child.offset)
    position = child.offset + child.length
    const nameEnd = nameNode ? nameNode.offset + nameNode.length : 0
    const name = nameNode && {
      spelling: text.slice(nameNode.offset, nameEnd),
      colon: text.slice(nameEnd, valueNode.offset),
    }
    return { lead, name: name ?? null, value: toValue(text, valueNode) }
  })
  return { kind: node.type as DataList['kind'], rows, end: text.slice(position, end) }
}

function toValue(text: string, node: Node): DataValue {
  const range: [number, number] = [node.offset, node.offset + node.length]
  if (node.type === 'object' || node.type === 'array') return toList(text, node, range)
  return { kind: node.type as Scalar['kind'], spelling: text.slice(...range) }
}

export function isList(value: DataValue): value is DataList {
  return value.kind === 'object' || value.kind === 'array'
}

/** Returns the text of a value. With unfinished numbers, it isn't valid, so that what is shown is what is sent. */
export function valueText(value: DataValue): string {
  if (isList(value)) {
    const texts = value.rows.map(({ lead, name, value: inner }) =>
      name && !isList(inner) && namedNumber.test(inner.spelling)
        ? lead + name.spelling + name.colon + inner.spelling
        : lead + (name ? name.spelling + name.colon : '') + valueText(inner),
    )
    return texts.join('') + value.end
  }
  const { kind, spelling } = value
  if (kind !== 'number' || isNumber(spelling)) return spelling
  // In a list, a comma would make two numbers of one. Another value, such as `true`, would be sent.
  return readJson(spelling).ok ? `+${spelling}` : spelling.replaceAll(',', ' ')
}

/** Returns the decoded name of a row; `null` in an array. */
export function rowName({ name }: DataRow): string | null {
  return name && (JSON.parse(name.spelling) as string)
}

export function renameRow(row: DataRow, name: string): DataRow {
  return { ...row, name: { spelling: JSON.stringify(name), colon: row.name?.colon ?? ': ' } }
}

/** Returns a value converted to another kind. Switching back restores it, unless it was edited meanwhile. */
export function changeKind(value: DataValue, kind: Kind): DataValue {
  if (value.previous?.kind === kind) return value.previous
  const spelling = convertSpelling(value.kind, isList(value) ? valueText(value) : value.spelling, kind)
  const node = kind === 'object' || kind === 'array' ? parseTree(spelling) : undefined
  const next: DataValue = node ? toValue(spelling, node) : { kind: kind as Scalar['kind'], spelling }
  return { ...next, previous: value }
}

/** Returns an object or array with an empty text as its last row. `level` is how deep it is nested, for its indentation. */
export function addRow({ kind, rows, end }: DataList, level: number): DataList {
  const row: DataRow = {
    lead: '',
    name: kind === 'object' ? { spelling: '""', colon: ': ' } : null,
    value: { kind: 'string', spelling: '""' },
    isNew: true,
  }
  const last = rows.at(-1)
  if (last) {
    // White space, and a bracket or comma, which is followed by the white space before a row.
    const gap = last.lead.trimStart().slice(1) || ' '
    return { kind, rows: [...rows, { ...row, lead: `,${gap}` }], end }
  }
  const [open, close] = brackets[kind]
  const indent = `\n${'  '.repeat(level)}`
  return { kind, rows: [{ ...row, lead: `${open}${indent}  ` }], end: `${indent}${close}` }
}

const brackets = { object: ['{', '}'], array: ['[', ']'] } as const

/** Returns an object or array without a row and its comma. */
export function removeRow({ kind, rows, end }: DataList, index: number): DataList {
  const [first, second, ...others] = rows
  if (!first || !second) return { kind, rows: [], end: brackets[kind].join('') }
  const left = index === 0 ? [{ ...second, lead: first.lead }, ...others] : rows.toSpliced(index, 1)
  return { kind, rows: left, end }
}
