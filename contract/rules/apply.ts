import { codePoints } from '../text.ts'
import { normalizeWord, typoDistance } from '../nearDuplicate.ts'
import { builtNameError } from './builtName.ts'
import { ruledLabel, ruledNames, ruleOf } from './trackingRules.ts'
import type { FieldRule, RuledName, TrackingRules } from './trackingRules.ts'
import { matchesWildcards } from './wildcards.ts'

/** The values that rules are about; a text is empty if the link has none. */
export type RuledValues = Record<Exclude<RuledName, 'tags'>, string> & { tags: readonly string[] }

/** A value that breaks a rule, why, and the allowed value that was probably meant. */
export interface RuleFinding {
  field: RuledName
  value: string
  text: string
  isError: boolean
  mend: string | null
}

export interface RuledResult {
  /** The values after the rules' transformation. */
  values: RuledValues
  findings: RuleFinding[]
}

/** Transforms values by a profile's rules and then checks them. */
export type ApplyRules = (values: RuledValues) => RuledResult

/** Returns a function that applies rules. Reuse it for many links: results for repeated values are kept. */
export function createRules(rules: TrackingRules): ApplyRules {
  const checks = new Map(ruledNames.map((name) => [name, createFieldCheck(name, ruleOf(rules, name))]))
  return (given) => {
    const values = Object.fromEntries(
      ruledNames.map((name) => {
        const transform = (text: string) => transformValue(ruleOf(rules, name), text)
        return [name, name === 'tags' ? given.tags.map(transform) : transform(given[name])]
      }),
    ) as RuledValues
    const findings = ruledNames.flatMap((name) => checks.get(name)?.(values) ?? [])
    return { values, findings }
  }
}

/**
 * Returns a value in the form that a rule asks for: "Black Friday" becomes "black-friday". A value that differs from an
 * allowed one only in case and separators becomes that one.
 */
export function transformValue(rule: FieldRule, text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const cased = rule.lowerCase ? trimmed.toLowerCase() : trimmed
  const separated = rule.separator === null ? cased : separate(cased, rule.separator)
  const allowed = allowedValues(rule)
  if (allowed.size === 0 || allowed.has(separated)) return separated
  const plain = normalizeWord(separated)
  return [...allowed].find((value) => normalizeWord(value) === plain) ?? separated
}

/** A dot is part of many names (`example.com`), so it stays one. */
function separate(text: string, separator: string): string {
  return text
    .split(separator === '.' ? /[\s_.-]+/ : /[\s_-]+/)
    .filter((word) => word !== '')
    .join(separator)
}

const allowedOf = new WeakMap<FieldRule, ReadonlySet<string>>()

/** Returns all values that a rule allows, whatever the other fields are; empty if it allows any. */
export function allowedValues(rule: FieldRule): ReadonlySet<string> {
  const known = allowedOf.get(rule)
  if (known) return known
  const lists = rule.dependent?.lists ?? []
  const allowed = new Set([...rule.values, ...lists.flatMap(({ values }) => values)])
  allowedOf.set(rule, allowed)
  return allowed
}

/** Maximum number of results kept per field. Tables repeat the same values in many rows. */
const maxKept = 5_000

function createFieldCheck(name: RuledName, rule: FieldRule): (values: RuledValues) => RuleFinding[] {
  const kept = new Map<string, RuleFinding | null>()
  const check = (value: string, on: string): RuleFinding | null => {
    const key = `${on}\n${value}`
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= maxKept) kept.clear()
    const found = checkValue(name, rule, value, on)
    kept.set(key, found)
    return found
  }
  return (values) => {
    const on = rule.dependent ? values[rule.dependent.on] : ''
    if (name !== 'tags') return listOf(check(values[name], on))
    if (values.tags.length === 0) return listOf(check('', on))
    return values.tags.flatMap((tag) => listOf(check(tag, on)))
  }
}

function listOf<T>(found: T | null): T[] {
  return found === null ? [] : [found]
}

/** Returns the first error of a value, or else the first warning. */
function checkValue(name: RuledName, rule: FieldRule, value: string, on: string): RuleFinding | null {
  const label = ruledLabel(name).toLowerCase()
  const isError = !rule.isWarning
  if (value === '') {
    if (rule.presence !== 'required') return null
    const text = name === 'tags' ? 'Enter at least one tag.' : `Enter a ${label}.`
    return { field: name, value, text, isError, mend: transformValue(rule, rule.start) || null }
  }
  const listed = listFinding(name, rule, value, on)
  const text = textError(rule, value)
  const other = text === null ? null : { field: name, value, text, isError, mend: null }
  return other?.isError && !listed?.isError ? other : (listed ?? other)
}

function listFinding(name: RuledName, rule: FieldRule, value: string, on: string): RuleFinding | null {
  const list = rule.dependent?.lists.find((one) => one.value === on)
  const allowed = list ? list.values : rule.values
  if (allowed.length === 0 || allowed.includes(value)) return null
  const what = name === 'tags' ? 'tag' : name
  const where = list && rule.dependent ? ` for the ${rule.dependent.on} “${on}”` : ''
  const text = `“${value}” is not one of the ${what === 'medium' ? 'mediums' : `${what}s`} in the list${where}.`
  return { field: name, value, text, isError: !rule.isOpen, mend: nearestOf(allowed, value) }
}

/** Returns why a value breaks a rule about its text, or `null`. */
function textError({ maxLength, forbidden, pattern, builtName }: FieldRule, value: string): string | null {
  const length = codePoints(value)
  if (maxLength !== null && length > maxLength)
    return `At most ${maxLength} characters are allowed. This has ${length}.`
  const words = new Set(wordsOf(value))
  const refused = forbidden.find((one) => wordsOf(one).every((part) => words.has(part)))
  if (refused !== undefined) return `“${refused}” is not allowed here.`
  if (pattern !== '' && !matchesWildcards(pattern, value)) return `It must have the form ${pattern}.`
  return builtName && builtNameError(value, builtName)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
}

/** Longer values are no typos of a short word. */
const maxTypoLength = 100

/** Returns the allowed value that was probably meant, or `null`. */
function nearestOf(allowed: readonly string[], value: string): string | null {
  const typed = normalizeWord(value.slice(0, maxTypoLength))
  const [best] = allowed
    .map((one) => ({ one, distance: typoDistance(typed, normalizeWord(one)) }))
    .filter(({ distance }) => distance <= (typed.length < 4 ? 0 : typed.length < 9 ? 1 : 2))
    .sort((a, b) => a.distance - b.distance)
  return best?.one ?? null
}
