import { useState } from 'react'
import { isObject } from '../../../../contract/json.ts'
import type { RuledName } from '../../../../contract/rules/ruledNames.ts'
import type { TrackingRules } from '../../../../contract/rules/trackingRules.ts'
import { toRulesForm } from './ruleForm.ts'
import type { RuleForm, RulesForm } from './ruleForm.ts'

/** Edits of rules. They stay in this window until they are saved or discarded, also if another screen is opened. */
export function useRulesForm(profileId: string, saved: TrackingRules) {
  const key = `linkwright-rules-${profileId}`
  const [edited, setEdited] = useState<RulesForm | null>(() => readKept(key, toRulesForm(saved)))
  const form = edited ?? toRulesForm(saved)
  const isChanged = edited !== null && JSON.stringify(edited) !== JSON.stringify(toRulesForm(saved))
  return {
    form,
    isChanged,
    change: (name: RuledName, patch: Partial<RuleForm>) => {
      const next = { ...form, [name]: { ...form[name], ...patch } }
      sessionStorage.setItem(key, JSON.stringify(next))
      setEdited(next)
    },
    discard: () => {
      sessionStorage.removeItem(key)
      setEdited(null)
    },
  }
}

/** Edits of another version of the app may lack an input: it is as saved. */
function readKept(key: string, saved: RulesForm): RulesForm | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (!isObject(kept)) return null
    const rules = Object.entries(saved).map(([name, rule]) => [name, { ...rule, ...(kept[name] as object) }])
    return Object.fromEntries(rules) as RulesForm
  } catch {
    return null
  }
}
