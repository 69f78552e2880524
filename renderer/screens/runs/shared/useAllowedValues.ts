import { allowedValues } from '../../../../contract/app/rules/check/fieldCheck.ts'
import { requestField } from '../../../../contract/app/rules/request.ts'
import {
  getRule,
  ruleFieldsOf,
  type TrackingRules,
} from '../../../../contract/service/rules/trackingRules.ts'
import type { ColumnUse, RowField } from '../../../../contract/app/runs/mapping/mapping.ts'
import { createFieldReader } from '../../../../contract/app/runs/mapping/sources.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { useCall } from '../../../api/useCall.ts'

/** Returns the values that the rules allow in a column or field, of one row or of any; empty if any value is allowed. */
export type AllowedValues = (place: number | RowField, row?: RunRow) => readonly string[]

/** Returns a function that returns the values that the profile's rules allow in a column. */
export function useAllowedValues({ profileId, header, mapping }: Run): AllowedValues {
  const rules = useCall('rules.get', { profileId }).data?.rules ?? {}
  return (place, row) => {
    const use = typeof place === 'number' ? mapping.columns[place] : ({ to: 'field', field: place } as const)
    const rule = ruleOfColumn(rules, use)
    if (!rule) return []
    const { dependent } = rule
    if (!row || !dependent)
      return [...new Set([...rule.values, ...(dependent?.lists.flatMap(({ values }) => values) ?? [])])]
    const read = createFieldReader(requestField(dependent.on), header, mapping)
    return allowedValues(rule, read({ cells: row.cells, issues: silent })?.text ?? '')
  }
}

const silent = { error: () => undefined, warning: () => undefined }

function ruleOfColumn(rules: TrackingRules, use: ColumnUse | undefined) {
  const field = use?.to === 'tag' ? 'tags' : use?.to === 'field' ? use.field : null
  const name = ruleFieldsOf(rules).find((one) => requestField(one) === field)
  return name === undefined ? null : getRule(rules, name)
}
