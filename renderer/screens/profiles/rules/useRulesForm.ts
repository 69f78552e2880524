import { useState } from 'react'
import { isObject } from '../../../../contract/json.ts'
import type { RuledName } from '../../../../contract/rules/ruledNames.ts'
import { trackingRules } from '../../../../contract/rules/trackingRules.ts'
import type { TrackingRules } from '../../../../contract/rules/trackingRules.ts'
import { toRulesForm } from './ruleForm.ts'
import type { RuleForm, RulesForm } from './ruleForm.ts'

/** Edited rules, and the saved ones that they were made from. */
interface Edited {
  base: TrackingRules
  form: RulesForm
}

/** Edits of rules. They stay in this window until they are saved or discarded, also if another screen is opened. */
export function useRulesForm(profileId: string, saved: TrackingRules) {
  const key = `linkwright-rules-${profileId}`
  const [edited, setEdited] = useState<Edited | null>(() => readKept(key, saved))
  const { base, form } = edited ?? { base: saved, form: toRulesForm(saved) }
  const isChanged = edited !== null && JSON.stringify(form) !== JSON.stringify(toRulesForm(saved))
  const keep = (next: Edited) => {
    setEdited(next)
    try {
      // First, so that an older version doesn't come back if this one doesn't fit.
      sessionStorage.removeItem(key)
      sessionStorage.setItem(key, JSON.stringify(next))
    } catch {
      // If storage is full or blocked, the edits stay in memory only.
      return
    }
  }
  return {
    form,
    /** The rules that were saved when editing began. */
    base,
    isChanged,
    change: (name: RuledName, patch: Partial<RuleForm>) =>
      keep({ base, form: { ...form, [name]: { ...form[name], ...patch } } }),
    /** Replaces the form, and what it was made from. */
    replace: keep,
    discard: () => {
      sessionStorage.removeItem(key)
      setEdited(null)
    },
  }
}

/** Edits of another version of the app may lack an input: it is as saved. */
function readKept(key: string, saved: TrackingRules): Edited | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (!isObject(kept) || !isObject(kept['form'])) return null
    const { form } = kept
    const rules = Object.entries(toRulesForm(saved)).map(([name, rule]) => [
      name,
      { ...rule, ...(form[name] as object) },
    ])
    return {
      base: trackingRules.safeParse(kept['base']).data ?? saved,
      form: Object.fromEntries(rules) as RulesForm,
    }
  } catch {
    return null
  }
}
