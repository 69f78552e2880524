import { useState } from 'react'
import { isObject } from '../../../../contract/json.ts'
import type { RuleFieldName } from '../../../../contract/rules/ruleFields.ts'
import { trackingRules } from '../../../../contract/rules/trackingRules.ts'
import type { TrackingRules } from '../../../../contract/rules/trackingRules.ts'
import { toRulesForm } from './ruleForm.ts'
import type { RuleForm, RulesForm } from './ruleForm.ts'

/** Edited rules, and the saved rules that the edits started from. */
interface Edited {
  base: TrackingRules
  form: RulesForm
}

/**
 * Manages edits of rules. This window keeps them until they are saved or discarded, even if another screen is opened.
 */
export function useRulesForm(profileId: string, saved: TrackingRules) {
  const key = `linkwright-rules-${profileId}`
  const [edited, setEdited] = useState<Edited | null>(() => readStoredEdits(key, saved))
  const { base, form } = edited ?? { base: saved, form: toRulesForm(saved) }
  const isChanged = edited !== null && JSON.stringify(form) !== JSON.stringify(toRulesForm(saved))
  const storeEdits = (next: Edited) => {
    setEdited(next)
    try {
      // Removed first: if the new edits don't fit, older ones must not come back.
      sessionStorage.removeItem(key)
      sessionStorage.setItem(key, JSON.stringify(next))
    } catch {
      // If storage is full or blocked, the edits stay in memory only.
      return
    }
  }
  const discard = () => {
    sessionStorage.removeItem(key)
    setEdited(null)
  }
  return {
    form,
    /** The rules that were saved when editing began. */
    base,
    isChanged,
    change: (name: RuleFieldName, patch: Partial<RuleForm>) =>
      storeEdits({ base, form: { ...form, [name]: { ...form[name], ...patch } } }),
    /** Replaces both the form and the rules that it started from. */
    replace: storeEdits,
    discard,
    /** Ends the edits once a form was saved as `rules`. What was edited while it was being saved stays. */
    endSaved: (savedForm: RulesForm, rules: TrackingRules) =>
      form === savedForm ? discard() : storeEdits({ base: rules, form }),
  }
}

/**
 * Returns the edits that this window kept, or `null`. Those of another version of the app may lack an input, which then
 * has its saved value.
 */
function readStoredEdits(key: string, saved: TrackingRules): Edited | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (!isObject(stored) || !isObject(stored['form'])) return null
    const { form } = stored
    const rules = Object.entries(toRulesForm(saved)).map(([name, rule]) => [
      name,
      { ...rule, ...(form[name] as object) },
    ])
    return {
      base: trackingRules.safeParse(stored['base']).data ?? saved,
      form: Object.fromEntries(rules) as RulesForm,
    }
  } catch {
    return null
  }
}
