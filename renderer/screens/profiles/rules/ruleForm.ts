import { toFieldErrors, type FieldErrors } from '../../../../contract/service/link/fieldErrors.ts'
import { byName, trackingNames, type TrackingName } from '../../../../contract/service/link/fields.ts'
import { parametersOf, type ParameterField } from '../../../../contract/service/link/parameters.ts'
import { listParts, partValue } from '../../../../contract/service/rules/builtName.ts'
import type { ruleFieldNames, RuleFieldName } from '../../../../contract/service/rules/ruleFields.ts'
import { splitTags } from '../../../../contract/app/link/tagList.ts'
import { removeInvisible } from '../../../../contract/service/text/invisible.ts'
import { getRule, ruleFieldsOf, trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import type { FieldRule, TrackingRules } from '../../../../contract/service/rules/trackingRules.ts'

/** The allowed values for one value of another field, as typed. */
export interface ListText {
  value: string
  values: string
}

/** A field's rules as typed. Lists are texts with one value per line. */
export interface RuleForm {
  presence: FieldRule['presence']
  start: string
  lowerCase: boolean
  separator: '' | '-' | '_' | '.'
  values: string
  isOpen: boolean
  /** The field that the lists depend on; empty if there is none. */
  dependsOn: TrackingName | ''
  lists: ListText[]
  maxLength: string
  forbidden: string
  pattern: string
  /** Template of a name that is built from parts; empty if it isn't. */
  template: string
  /** The allowed values of each part of the template. */
  parts: Record<string, string>
  isWarning: boolean
  /** For a parameter: its name for people, and its place among the parameters. */
  label: string
  position: number
}

/** Props of the forms that edit one field's rules. */
export interface RuleFormProps {
  name: RuleFieldName
  form: RuleForm
  /** The rules of all fields. */
  all: RulesForm
  /** Errors by `field.input`. */
  errors: FieldErrors
  change: (patch: Partial<RuleForm>) => void
}

/** All rules as typed. */
export type RulesForm = Record<(typeof ruleFieldNames)[number], RuleForm> & {
  [parameter: ParameterField]: RuleForm | undefined
}

/** Returns the fields of a form: those of every profile, and its parameters in their order. */
export function formFields(form: RulesForm): RuleFieldName[] {
  const position = (name: ParameterField) => form[name]?.position ?? 0
  const listed = parametersOf(form).filter((name) => form[name])
  const parameters = listed.sort((one, other) => position(one) - position(other))
  return [...trackingNames, ...parameters, 'tags']
}

/** Returns the form of some rules. */
export function toRulesForm(rules: TrackingRules): RulesForm {
  return byName(ruleFieldsOf(rules), (name) => toRuleForm(getRule(rules, name)))
}

export function toRuleForm(rule: FieldRule): RuleForm {
  const { presence, start, lowerCase, separator, values, isOpen, dependent } = rule
  return {
    ...{ presence, start, lowerCase, isOpen, pattern: rule.pattern, isWarning: rule.isWarning },
    ...{ label: rule.label, position: rule.position },
    separator: separator ?? '',
    values: values.map(quoted).join('\n'),
    dependsOn: dependent?.on ?? '',
    lists: (dependent?.lists ?? []).map((list) => ({
      value: list.value,
      values: list.values.map(quoted).join(', '),
    })),
    maxLength: rule.maxLength === null ? '' : String(rule.maxLength),
    forbidden: rule.forbidden.map(quoted).join('\n'),
    template: rule.builtName?.template ?? '',
    parts: Object.fromEntries(
      Object.entries(rule.builtName?.lists ?? {}).map(([part, list]) => [part, list.map(quoted).join('\n')]),
    ),
  }
}

/** Returns the rules of a form, or its errors by `field.input`. */
export function readRulesForm(form: RulesForm): { rules: TrackingRules } | { errors: FieldErrors } {
  const read = trackingRules.safeParse(byName(formFields(form), (name) => form[name] && toRule(form[name])))
  if (read.success) return { rules: read.data }
  const errors = Object.entries(toFieldErrors(read.error)).map(([path, text]) => [toInputName(path), text])
  return { errors: Object.fromEntries(errors) as FieldErrors }
}

function toRule(form: RuleForm): unknown {
  const { presence, start, lowerCase, isOpen, isWarning, pattern, label, position } = form
  return {
    ...{ presence, start, lowerCase, isOpen, isWarning, pattern, label, position },
    separator: form.separator === '' ? null : form.separator,
    values: splitLines(form.values),
    dependent: form.dependsOn === '' ? null : { on: form.dependsOn, lists: toLists(form.lists) },
    maxLength: form.maxLength.trim() === '' ? null : Number(form.maxLength),
    forbidden: splitLines(form.forbidden),
    builtName: form.template.trim() === '' ? null : toBuiltName(form),
  }
}

function toBuiltName({ template, parts }: RuleForm): unknown {
  const lists = listParts(template).flatMap((part) => {
    const list = splitLines(partValue(parts, part))
    return list.length === 0 ? [] : [[part, list] as const]
  })
  return { template, lists: Object.fromEntries(lists) }
}

/** Returns the dependent lists without empty rows, which are still being filled in. */
function toLists(lists: readonly ListText[]): unknown[] {
  return lists
    .map(({ value, values }) => ({ value: value.trim(), values: splitLines(values) }))
    .filter(({ value, values }) => value !== '' || values.length > 0)
}

/**
 * Returns the values of a typed or pasted list, cleaned like those of a link: one per line, or separated by commas, as
 * tags are. It has no columns, so it isn't read as a table.
 */
export function splitLines(text: string): string[] {
  return splitTags(text)
    .tags.map((value) => removeInvisible(value, 'programs').trim())
    .filter((value) => value !== '')
}

function quoted(value: string): string {
  return /[,;\t"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** Returns the form input that shows the error of a path in the rules: `source.values.3` → `source.values`. */
function toInputName(path: string): string {
  const [name = '', key = '', ...rest] = path.split('.')
  const part = key === 'builtName' ? (rest[0] ?? 'template') : key
  return `${name}.${part === 'dependent' ? 'lists' : part}`
}
