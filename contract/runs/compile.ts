import type { GenerateRequest } from '../generate.ts'
import { byName, fieldNames, linkFields } from '../link/fields.ts'
import type { FieldKind, FieldName, FieldOf } from '../link/fields.ts'
import { opensAppOf } from '../library/csvColumns.ts'
import { keyColumnsOf, valueOf, withKeys } from './appData.ts'
import { createJudge } from './judge.ts'
import type { Judge, RowStandards } from './judge.ts'
import { rowFieldNames } from './mapping.ts'
import type { Mapping, RowField } from './mapping.ts'
import type { RowRemark } from './run.ts'
import { aboutField, readerOf } from './sources.ts'
import type { Row, Said } from './sources.ts'
import { tagReader } from './tags.ts'
import { isDefault, notYesOrNo, yesOrNo } from './words.ts'

/** What a row comes to: the request that it would send, unless there are faults, and what is striking in it. */
export interface Compiled {
  request: GenerateRequest | null
  faults: RowRemark[]
  remarks: RowRemark[]
}

export type RowCompiler = (cells: readonly string[]) => Compiled

/** A service that judges as ours does, for links that lead anywhere. */
const strict: RowStandards = { ours: true, linkHosts: [] }

/** The request of one row by a mapping. */
export function requestOf(
  header: readonly string[],
  mapping: Mapping,
  cells: readonly string[],
  standards = strict,
): Compiled {
  return rowCompiler(header, mapping, standards)(cells)
}

/** What makes requests of many rows by a mapping. What is the same in all of them is done once. */
export function rowCompiler(
  header: readonly string[],
  mapping: Mapping,
  standards: RowStandards = strict,
): RowCompiler {
  const parts: Parts = {
    read: byName(rowFieldNames, (field) => readerOf(field, header, mapping)),
    readTags: tagReader(header, mapping),
    keys: keyColumnsOf(mapping),
    judge: createJudge(standards),
  }
  return (cells) => {
    const faults: RowRemark[] = []
    const remarks: RowRemark[] = []
    const found = {
      fault: (remark: RowRemark) => void faults.push(remark),
      remark: (remark: RowRemark) => void remarks.push(remark),
    }
    const row = { cells, found }
    const everyone = parts.read.everyone(row)
    const making: Making = { parts, row, everyone, isEveryoneJudged: false }
    const request: Record<string, unknown> = {}
    for (const name of fieldNames) {
      const value = make[linkFields[name].kind](making, name as never)
      if (value !== undefined) request[name] = value
    }
    parts.judge.whole(request, found, faults.length === 0)
    return { request: faults.length === 0 ? request : null, faults, remarks }
  }
}

interface Parts {
  read: Record<RowField, ReturnType<typeof readerOf>>
  readTags: ReturnType<typeof tagReader>
  keys: ReturnType<typeof keyColumnsOf>
  judge: Judge
}

interface Making {
  parts: Parts
  row: Row
  /** The address for every platform that has none of its own. */
  everyone: Said | null
  /** It is judged once, though it may be for several platforms. */
  isEveryoneJudged: boolean
}

/** What the fields of each kind become. What is left out is left to the service, as the form leaves it. */
const make: { [K in FieldKind]: (making: Making, name: FieldOf<K>) => unknown } = {
  text: textOf,
  tracking: textOf,
  data: dataOf,
  tags: tagsOf,
  preview: (making, name) => answerOf(making, name),
  target: (making, name) => {
    const address = addressOf(making, name)
    return address === null ? undefined : { url: address.text }
  },
  // The flag is always sent: another implementation silently drops a redirect without it.
  appTarget: (making, name) => {
    const address = addressOf(making, name)
    const opens = answerOf(making, opensAppOf(name))
    return address === null ? undefined : { url: address.text, open_app_if_installed: opens ?? true }
  },
}

function textOf(
  { parts: { read, judge }, row }: Making,
  name: FieldOf<'text' | 'tracking'>,
): string | undefined {
  const said = read[name](row)
  if (!said) return undefined
  judge.value(name, said.text, row, said)
  return said.text
}

function answerOf({ parts: { read }, row }: Making, field: RowField): boolean | undefined {
  const said = read[field](row)
  if (!said || isDefault(said.text)) return undefined
  const answer = yesOrNo(said.text)
  if (answer === null) row.found.fault({ column: said.column, text: aboutField(said, notYesOrNo) })
  return answer ?? undefined
}

function addressOf(making: Making, name: FieldOf<'target' | 'appTarget'>): Said | null {
  const { parts, row, everyone } = making
  const own = parts.read[name](row)
  const said = own ?? everyone
  if (said && (own || !making.isEveryoneJudged)) parts.judge.address(name, said, row)
  if (said && !own) making.isEveryoneJudged = true
  return said
}

function tagsOf({ parts: { readTags, judge }, row }: Making, name: FieldOf<'tags'>): string | undefined {
  const { list, faultyAt } = readTags(row)
  if (list.length === 0) return undefined
  const text = JSON.stringify(list)
  judge.value(name, text, row, faultyAt)
  return text
}

function dataOf({ parts: { read, keys, judge }, row }: Making, name: FieldOf<'data'>): string | undefined {
  const { cells, found } = row
  const said = read[name](row)
  const base = said && said.text.trim() !== '' ? said : null
  const values = keys.flatMap((key) => {
    const cell = cells[key.column] ?? ''
    if (cell.trim() === '') return []
    const value = valueOf(cell, key.type)
    if ('json' in value) return [{ key, json: value.json }]
    found.fault({ column: key.column, text: value.fault })
    return []
  })
  const text = withKeys(base, values, found.fault)
  if (text === undefined) return undefined
  const about = base ?? {
    field: name,
    isCell: false,
    column: values.length === 1 ? (values[0]?.key.column ?? null) : null,
  }
  judge.value(name, text, row, about)
  return text
}

/** The columns of a mapping that give a field its text in a row; `null` where it comes from the template. */
export function columnOf(mapping: Mapping, cells: readonly string[], field: FieldName): number | null {
  const column = mapping.columns.findIndex(
    (use, at) => use.to === 'field' && use.field === field && (cells[at] ?? '').trim() !== '',
  )
  return column < 0 ? null : column
}
