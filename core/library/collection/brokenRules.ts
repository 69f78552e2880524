import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { readTags } from '../../../contract/service/json/json.ts'
import { createRuleTest } from '../../../contract/app/rules/check/ruleTest.ts'
import { byName } from '../../../contract/service/link/fields.ts'
import { ruleFieldNames, type RuleFieldValues } from '../../../contract/service/rules/ruleFields.ts'
import { hasNoRules } from '../../../contract/service/rules/trackingRules.ts'
import { readRules } from '../rules.ts'
import { createSteppedWork, oncePerConnection, startStep } from '../step.ts'

type RuleTest = (values: RuleFieldValues, address: string) => boolean

/** SQL condition for the entries that break the rules, of those that were tested. */
export const brokenRulesCondition = 'entries.seq IN (SELECT seq FROM temp.rule_breaks)'

const tables = `
  CREATE TEMP TABLE rule_breaks (seq INTEGER PRIMARY KEY);
  CREATE TEMP TABLE rules_untested (seq INTEGER PRIMARY KEY);
  CREATE TEMP TRIGGER entry_left AFTER DELETE ON entries BEGIN
    DELETE FROM rule_breaks WHERE seq = OLD.seq;
    DELETE FROM rules_untested WHERE seq = OLD.seq;
  END;
  CREATE TEMP TRIGGER entry_came AFTER INSERT ON entries BEGIN INSERT OR IGNORE INTO rules_untested VALUES (NEW.seq); END;`

/** Links read at a time. */
const batchSize = 50

/**
 * Finds the links that break the current rules of their profile. A test of a link can take long, so links are tested in
 * steps. The results, in temporary tables, are kept until the rules or the link change.
 */
export const getBrokenRules = oncePerConnection((sql) => {
  sql.exec(tables)
  const columns = `seq, profileId, destination, ${ruleFieldNames.join(', ')}`
  const selectChanged = sql.prepare(
    `SELECT ${columns} FROM entries WHERE seq IN (SELECT seq FROM rules_untested LIMIT ${batchSize})`,
  )
  const selectNext = sql.prepare(
    `SELECT ${columns} FROM entries WHERE seq < ? ORDER BY seq DESC LIMIT ${batchSize}`,
  )
  const addBreak = sql.prepare('INSERT OR IGNORE INTO rule_breaks VALUES (?)')
  const setTested = sql.prepare('DELETE FROM rules_untested WHERE seq = ?')
  const selectRules = sql.prepare('SELECT profile_id, rules FROM tracking_rules ORDER BY profile_id')
  let rulesText: string | null = null
  let breaksRules = createTest(sql)
  /** The older links weren't tested yet; `null` if there are none. */
  let testedFrom: number | null = null
  const restartIfChanged = () => {
    const text = JSON.stringify(selectRules.all())
    if (text === rulesText) return
    rulesText = text
    breaksRules = createTest(sql)
    testedFrom = Number.MAX_SAFE_INTEGER
    sql.exec('DELETE FROM rule_breaks; DELETE FROM rules_untested')
  }
  const readRows = () => {
    const changed = selectChanged.all()
    return changed.length > 0 || testedFrom === null ? changed : selectNext.all(testedFrom)
  }
  const step = () => {
    restartIfChanged()
    const isOver = startStep()
    for (let rows = readRows(); rows.length > 0; rows = readRows()) {
      for (const row of rows) {
        const seq = Number(row['seq'])
        if (breaksRules(row)) addBreak.run(seq)
        if (Number(setTested.run(seq).changes) === 0) testedFrom = seq
        if (isOver()) return false
      }
    }
    testedFrom = null
    return true
  }
  return {
    /** Tests links until the time of a step is up. Returns whether all links are tested. */
    step,
    /** Tests all links. */
    finish: createSteppedWork(sql, () => () => !step()).finish,
  }
})

/** Returns whether an entry breaks the rules of its profile. */
function createTest(sql: DatabaseSync): (entry: Record<string, SQLOutputValue>) => boolean {
  const tests = new Map<string, RuleTest | null>()
  const getTest = (profileId: string) => {
    let test = tests.get(profileId)
    if (test === undefined) {
      const rules = readRules(sql, profileId) ?? {}
      tests.set(profileId, (test = hasNoRules(rules) ? null : createRuleTest(rules)))
    }
    return test
  }
  return (entry) => {
    const test = getTest(toText(entry['profileId']))
    if (!test) return false
    const values = byName(ruleFieldNames, (name) => toText(entry[name]))
    const tags = readTags(values.tags)
    return test({ ...values, tags: tags.ok ? tags.value : [] }, toText(entry['destination']))
  }
}

function toText(value: SQLOutputValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
