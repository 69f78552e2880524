import { isObject, readJson } from '../../../service/json/json.ts'
import { normalizeName } from '../../library/columns/columnNames.ts'
import type { ParameterField } from '../../../service/link/parameters.ts'
import type { TrackingRules } from '../../../service/rules/trackingRules.ts'
import type { ListedParameter } from '../../../service/rules/ruleFields.ts'
import { parseCellValue } from '../template/appData.ts'
import { fieldByName, noteNames, singleTagPattern } from './columnGuesses.ts'
import { removeInvisible } from '../../../service/text/invisible.ts'
import { isEmptyWord } from '../../../service/text/words.ts'
import { dataTypes, maxColumns, type ColumnUse, type Mapping, type RowField } from './mapping.ts'
import { guessByValues } from './guessByValues.ts'
import { addressFields } from './sources.ts'
import { parseYesNo } from './yesNo.ts'

/** Maximum number of rows, and of characters per cell, that are examined. */
const maxSampleRows = 50
const maxSampleLength = 2_000

type Rows = readonly (readonly string[])[]

/**
 * Guesses the use of a table's columns from their names (English and German) and first rows. If no name matches a
 * destination, uses the first column of addresses. `parameters` are matched by their names for people, and columns with
 * other names by the values that the rules list.
 */
export function guessMapping(
  header: readonly string[],
  rows: Rows,
  parameters: readonly ListedParameter[] = [],
  rules: TrackingRules = {},
): Mapping {
  const sampleRows = rows.slice(0, maxSampleRows)
  const texts = (column: number) =>
    sampleRows
      .map((cells) => removeInvisible((cells[column] ?? '').slice(0, maxSampleLength), 'people'))
      .filter((cell) => cell.trim() !== '' && !isEmptyWord(cell.trim()))
  // In an export of links, the column Path has the paths that they already have.
  const isExport = header.some((name) => normalizeName(name) === 'link')
  const columns = header
    .slice(0, maxColumns)
    .map((name, index) =>
      isExport && normalizeName(name) === 'path'
        ? unusedColumn
        : (guessListed(name, parameters) ?? guessByName(name, () => texts(index))),
    )
  const uses = columns.map((use, index) => (isRepeat(columns, use, index) ? repeatedUse(use) : use))
  return { columns: guessByValues(guessAddressColumn(header, uses, texts), texts, rules), template: {} }
}

const unusedColumn: ColumnUse = { to: 'nothing' }

function guessByName(name: string, texts: () => readonly string[]): ColumnUse {
  const path = dataPath(name)
  if (path !== null) return { to: 'data', path, type: guessType(texts()) }
  const plain = normalizeName(name.normalize('NFC'))
  if (singleTagPattern.test(plain)) return { to: 'tag' }
  const field = fieldByName.get(plain) ?? guessParameter(name)
  if (field !== undefined) return { to: 'field', field }
  return noteNames.has(plain) ? { to: 'note' } : unusedColumn
}

/** Returns the parameter with this name for people, unless the name is that of another field. */
function guessListed(name: string, parameters: readonly ListedParameter[]): ColumnUse | null {
  const plain = normalizeName(name)
  const listed = parameters.find(({ label }) => normalizeName(label) === plain)
  return listed && !fieldByName.has(plain) ? { to: 'field', field: listed.field } : null
}

/** Names of analytics parameters, such as `utm_source_platform`, `mtm_group` and `hsa_cam`. */
function guessParameter(name: string): ParameterField | undefined {
  const plain = name.trim().toLowerCase()
  return /^(?:utm|mtm|pk|piwik|hsa|at)_[a-z\d_]{1,40}$/.test(plain) ? `?${plain}` : undefined
}

/** Returns `product.id` for a column `data.product.id`. */
function dataPath(name: string): string | null {
  const path = /^\s*(?:app[ _-]?)?(?:data|daten|payload)\.(\S(?:.*\S)?)\s*$/i.exec(name.slice(0, 250))?.[1]
  if (path === undefined || path.length > 200) return null
  return path.split('.').includes('') ? null : path
}

/** Returns the type of a column's values; `text` unless all of them fit another type. */
function guessType(texts: readonly string[]): (typeof dataTypes)[number] {
  const allMatch = (fits: (text: string) => boolean) => texts.length > 0 && texts.every(fits)
  // An X, a J or a 1 may be plain text or a number.
  if (allMatch((text) => parseYesNo(text) !== null && !/^\s*[01xjn]\s*$/i.test(text))) return 'yesNo'
  if (allMatch((text) => 'json' in parseCellValue(text, 'number'))) return 'number'
  return allMatch(isJsonCollection) ? 'json' : 'text'
}

function isJsonCollection(text: string): boolean {
  const read = readJson(text)
  return read.ok && (isObject(read.value) || Array.isArray(read.value))
}

function isRepeat(columns: readonly ColumnUse[], use: ColumnUse, index: number): boolean {
  if (use.to === 'nothing' || use.to === 'tag') return false
  const key = JSON.stringify(identityKey(use))
  return columns.slice(0, index).some((other) => JSON.stringify(identityKey(other)) === key)
}

function identityKey(use: ColumnUse): unknown {
  if (use.to === 'note') return use.to
  return use.to === 'data' ? use.path : use.to === 'field' ? [use.field] : null
}

/** Of two columns for the same field, the first is used. Tags can come from several columns. */
function repeatedUse(use: ColumnUse): ColumnUse {
  return use.to === 'field' && use.field === 'tags' ? { to: 'tag' } : unusedColumn
}

/** If no column name matches an address, uses a column named like a link, or one whose cells look like addresses. */
function guessAddressColumn(
  header: readonly string[],
  columns: readonly ColumnUse[],
  texts: (column: number) => readonly string[],
): ColumnUse[] {
  const guessed = [...columns]
  if (columns.some((use) => use.to === 'field' && addressFields.has(use.field))) return guessed
  const isFree = (index: number) => guessed[index]?.to === 'nothing' && isMostlyAddresses(texts(index))
  // Its cells may still have to be corrected.
  const named = header.findIndex(
    (name, index) => guessed[index]?.to === 'nothing' && normalizeName(name) === 'address',
  )
  if (named >= 0) guessed[named] = { to: 'field', field: 'everyone' }
  const freeIndexes = header.slice(0, maxColumns).flatMap((_, index) => (isFree(index) ? [index] : []))
  for (const index of freeIndexes) {
    const field = guessAddressField(texts(index))
    const isTaken = guessed.some((use) => use.to === 'field' && use.field === field)
    if (!isTaken) guessed[index] = { to: 'field', field }
  }
  return guessed
}

/** Guesses the platform of an address column from the app stores it points to. */
function guessAddressField(texts: readonly string[]): RowField {
  const allMatch = (begin: RegExp) => texts.every((text) => begin.test(text))
  if (allMatch(/^\s*(?:https:\/\/(?:apps|itunes)\.apple\.com|itms-apps:\/\/)/i)) return 'ios_custom_redirect'
  return allMatch(/^\s*(?:https:\/\/play\.google\.com|market:\/\/)/i) ? 'android_custom_redirect' : 'everyone'
}

const addressPattern = /^\s*[a-z][a-z0-9+.-]*:\/\/\S/i

function isMostlyAddresses(texts: readonly string[]): boolean {
  const addresses = texts.filter((text) => addressPattern.test(text)).length
  return addresses > 0 && addresses * 2 > texts.length
}
