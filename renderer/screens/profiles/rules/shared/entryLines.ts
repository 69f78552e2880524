import { isObject } from '../../../../../contract/service/json/json.ts'
import { linkFields } from '../../../../../contract/service/link/fields.ts'
import { ruleFieldLabel } from '../../../../../contract/service/rules/ruleFields.ts'
import { parseRule, toRuleFieldName } from '../../../../../contract/app/rules/sharedEntries.ts'
import type { SharedChange } from '../../../../../contract/app/rules/sharedEntries.ts'
import type { FieldRule } from '../../../../../contract/service/rules/trackingRules.ts'

/** The removed and added values of one property of an entry. */
export interface LineChange {
  label: string
  removed: string[]
  added: string[]
}

/** The values of an entry's properties, by the property's label. */
type Lines = Map<string, string[]>

/** Returns what a change does to each property. */
export function lineChanges(change: SharedChange): LineChange[] {
  const [before, after] = [toLines(change, change.before), toLines(change, change.after)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((label) => {
    const [old, next] = [before.get(label) ?? [], after.get(label) ?? []]
    const [oldValues, newValues] = [new Set(old), new Set(next)]
    const removed = old.filter((value) => !newValues.has(value))
    const added = next.filter((value) => !oldValues.has(value))
    if (removed.length > 0 || added.length > 0) return [{ label, removed, added }]
    return old.join('\n') === next.join('\n') ? [] : [{ label: `${label}: order`, removed: old, added: next }]
  })
}

/** Returns an entry's heading: "Rules for source". */
export function entryTitle(change: SharedChange): string {
  if (change.kind === 'rule') return `Rules for ${ruleFieldLabel(toRuleFieldName(change)).toLowerCase()}`
  return change.kind === 'preset' ? `Preset “${change.name}”` : `View “${change.name}”`
}

function toLines({ kind }: SharedChange, text: string | null): Lines {
  // Without a rule, a field is optional.
  if (kind === 'rule') return ruleLines(text ?? '{}')
  if (text === null) return new Map()
  return kind === 'preset' ? presetLines(text) : viewLines(text)
}

const separatorNames = { '-': 'Hyphen', _: 'Underscore', '.': 'Dot' } as const

function ruleLines(text: string): Lines {
  const rule = parseRule(text)
  if (!rule) return new Map()
  const { presence, start, separator, values, forbidden, pattern, maxLength, builtName, dependent } = rule
  const lines: [string, string[]][] = [
    [
      'The field is',
      [{ optional: 'Optional', required: 'Required', hidden: 'Hidden in the form' }[presence]],
    ],
    ['Starts with', texts(start)],
    ['Lower case only', flag(rule.lowerCase)],
    ['Between words', separator === null ? [] : [separatorNames[separator]]],
    ['Allowed values', values],
    ...dependentLines(dependent),
    ['Values that aren’t listed', rule.isOpen ? ['Allowed, with a warning'] : []],
    ['Name built from parts', texts(builtName?.template ?? '')],
    ...Object.entries(builtName?.lists ?? {}).map(([part, list]) => toLine(`Values of {${part}}`, list)),
    ['At most … characters', maxLength === null ? [] : [String(maxLength)]],
    ['Form', texts(pattern)],
    ['Words that aren’t allowed', forbidden],
    ['Only warn', flag(rule.isWarning)],
    ['Name for people', texts(rule.label)],
    ['Place in the list', rule.position === 0 ? [] : [String(rule.position)]],
  ]
  return new Map(lines)
}

function dependentLines(dependent: FieldRule['dependent']): [string, string[]][] {
  if (!dependent) return []
  const field = ruleFieldLabel(dependent.on).toLowerCase()
  return dependent.lists.map(({ value, values }) => toLine(`If the ${field} is ${value}`, values))
}

function toLine(label: string, values: string[]): [string, string[]] {
  return [label, values]
}

const flag = (isOn: boolean) => (isOn ? ['Yes'] : [])
const texts = (text: string) => (text === '' ? [] : [text])

/** Labels of form fields that aren't fields of a link. */
const formLabels: Readonly<Record<string, string>> = {
  desktopUrl: 'Address',
  iosTarget: 'iPhone leads to',
  iosUrl: 'Address for iPhone',
  iosOpenApp: 'iPhone opens the app',
  androidTarget: 'Android leads to',
  androidUrl: 'Address for Android',
  androidOpenApp: 'Android opens the app',
  previewIos: 'Preview page on iPhone',
  previewAndroid: 'Preview page on Android',
  parameterScope: 'Addresses with parameters',
}

function presetLines(text: string): Lines {
  const form: unknown = JSON.parse(text)
  if (!isObject(form)) return new Map()
  return new Map(Object.entries(form).map(([field, value]) => [fieldLabel(field), valueTexts(value)]))
}

function fieldLabel(field: string): string {
  const known = new Map(Object.entries(linkFields).map(([name, { label }]) => [name, label]))
  return (
    known.get(field) ??
    known.get(`tracking_${field}`) ??
    new Map(Object.entries(formLabels)).get(field) ??
    field
  )
}

function valueTexts(value: unknown): string[] {
  if (Array.isArray(value))
    return value.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
  if (typeof value === 'string') return texts(value)
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No']
  return [JSON.stringify(value)]
}

function viewLines(query: string): Lines {
  const parameters = new URLSearchParams(query)
  const names = [...new Set(parameters.keys())]
  if (names.length === 0) return new Map([['Shows', ['All links']]])
  return new Map(
    names.map((name) => [name === 'q' ? 'Search' : capitalizeFirst(name), parameters.getAll(name)]),
  )
}

function capitalizeFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
