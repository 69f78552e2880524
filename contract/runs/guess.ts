import { isObject, readJson } from '../json.ts'
import { normalizeName } from '../library/columnNames.ts'
import { fieldsOf } from '../link/fields.ts'
import { parseCellValue } from './appData.ts'
import { fieldByName, singleTagPattern, previewNames } from './columnGuesses.ts'
import { dataTypes, maxColumns } from './mapping.ts'
import type { ColumnUse, Mapping, RowField } from './mapping.ts'
import { parseYesNo } from './yesNo.ts'

/** So many rows are looked at, and so many characters of a cell. */
const maxSampleRows = 50
const maxSampleLength = 2_000

type Rows = readonly (readonly string[])[]

/**
 * What the columns of a table are for, by their names and their first rows: names in English and German, those of our own export
 * and of other services; where no name says where links go, the first column of addresses.
 */
export function guessMapping(header: readonly string[], rows: Rows): Mapping {
  const looked = rows.slice(0, maxSampleRows)
  const texts = (column: number) =>
    looked
      .map((cells) => (cells[column] ?? '').slice(0, maxSampleLength))
      .filter((cell) => cell.trim() !== '')
  const columns = header.slice(0, maxColumns).map((name, at) => guessByName(name, () => texts(at)))
  const once = columns.map((use, at) => (isRepeat(columns, use, at) ? repeatedUse(use) : use))
  const template = previewTemplate(header, once)
  return { columns: guessAddressColumn(header, once, texts), template }
}

const unusedColumn: ColumnUse = { to: 'nothing' }

function guessByName(name: string, texts: () => readonly string[]): ColumnUse {
  const path = dataPath(name)
  if (path !== null) return { to: 'data', path, type: guessType(texts()) }
  const plain = normalizeName(name.normalize('NFC'))
  if (singleTagPattern.test(plain)) return { to: 'tag' }
  const field = fieldByName.get(plain)
  return field === undefined ? unusedColumn : { to: 'field', field }
}

/** `product.id` of a column `data.product.id`. */
function dataPath(name: string): string | null {
  const path = /^\s*(?:app[ _-]?)?(?:data|daten|payload)\.(\S(?:.*\S)?)\s*$/i.exec(name.slice(0, 250))?.[1]
  if (path === undefined || path.length > 200) return null
  return path.split('.').includes('') ? null : path
}

/** Of which type the values of a column are; text where one of them is nothing else. */
function guessType(texts: readonly string[]): (typeof dataTypes)[number] {
  const all = (fits: (text: string) => boolean) => texts.length > 0 && texts.every(fits)
  // An X, a J or a 1 may be a text or a number of its own.
  if (all((text) => parseYesNo(text) !== null && !/^\s*[01xjn]\s*$/i.test(text))) return 'yesNo'
  if (all((text) => 'json' in parseCellValue(text, 'number'))) return 'number'
  return all(isJsonCollection) ? 'json' : 'text'
}

function isJsonCollection(text: string): boolean {
  const read = readJson(text)
  return read.ok && (isObject(read.value) || Array.isArray(read.value))
}

function isRepeat(columns: readonly ColumnUse[], use: ColumnUse, at: number): boolean {
  if (use.to === 'nothing' || use.to === 'tag') return false
  const same = JSON.stringify(identityOf(use))
  return columns.slice(0, at).some((other) => JSON.stringify(identityOf(other)) === same)
}

function identityOf(use: ColumnUse): unknown {
  return use.to === 'data' ? use.path : use.to === 'field' ? [use.field] : null
}

/** Of two columns with one name the first counts; tags may stand in as many as there are. */
function repeatedUse(use: ColumnUse): ColumnUse {
  return use.to === 'field' && use.field === 'tags' ? { to: 'tag' } : unusedColumn
}

/** One column about the preview is for every phone. */
function previewTemplate(header: readonly string[], columns: readonly ColumnUse[]): Mapping['template'] {
  const at = header.findIndex((name) => previewNames.has(normalizeName(name.normalize('NFC'))))
  const name = header[at]
  if (name === undefined || columns[at]?.to !== 'nothing' || !canBeNamed(name)) return {}
  return Object.fromEntries(fieldsOf('preview').map((field) => [field, `{{${name}}}`]))
}

function canBeNamed(name: string): boolean {
  return name !== '' && !name.includes('}') && name.length <= 200
}

const destinationFields: ReadonlySet<RowField> = new Set<RowField>([
  'everyone',
  ...fieldsOf('target'),
  ...fieldsOf('appTarget'),
])

/** Where no column is an address by its name: what is called a link, or else what looks like addresses. */
function guessAddressColumn(
  header: readonly string[],
  columns: readonly ColumnUse[],
  texts: (column: number) => readonly string[],
): ColumnUse[] {
  const guessed = [...columns]
  if (columns.some((use) => use.to === 'field' && destinationFields.has(use.field))) return guessed
  const isFree = (at: number) => guessed[at]?.to === 'nothing' && isMostlyAddresses(texts(at))
  const free = header.slice(0, maxColumns).flatMap((_, at) => (isFree(at) ? [at] : []))
  for (const at of free) {
    const field = guessAddressField(texts(at))
    const isTaken = guessed.some((use) => use.to === 'field' && use.field === field)
    if (!isTaken) guessed[at] = { to: 'field', field }
  }
  return guessed
}

/** For whom the addresses of a column are, by the shops that they lead to. */
function guessAddressField(texts: readonly string[]): RowField {
  const all = (begin: RegExp) => texts.every((text) => begin.test(text))
  if (all(/^\s*(?:https:\/\/(?:apps|itunes)\.apple\.com|itms-apps:\/\/)/i)) return 'ios_custom_redirect'
  return all(/^\s*(?:https:\/\/play\.google\.com|market:\/\/)/i) ? 'android_custom_redirect' : 'everyone'
}

const addressPattern = /^\s*[a-z][a-z0-9+.-]*:\/\/\S/i

function isMostlyAddresses(texts: readonly string[]): boolean {
  const addresses = texts.filter((text) => addressPattern.test(text)).length
  return addresses > 0 && addresses * 2 > texts.length
}
