import type { GenerateRequest } from '../../../service/link/generate.ts'
import { byName, fieldNames, linkFields, type FieldKind, type FieldOf } from '../../../service/link/fields.ts'
import { toOpenAppColumn, type OpenAppColumn } from '../../library/columns/csvColumns.ts'
import { listKeyColumns, parseCellValue, mergeKeyColumns } from './appData.ts'
import { createRowValidator, type ValidationStandards } from '../rowValidator.ts'
import { tagsError } from '../../../service/json/json.ts'
import { dataWarning } from '../../values/valueWarnings.ts'
import { isUnused, rowFieldNames, type Mapping } from '../mapping/mapping.ts'
import type { RowWarning } from '../run.ts'
import { createRuleChecker } from '../rules.ts'
import { prefixFieldLabel, createFieldReader, type Row, type FieldText } from '../mapping/sources.ts'
import { createTagReader } from '../mapping/tags.ts'
import { addParameters, listParameterReaders } from './parameterColumns.ts'
import { yesNoRequired, parseYesNo } from '../mapping/yesNo.ts'

/** The result of compiling a row: its request, unless there are errors, and its warnings. */
export interface CompiledRow {
  request: GenerateRequest | null
  errors: RowWarning[]
  warnings: RowWarning[]
}

export type RowCompiler = (cells: readonly string[]) => CompiledRow

/** The rules of our own service, without link domains. */
const strictStandards: ValidationStandards = { ours: true, linkHosts: [], paths: true, images: true }

/** Returns a compiler for many rows of a mapping. Does the work shared by all rows only once. */
export function createRowCompiler(
  header: readonly string[],
  mapping: Mapping,
  standards: ValidationStandards = strictStandards,
): RowCompiler {
  const parts = createParts(header, mapping, standards)
  return (cells) => {
    const errors: RowWarning[] = []
    const warnings: RowWarning[] = []
    const reporter = {
      error: (error: RowWarning) => void errors.push(error),
      warning: (warning: RowWarning) => void warnings.push(warning),
    }
    const row = { cells, issues: reporter }
    const everyone = parts.read.everyone(row)
    const build: RowBuild = { parts, row, everyone, isSharedAddressChecked: false }
    const request: Record<string, unknown> = {}
    for (const name of fieldNames) {
      const value = fieldBuilders[linkFields[name].kind](build, name as never)
      if (value !== undefined) request[name] = value
    }
    if (parts.isUnused) reporter.error({ column: null, text: noColumnUsed })
    const requestAfterRules = parts.checkRules(addParameters(build.parts, row, request), cells, reporter)
    parts.validator.checkRequest(requestAfterRules, reporter, errors.length === 0)
    return { request: errors.length === 0 ? requestAfterRules : null, errors, warnings }
  }
}

const noColumnUsed = 'No column is used yet.'

type CompilerParts = ReturnType<typeof createParts>

function createParts(header: readonly string[], mapping: Mapping, standards: ValidationStandards) {
  return {
    isUnused: isUnused(mapping),
    read: byName(rowFieldNames, (field) => createFieldReader(field, header, mapping)),
    readTags: createTagReader(header, mapping),
    keys: listKeyColumns(mapping),
    checkRules: createRuleChecker(mapping, standards.rules ?? {}),
    parameters: listParameterReaders(header, mapping),
    scope: mapping.parameterScope,
    standards,
    validator: createRowValidator(standards),
  }
}

interface RowBuild {
  parts: CompilerParts
  row: Row
  /** The address for every platform without its own. */
  everyone: FieldText | null
  /** The shared address is checked only once, even if several platforms use it. */
  isSharedAddressChecked: boolean
}

