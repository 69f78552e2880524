import { useState } from 'react'
import type { RuleFieldName } from '../../../../contract/service/rules/ruleFields.ts'
import { compareShared, toRuleFieldName } from '../../../../contract/app/rules/sharedEntries.ts'
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
    const isResolved = openFields(next, { ...conflict, decided }).length === 0
    replace({ base: isResolved ? conflict.theirs : base, form: next })
    setConflict(isResolved ? null : { ...conflict, decided })
  }
  return {
    conflict,
    begin: (theirs: TrackingRules) => setConflict({ theirs, decided: [] }),
    end: () => setConflict(null),
    keep: (names: RuleFieldName[]) => decide(names, form),
    accept: (names: RuleFieldName[]) => {
      const theirs = toRulesForm(conflict?.theirs ?? base)
      decide(names, { ...form, ...Object.fromEntries(names.map((name) => [name, theirs[name]])) })
    },
  }
}

/** Returns the fields that differ and that the user hasn't decided on. */
function openFields(form: RulesForm, { theirs, decided }: Conflict): RuleFieldName[] {
  const result = readRulesForm(form)
  if ('errors' in result) return []
  const fields = compareShared({ rules: result.rules }, { rules: theirs }).map(toRuleFieldName)
  return fields.filter((name) => !decided.includes(name))
}
