import { listAddresses } from '../values/addressTracking.ts'
import type { GenerateRequest } from '../../service/link/generate.ts'
import { trackingNames } from '../../service/link/fields.ts'
import { formatTagCell, parseTagCell } from '../link/tagList.ts'
import { createAddressCheck, fixedAddress } from '../rules/check/addressCheck.ts'
import { createRules } from '../rules/apply.ts'
import type { RuleFinding } from '../rules/check/fieldCheck.ts'
import { createHiddenFiller } from '../rules/startValues.ts'
import { requestField, getRuleFieldValues, withValues } from '../rules/request.ts'
import { hasNoRules, getRule, listedParameters, ruleFieldsOf } from '../../service/rules/trackingRules.ts'
import { emptyRuleFieldValues, ruleFieldLabel } from '../../service/rules/ruleFields.ts'
import type { RuleFieldName, RuleFieldValues } from '../../service/rules/ruleFields.ts'
import type { TrackingRules } from '../../service/rules/trackingRules.ts'
import type { Mapping } from './mapping/mapping.ts'
import {
  addressColumns,
  cleanCell,
  cleanColumnCell,
  columnsOfField,
  createFieldReader,
  findColumn,
  prefixFieldLabel,
} from './mapping/sources.ts'
import type { IssueReporter, Row } from './mapping/sources.ts'
import { createTagReader } from './mapping/tags.ts'

type RuleChecker = (
  request: GenerateRequest,
  cells: readonly string[],
  issues: IssueReporter,
) => GenerateRequest

/**
 * Returns a function that reports violations of a profile's rules in a row, and returns its request with hidden fields
 * filled. Cells keep the typed text, so a value that the rules would transform is reported as well.
 */
export function createRuleChecker(mapping: Mapping, rules: TrackingRules): RuleChecker {
  if (hasNoRules(rules)) return (request) => request
  const apply = createRules(rules)
  const checkAddress = createAddressCheck(apply)
  const columnsOfAddresses = addressColumns(mapping)
  const fillHidden = createHiddenFiller(rules)
  const fields = ruleFieldsOf(rules)
  return (request, cells, issues) => {
    const original = fillHidden(getRuleFieldValues(request, apply.parameters, mapping.parameterScope))
    const { values, findings } = apply(original)
    const report = ({ field, text, isError, kind }: Omit<RuleFinding, 'value' | 'fix'>) => {
      const name = requestField(field)
      // A missing value belongs in the first of the field's columns.
      const empty = kind === 'missing' ? columnsOfField(name, mapping)[0] : undefined
      const column = findColumn(mapping, cells, name) ?? empty ?? null
      const source = { field: name, isCell: column !== null, column }
      const label = ruleFieldLabel(field, getRule(rules, field).label)
      const warning = {
        column,
        text: prefixFieldLabel(source, text, label),
        ...(kind && { kind, field: name }),
      }
      if (isError) issues.error(warning)
      else issues.warning(warning)
    }
    for (const finding of findings) report(finding)
    for (const field of fields) {
      if (findings.some((finding) => finding.field === field)) continue
      const [current, required] = [original[field], values[field]].map((value) =>
        [value ?? ''].flat().join(', '),
      )
      if (current === required) continue
      const isError = !getRule(rules, field).isWarning
      report({ field, text: `The rules require “${required}”.`, isError })
    }
    for (const address of new Set(listAddresses(request))) {
      const column =
        columnsOfAddresses.find((one) => cleanCell('everyone', cells[one] ?? '') === address) ?? null
      for (const { text } of checkAddress(address, original)) issues.warning({ column, text })
    }
    return withValues(request, original, mapping.parameterScope)
  }
}

/**
 * Returns a function that returns fixes for a row's address cells, whose `utm_…` parameters the rules would transform.
 */
export function createAddressFixer(header: readonly string[], mapping: Mapping, rules: TrackingRules) {
  const check = createAddressCheck(createRules(rules))
  const readTracking = createTextReader(header, mapping, rules)
  const columns = addressColumns(mapping)
  return (cells: readonly string[]): RuleFix[] =>
    columns.flatMap((column) => {
      const address = cleanCell('everyone', cells[column] ?? '')
      // Reads the row's tracking values only if needed.
      const findings = address.includes('?') ? check(address, readTracking(cells)) : []
      const text = fixedAddress(address, findings)
      return text === address ? [] : [{ column, text }]
    })
}

/** Returns a function that returns the tracking values and parameters of a row as typed. */
function createTextReader(header: readonly string[], mapping: Mapping, rules: TrackingRules) {
  const names = [...trackingNames, ...listedParameters(rules)]
  const readers = names.map((name) => [name, createFieldReader(requestField(name), header, mapping)] as const)
  return (cells: readonly string[]): Omit<RuleFieldValues, 'tags'> => ({
    ...emptyRuleFieldValues,
    ...Object.fromEntries(readers.map(([name, read]) => [name, read(toSilentRow(cells))?.text ?? ''])),
  })
}

/** Returns a row that reports no errors, because they were already reported. */
function toSilentRow(cells: readonly string[]): Row {
  return { cells, issues: { error: () => undefined, warning: () => undefined } }
}

/** A cell and the text that the rules require. */
interface RuleFix {
  column: number
  text: string
}

/**
 * Returns a function that returns fixes for a row's cells: the value transformed by the rules, or the allowed one that
 * was probably intended. Cells that break a rule in another way stay unchanged.
 */
export function createRuleFixer(header: readonly string[], mapping: Mapping, rules: TrackingRules) {
  const apply = createRules(rules)
  const readTexts = createTextReader(header, mapping, rules)
  const readRowTags = createTagReader(header, mapping)
  const names = [...trackingNames, ...listedParameters(rules)]
  const isLeftOut = (name: RuleFieldName, value: string) =>
    value === '' && getRule(rules, name).presence === 'hidden'
  return (cells: readonly string[]): RuleFix[] => {
    const typedValues: RuleFieldValues = { ...readTexts(cells), tags: readRowTags(toSilentRow(cells)).list }
    const { values, findings } = apply(typedValues)
    const intendedValue = (name: RuleFieldName, value: string) =>
      findings.find((finding) => finding.field === name && finding.value === value)?.fix ?? value
    const tracking = names.flatMap((name) => {
      const field = requestField(name)
      const column = findColumn(mapping, cells, field) ?? columnsOfField(field, mapping)[0]
      // The cell of a hidden field may stay empty.
      if (column === undefined || isLeftOut(name, typedValues[name] ?? '')) return []
      const text = intendedValue(name, values[name] ?? '')
      return text === typedValues[name] ? [] : [{ column, text }]
    })
    const words = new Map(
      typedValues.tags.map((tag, index) => [tag, intendedValue('tags', values.tags[index] ?? tag)]),
    )
    return [...tracking, ...tagFixes(cells, mapping, (tag) => words.get(tag) ?? tag)]
  }
}

function tagFixes(
  cells: readonly string[],
  { columns }: Mapping,
  intendedValue: (tag: string) => string,
): RuleFix[] {
  return columns.flatMap((use, column) => {
    const cell = cleanColumnCell(use, cells[column] ?? '')
    if (cell === '') return []
    const text = use.to === 'tag' ? intendedValue(cell) : cell
    if (text !== cell) return [{ column, text }]
    if (use.to !== 'field' || use.field !== 'tags') return []
    const tags = parseTagCell(cell)
    const fixed = tags.map(intendedValue)
    return fixed.every((tag, index) => tag === tags[index]) ? [] : [{ column, text: formatTagCell(fixed) }]
  })
}
