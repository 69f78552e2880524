import { useState } from 'react'
import type { RuleFieldName } from '../../../../contract/service/rules/ruleFields.ts'
import { compareShared, toRuleFieldName } from '../../../../contract/app/rules/sharedEntries.ts'
import type { SharedChange } from '../../../../contract/app/rules/sharedEntries.ts'
import type { TrackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { readRulesForm, toRulesForm, type RulesForm } from './ruleForm.ts'
import type { useRulesForm } from './useRulesForm.ts'

/** The rules that were saved elsewhere, and the fields that the user has decided on. */
interface Conflict {
  theirs: TrackingRules
  decided: RuleFieldName[]
}

/**
 * Resolves a conflict between edited rules and rules that were saved elsewhere. Once every difference is decided, the
 * edits are based on the saved rules, so that saving them succeeds.
 */
export function useConflict({ form, base, replace }: ReturnType<typeof useRulesForm>) {
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const decide = (names: RuleFieldName[], next: RulesForm) => {
    if (!conflict) return
    const decided = [...conflict.decided, ...names]
    const isResolved = openChanges(next, { ...conflict, decided }).length === 0
    replace({ base: isResolved ? conflict.theirs : base, form: next })
    setConflict(isResolved ? null : { ...conflict, decided })
  }
  return {
    /** The differences that aren't decided yet; `null` if there is no conflict. */
    changes: conflict && openChanges(form, conflict),
    begin: (theirs: TrackingRules) => setConflict({ theirs, decided: [] }),
    end: () => setConflict(null),
    keep: (changes: SharedChange[]) => decide(changes.map(toRuleFieldName), form),
    accept: (changes: SharedChange[]) => {
      const theirs = toRulesForm(conflict?.theirs ?? base)
      const names = changes.map(toRuleFieldName)
      decide(names, { ...form, ...Object.fromEntries(names.map((name) => [name, theirs[name]])) })
    },
  }
}

/** Returns the differences between edited and saved rules that the user hasn't decided on; none if the form is invalid. */
function openChanges(form: RulesForm, { theirs, decided }: Conflict): SharedChange[] {
  const result = readRulesForm(form)
  if ('errors' in result) return []
  const changes = compareShared({ rules: result.rules }, { rules: theirs })
  return changes.filter((change) => !decided.includes(toRuleFieldName(change)))
}
