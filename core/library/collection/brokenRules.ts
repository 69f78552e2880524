import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { readTags } from '../../../contract/json.ts'
import { createRuleTest } from '../../../contract/rules/ruleTest.ts'
import { byName } from '../../../contract/link/fields.ts'
import { ruleFieldNames } from '../../../contract/rules/ruleFields.ts'
import type { RuleFieldValues } from '../../../contract/rules/ruleFields.ts'
import { hasNoRules } from '../../../contract/rules/trackingRules.ts'
import { readRules } from '../rules.ts'

type RuleTest = (values: RuleFieldValues, address: string) => boolean

/** Cached rule tests of each database connection, by profile id; `null` for a profile without rules. */
const cachedTests = new WeakMap<DatabaseSync, Map<string, RuleTest | null>>()

/**
 * Returns a SQL condition for entries that break the current rules of their profile. The rules are evaluated at query
 * time, because every rule change would invalidate an index.
 */
export function brokenRulesCondition(sql: DatabaseSync): string {
  const tests = cachedTests.get(sql)
  if (tests) tests.clear()
  else defineFunction(sql)
  return `breaks_rules(entries.profileId, entries.destination, ${ruleFieldNames.map((name) => `entries.${name}`).join(', ')}) = 1`
}

function defineFunction(sql: DatabaseSync): void {
  const tests = new Map<string, RuleTest | null>()
  cachedTests.set(sql, tests)
  const getTest = (profileId: string) => {
    let test = tests.get(profileId)
    if (test === undefined) tests.set(profileId, (test = createTest(sql, profileId)))
    return test
  }
  sql.function('breaks_rules', { varargs: true }, (...args) => {
    const [profileId = '', address = '', ...texts] = args.map(toText)
    const test = getTest(profileId)
    if (!test) return 0
    const values = byName(ruleFieldNames, (name) => texts[ruleFieldNames.indexOf(name)] ?? '')
    const tags = readTags(values.tags)
    return test({ ...values, tags: tags.ok ? tags.value : [] }, address) ? 1 : 0
  })
}

function createTest(sql: DatabaseSync, profileId: string): RuleTest | null {
  const rules = readRules(sql, profileId) ?? {}
  return hasNoRules(rules) ? null : createRuleTest(rules)
}

function toText(value: SQLOutputValue): string {
  return typeof value === 'string' ? value : ''
}
