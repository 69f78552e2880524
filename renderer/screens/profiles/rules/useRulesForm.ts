import { useState } from 'react'
import type { Draft } from '../../../../contract/app/calls/runs/drafts.ts'
import { namesOf } from '../../../../contract/service/link/fields.ts'
import { isParameter, parametersOf } from '../../../../contract/service/link/parameters.ts'
import { isObject } from '../../../../contract/service/json/json.ts'
import type { RuleFieldName } from '../../../../contract/service/rules/ruleFields.ts'
import { getRule, trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import type { TrackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { rulesDraftId, useKeptDraft } from '../../../api/rulesDraft.ts'
import { toRuleForm, toRulesForm, type RuleForm, type RulesForm } from './ruleForm.ts'

/** Edited rules, and the saved rules that the edits started from. */
interface Edited {
  base: TrackingRules
  form: RulesForm
}

/**
 * Manages edits of rules. They are kept as a draft until they are saved or discarded, even if the app quits. `draft` is
 * the kept one, or `null`.
 */
export function useRulesForm(profileId: string, saved: TrackingRules, draft: Draft | null) {
  const [edited, setEdited] = useState<Edited | null>(() => readEdits(draft?.form, saved))
  const keep = useKeptDraft(rulesDraftId(profileId))
  const { base, form } = edited ?? { base: saved, form: toRulesForm(saved) }
  const isDifferent = (next: RulesForm) => JSON.stringify(next) !== JSON.stringify(toRulesForm(saved))
  const isChanged = edited !== null && isDifferent(form)
  const storeEdits = (next: Edited) => {
    setEdited(next)
    keep(isDifferent(next.form) ? next : null)
  }
  const discard = () => {
    setEdited(null)
    keep(null)
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
 * Returns the edits of a draft, or `null`. Those of another version of the app may lack an input, which then has its
 * saved value.
 */
function readEdits(stored: unknown, saved: TrackingRules): Edited | null {
  if (!isObject(stored) || !isObject(stored['form'])) return null
  const { form } = stored
  const defaults = toRulesForm(saved)
  // Parameters can have been added or removed.
  const names = [...namesOf(defaults).filter((name) => !isParameter(name)), ...parametersOf(form)]
  const rules = names.map((name) => [
    name,
    { ...(defaults[name] ?? toRuleForm(getRule({}, name))), ...(form[name] as object) },
  ])
  return {
    base: trackingRules.safeParse(stored['base']).data ?? saved,
    form: Object.fromEntries(rules) as RulesForm,
  }
}
