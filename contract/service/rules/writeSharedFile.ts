import { isObject, type Json } from '../json/json.ts'
import { sharedFileFormat, sharedFileVersion, type SharedRules } from './sharedFile.ts'
import { fieldRule, getRule, ruleFieldsOf, type FieldRule, type TrackingRules } from './trackingRules.ts'

const emptyRule: FieldRule = fieldRule.parse({})
const ruleKeys = Object.keys(fieldRule.shape) as (keyof FieldRule)[]

/**
 * Returns the text of a shared file. Equal content always has equal text, with one value per line and sorted names, so
 * that a change in one place changes few lines.
 */
export function writeSharedFile(file: Omit<SharedRules, 'format' | 'version'>): string {
  const { $schema, profile, rules, presets, views } = file
  const content = {
    ...($schema !== undefined && { $schema }),
    ...{ format: sharedFileFormat, version: sharedFileVersion },
    ...(profile !== undefined && { profile }),
    ...(rules && { rules: compactRules(rules) }),
    ...(presets && {
      presets: byEntryName(presets).map(({ name, form }) => ({ name, form: sortedKeys(form) })),
    }),
    ...(views && { views: byEntryName(views).map(({ name, query }) => ({ name, query })) }),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** Returns the properties of a rule that differ from allowing everything, in the order of the schema. */
export function compactRule(rule: FieldRule): Partial<FieldRule> {
  const changedKeys = ruleKeys.filter((key) => JSON.stringify(rule[key]) !== JSON.stringify(emptyRule[key]))
  const { builtName } = rule
  const sorted = { ...rule, builtName: builtName && { ...builtName, lists: sortedKeys(builtName.lists) } }
  return Object.fromEntries(changedKeys.map((key) => [key, sorted[key]]))
}

/** Returns the rules without the properties that allow everything, which earlier versions may not know. */
export function compactRules(rules: TrackingRules): Record<string, Partial<FieldRule>> {
  const compact = ruleFieldsOf(rules).map((name) => [name, compactRule(getRule(rules, name))] as const)
  return Object.fromEntries(compact.filter(([, rule]) => Object.keys(rule).length > 0))
}

/** Sorted by code units, because locale-dependent order differs between computers. */
function byEntryName<T extends { name: string }>(entries: readonly T[]): T[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
}

/** Returns a JSON value whose objects have sorted keys. */
export function sortedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (!isObject(value)) return value
  const keys = Object.keys(value).toSorted()
  return Object.fromEntries(keys.map((key) => [key, sortedKeys(value[key] as Json)]))
}
