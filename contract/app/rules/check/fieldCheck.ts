import { limits } from '../../../service/api/limits.ts'
import { normalizeWord } from '../../values/spelling.ts'
import { isParameter } from '../../../service/link/parameters.ts'
import { codePoints } from '../../../service/text/text.ts'
import { createNameCheck } from '../../../service/rules/builtName.ts'
import { memoize } from '../memoize.ts'
import { createNearestValue } from '../nearestValue.ts'
import {
  ruleFieldLabel,
  type RuleFieldName,
  type RuleFieldValues,
} from '../../../service/rules/ruleFields.ts'
import { spelledRule } from '../spelledRule.ts'
import type { FieldRule } from '../../../service/rules/trackingRules.ts'
import { createTransform } from '../transform.ts'
import { matchesWildcards } from '../wildcards.ts'

/** A value that breaks a rule: its correct form, the reason, and the allowed value that was probably intended. */
export interface RuleFinding {
  field: RuleFieldName
  value: string
  text: string
  isError: boolean
  /** Absent if the value breaks another rule. */
  kind?: 'unlisted' | 'missing'
  readonly fix: string | null
}

/** Returns a function that checks one field of transformed values. It caches the results for repeated values. */
export function createFieldCheck(
  name: RuleFieldName,
  rule: FieldRule,
): (values: RuleFieldValues) => RuleFinding[] {
  const { dependent } = rule
  const textError = createTextCheck(spelledRule(rule))
  const empty = emptyFindings(name, rule)
  const listCheck = createListCheck(name, rule)
  const checkAfter = memoize((dependency) => {
    const listFinding = listCheck(dependency)
    return memoize((value) => {
      if (value === '') return empty
      const text = textError(value)
      const textFinding =
        text === null ? null : { field: name, value, text, isError: !rule.isWarning, fix: null }
      const valueFinding = listFinding(value)
      // Returns the first error, or else the first warning.
      const finding =
        textFinding?.isError && !valueFinding?.isError ? textFinding : (valueFinding ?? textFinding)
      return finding === null ? [] : [finding]
    })
  })
  return (values) => {
    const check = checkAfter(dependent ? values[dependent.on] : '')
    if (name !== 'tags') return check(values[name] ?? '')
    return values.tags.length === 0 ? check('') : values.tags.flatMap(check)
  }
}

/**
 * Returns the allowed values of a field, given a value of the field that it depends on; empty if any value is allowed.
 * Ignores case and separators of both.
 */
export function allowedValues({ values, dependent }: FieldRule, dependency: string): readonly string[] {
  const plain = normalizeWord(dependency)
  return dependent?.lists.find(({ value }) => normalizeWord(value) === plain)?.values ?? values
}

function emptyFindings(name: RuleFieldName, rule: FieldRule): RuleFinding[] {
  if (rule.presence !== 'required') return []
  const text =
    name === 'tags' ? 'Enter at least one tag.' : `Enter a ${ruleFieldLabel(name, rule.label).toLowerCase()}.`
  const fix = createTransform(rule)(rule.start) || null
  return [{ field: name, value: '', text, isError: !rule.isWarning, kind: 'missing', fix }]
}

/** Returns a function that, for a value of the field it depends on, returns the check of the list. */
function createListCheck(name: RuleFieldName, rule: FieldRule) {
  // Cached by list, because thousands of values may share a list with thousands of entries.
  const searches = new Map<readonly string[], ListSearch>()
  const searchOf = (allowed: readonly string[]): ListSearch => {
    const search = searches.get(allowed) ?? {
      exact: new Set(allowed),
      nearest: memoize(createNearestValue(allowed)),
    }
    searches.set(allowed, search)
    return search
  }
  const fieldPlural =
    name === 'tags' ? name : isParameter(name) ? `values of ${ruleFieldLabel(name, rule.label)}` : `${name}s`
  return (dependency: string): ((value: string) => RuleFinding | null) => {
    const allowed = allowedValues(rule, dependency)
    if (allowed.length === 0) return () => null
    const { exact, nearest } = searchOf(allowed)
    const condition =
      allowed === rule.values || !rule.dependent ? '' : ` for the ${rule.dependent.on} “${dependency}”`
    return (value) => {
      if (exact.has(value)) return null
      const text = `“${value}” is not one of the ${fieldPlural} in the list${condition}.`
      // Searched on demand, because most callers only need to know whether a rule is broken.
      return {
        ...{ field: name, value, text, isError: !rule.isOpen, kind: 'unlisted' },
        get fix() {
          return nearest(value)
        },
      }
    }
  }
}

interface ListSearch {
  exact: ReadonlySet<string>
  nearest: (value: string) => string | null
}

/** Returns a function that returns why a value breaks a rule about its text, or `null`. */
function createTextCheck({ maxLength, forbidden, pattern, builtName }: FieldRule) {
  // Checked first, because the other checks get slower with each character, and our service stores no longer values.
  const maxCharacters = maxLength ?? limits.tracking
  const forbiddenTexts = forbidden.map((text) => ({ text, words: splitWords(text) }))
  const nameError = builtName && createNameCheck(builtName)
  return (value: string): string | null => {
    const length = codePoints(value)
    if (length > maxCharacters) return `At most ${maxCharacters} characters are allowed. This has ${length}.`
    const words = new Set(splitWords(value))
    const match = forbiddenTexts.find((one) => one.words.every((word) => words.has(word)))
    if (match) return `“${match.text}” is not allowed here.`
    if (pattern !== '' && !matchesWildcards(pattern, value)) return `It must have the form ${pattern}.`
    return nameError && nameError(value)
  }
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
