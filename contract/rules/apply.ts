import { byName, trackingNames } from '../link/fields.ts'
import { codePoints } from '../text.ts'
import { maxTypoDistance, normalizeWord, typoDistance } from '../spelling.ts'
import { builtNameError } from './builtName.ts'
import { ruledLabel, ruledNames } from './ruledNames.ts'
import { createHiddenFiller } from './startValues.ts'
import { createTransform } from './transform.ts'
import { ruleOf } from './trackingRules.ts'
import type { RuledName, RuledValues } from './ruledNames.ts'
import type { FieldRule, TrackingRules } from './trackingRules.ts'
import { matchesWildcards } from './wildcards.ts'

/** A value that breaks a rule, in the form that the rule asks for; why, and the allowed value that was probably meant. */
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
  const transforms = byName(ruledNames, (name) => memoize(createTransform(ruleOf(rules, name))))
  const checks = ruledNames.map((name) => createFieldCheck(name, ruleOf(rules, name)))
  const fillHidden = createHiddenFiller(rules)
  return (given) => {
    const filled = fillHidden(given)
    const values: RuledValues = {
      ...byName(trackingNames, (name) => transforms[name](filled[name])),
      tags: filled.tags.map(transforms.tags),
    }
    return { values, findings: checks.flatMap((check) => check(values)) }
  }
}

/** Returns a function that tells whether a link breaks rules: whether one finds an error, a warning or another spelling. */
export function createRuleTest(rules: TrackingRules): (given: RuledValues) => boolean {
  const apply = createRules(rules)
  const fillHidden = createHiddenFiller(rules)
  return (given) => {
    const { values, findings } = apply(given)
    // An empty hidden field of a link that exists is as it was meant.
    const { tags, ...tracking } = fillHidden(given)
    return (
      findings.length > 0 ||
      trackingNames.some((name) => tracking[name] !== values[name]) ||
      tags.some((tag, index) => tag !== values.tags[index])
    )
  }
}

/** Maximum number of results kept per field. Tables repeat the same values in many rows. */
const maxKept = 5_000

function memoize<T>(answer: (value: string) => T): (value: string) => T {
  const kept = new Map<string, T>()
  return (value) => {
    const known = kept.get(value)
    if (known !== undefined) return known
    if (kept.size >= maxKept) kept.clear()
    const found = answer(value)
    kept.set(value, found)
    return found
  }
}

function createFieldCheck(name: RuledName, rule: FieldRule): (values: RuledValues) => RuleFinding[] {
  const { dependent } = rule
  const startValue = createTransform(rule)(rule.start) || null
  const checkAfter = memoize((on) =>
    memoize((value) =>
      listOf(value === '' ? emptyFinding(name, rule, startValue) : checkValue(name, rule, value, on)),
    ),
  )
  return (values) => {
    const check = checkAfter(dependent ? values[dependent.on] : '')
    if (name !== 'tags') return check(values[name])
    return values.tags.length === 0 ? check('') : values.tags.flatMap(check)
  }
}

function listOf<T>(found: T | null): T[] {
  return found === null ? [] : [found]
}

function emptyFinding(
  name: RuledName,
  { presence, isWarning }: FieldRule,
  mend: string | null,
): RuleFinding | null {
  if (presence !== 'required') return null
  const text = name === 'tags' ? 'Enter at least one tag.' : `Enter a ${ruledLabel(name).toLowerCase()}.`
  return { field: name, value: '', text, isError: !isWarning, mend }
}

/** Returns the first error of a value, or else the first warning. */
function checkValue(name: RuledName, rule: FieldRule, value: string, on: string): RuleFinding | null {
  const listed = listFinding(name, rule, value, on)
  const text = textError(rule, value)
  const other = text === null ? null : { field: name, value, text, isError: !rule.isWarning, mend: null }
  return other?.isError && !listed?.isError ? other : (listed ?? other)
}

function listFinding(name: RuledName, rule: FieldRule, value: string, on: string): RuleFinding | null {
  const list = rule.dependent?.lists.find((one) => one.value === on)
  const allowed = list ? list.values : rule.values
  if (allowed.length === 0 || allowed.includes(value)) return null
  const where = list && rule.dependent ? ` for the ${rule.dependent.on} “${on}”` : ''
  const text = `“${value}” is not one of the ${name === 'tags' ? name : `${name}s`} in the list${where}.`
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
    .filter(({ distance }) => distance <= maxTypoDistance(typed))
    .sort((a, b) => a.distance - b.distance)
  return best?.one ?? null
}
