import type { DatabaseSync } from 'node:sqlite'
import {
  hasNoRules,
  getRule,
  listedParameters,
  ruleFieldsOf,
  rulesEqual,
  trackingRules,
} from '../../contract/service/rules/trackingRules.ts'
import type { TrackingRules } from '../../contract/service/rules/trackingRules.ts'
import type { ParameterField } from '../../contract/service/link/parameters.ts'
import { ruleFieldLabel, type ListedParameter } from '../../contract/service/rules/ruleFields.ts'
import { compactRules } from '../../contract/service/rules/writeSharedFile.ts'
import type { Notices } from '../notices.ts'
import { parseJson } from './linkRow.ts'
import type { Database } from './openDatabase.ts'
import { selectRows, tableColumns } from './tableRows.ts'
import { deleteRows, saveRow, write } from './writing.ts'

export type Rules = ReturnType<typeof createRuleStore>

/** Stores each profile's rules in the library's database. */
export function createRuleStore(database: Database) {
  const { sql } = database
  return {
    get: (profileId: string) => readRules(sql, profileId),
    parameters: () => readParameters(sql),
    /** Saves rules. Returns false, and changes nothing, if the saved ones aren't the `expected` ones. */
    save: (profileId: string, rules: TrackingRules, expected?: TrackingRules): boolean =>
      write(database, () => {
        if (expected && !areEqual(readRules(sql, profileId), expected)) return false
        const row = { profile_id: profileId, rules: JSON.stringify(compactRules(rules)) }
        if (hasNoRules(rules)) deleteRows(sql, 'tracking_rules', 'profile_id', profileId)
        else saveRow(sql, 'tracking_rules', 'profile_id', row)
        sql.prepare(`UPDATE runs SET checked = 0 WHERE profile_id = ? AND state = 'preparing'`).run(profileId)
        return true
      }),
  }
}

/** Adds a notice if this version can't read the rules of a profile, because new links don't follow them. */
export function notifyOfUnreadableRules({ sql }: Database, notices: Notices): void {
  const profiles = selectRows(sql, { profile_id: 'text' }, 'FROM tracking_rules').all()
  if (profiles.every(({ profile_id: id }) => readRules(sql, id) !== null)) return
  notices.add(
    'Some tracking rules can’t be read',
    'New links don’t follow them. A newer version of Linkwright saved them, or they are damaged. The rules of each ' +
      'profile, under Profiles, say whether they are affected.',
  )
}

/** Whether two sets of rules are equal. Unreadable rules equal no others. */
function areEqual(saved: TrackingRules | null, expected: TrackingRules): boolean {
  return (
    saved !== null &&
    [...ruleFieldsOf(saved), ...ruleFieldsOf(expected)].every((name) =>
      rulesEqual(getRule(saved, name), getRule(expected, name)),
    )
  )
}

/** Returns a profile's rules; `null` if this version can't read them. */
export function readRules(sql: DatabaseSync, profileId: string): TrackingRules | null {
  const row = selectRows(sql, tableColumns.tracking_rules, 'FROM tracking_rules WHERE profile_id = ?')
  const text = row.get(profileId)?.rules ?? '{}'
  return trackingRules.safeParse(parseJson(text)).data ?? null
}

/** Returns the parameters that any profile lists, each with the first name for people that a profile gives it. */
export function readParameters(sql: DatabaseSync): ListedParameter[] {
  const labels = new Map<ParameterField, string>()
  const profiles = selectRows(sql, { profile_id: 'text' }, 'FROM tracking_rules ORDER BY profile_id').all()
  for (const { profile_id: id } of profiles) {
    const rules = readRules(sql, id) ?? {}
    for (const field of listedParameters(rules))
      labels.set(field, labels.get(field) || getRule(rules, field).label)
  }
  return [...labels].map(([field, label]) => ({ field, label: ruleFieldLabel(field, label) }))
}