/** Builds each field by kind. Omitted fields are left to the service, as in the form. */
const fieldBuilders: { [K in FieldKind]: (build: RowBuild, name: FieldOf<K>) => unknown } = {
  text: readText,
  tracking: readText,
  path: (build, name) => readOffered(build, name, build.parts.standards.paths === true),
  image: (build, name) => readOffered(build, name, build.parts.standards.images === true),
  data: readData,
  tags: readTags,
  preview: (build, name) => readAnswer(build, name),
  target: (build, name) => {
    const address = readAddress(build, name)
    return address === null ? undefined : { url: address.text }
  },
  // The flag is always sent: another implementation silently drops a redirect without it.
  appTarget: (build, name) => {
    const address = readAddress(build, name)
    const opens = readAnswer(build, toOpenAppColumn(name))
    return address === null ? undefined : { url: address.text, open_app_if_installed: opens ?? true }
  },
}

function readText(
  { parts: { read, validator }, row }: RowBuild,
  name: FieldOf<'text' | 'tracking'>,
): string | undefined {
  const fieldText = read[name](row)
  if (!fieldText) return undefined
  validator.value(name, fieldText.text, row, fieldText)
  validator.text(name, fieldText.text, row, () => fieldText)
  return fieldText.text
}

/** Says why a field is left out that a service doesn't offer: it would refuse or ignore the field. */
const notOffered: Record<FieldOf<'path' | 'image'>, string> = {
  path: 'This service chooses the paths itself, so it’s left out.',
  image: 'This service doesn’t let links choose an image, so it’s left out.',
}

function readOffered(
  { parts: { read, validator }, row }: RowBuild,
  name: FieldOf<'path' | 'image'>,
  isOffered: boolean,
): string | undefined {
  const fieldText = read[name](row)
  if (!fieldText) return undefined
  if (!isOffered) {
    const text = prefixFieldLabel(fieldText, notOffered[name])
    row.issues.warning({ column: fieldText.column, text })
    return undefined
  }
  validator.value(name, fieldText.text, row, fieldText)
  return fieldText.text
}

function readAnswer(
  { parts: { read }, row }: RowBuild,
  field: OpenAppColumn | FieldOf<'preview'>,
): boolean | undefined {
  const fieldText = read[field](row)
  if (!fieldText) return undefined
  const answer = parseYesNo(fieldText.text)
  if (answer === null)
    row.issues.error({ column: fieldText.column, text: prefixFieldLabel(fieldText, yesNoRequired) })
  return answer ?? undefined
}

function readAddress(build: RowBuild, name: FieldOf<'target' | 'appTarget'>): FieldText | null {
  const { parts, row, everyone } = build
  const ownAddress = parts.read[name](row)
  const fieldText = ownAddress ?? everyone
  if (fieldText && (ownAddress || !build.isSharedAddressChecked))
    parts.validator.address(name, fieldText, row)
  if (fieldText && !ownAddress) build.isSharedAddressChecked = true
  return fieldText
}

function readTags(
  { parts: { readTags, validator }, row }: RowBuild,
  name: FieldOf<'tags'>,
): string | undefined {
  const { list, findSource } = readTags(row)
  if (list.length === 0) return undefined
  const text = JSON.stringify(list)
  validator.value(name, text, row, () => findSource((tag) => tagsError([tag]) !== null))
  for (const tag of list) validator.text(name, tag, row, () => findSource((one) => one === tag))
  return text
}

function readData(
  { parts: { read, keys, validator }, row }: RowBuild,
  name: FieldOf<'data'>,
): string | undefined {
  const { cells, issues: reporter } = row
  const fieldText = read[name](row)
  const base = fieldText && fieldText.text.trim() !== '' ? fieldText : null
  const values = keys.flatMap((key) => {
    const cell = cells[key.column] ?? ''
    if (cell.trim() === '') return []
    const value = parseCellValue(cell, key.type)
    // App data is never repaired, so this is only a warning.
    const warning = key.type === 'json' ? null : dataWarning(cell.trim())
    if (warning !== null) reporter.warning({ column: key.column, text: warning })
    if ('json' in value) return [{ key, json: value.json }]
    reporter.error({ column: key.column, text: value.error })
    return []
  })
  const text = mergeKeyColumns(base, values, reporter.error)
  if (text === undefined) return undefined
  const source = base ?? {
    field: name,
    isCell: false,
    column: values.length === 1 ? (values[0]?.key.column ?? null) : null,
  }
  validator.value(name, text, row, source)
  return text
}
