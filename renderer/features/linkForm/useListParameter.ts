import { useState } from 'react'
import { parameterLabel, type ParameterField } from '../../../contract/service/link/parameters.ts'
import {
  fieldRule,
  listedParameters,
  type TrackingRules,
} from '../../../contract/service/rules/trackingRules.ts'
import { showProblem } from '../../api/offerUndo.ts'
import { useCall, useCallMutation } from '../../api/useCall.ts'
import { showToast } from '../../ui/toast.ts'
import { useUndoToast } from '../../ui/useUndoToast.ts'

/** Returns a function that adds a parameter to those that a profile's rules list, with an offer to undo it. */
export function useListParameter(profile: { id: string; name: string }) {
  const rules = useCall('rules.get', { profileId: profile.id }).data?.rules
  const save = useCallMutation('rules.save')
  const offerUndo = useUndoToast()
  const [added, setAdded] = useState<ParameterField | null>(null)
  const replace = (before: TrackingRules, after: TrackingRules, onSaved: () => void) =>
    save.mutate(
      { profileId: profile.id, rules: after, expected: before },
      {
        onSuccess: ({ isSaved }) =>
          isSaved
            ? onSaved()
            : showToast({ role: 'alert', message: 'The rules were changed elsewhere in the meantime.' }),
        onError: showProblem,
      },
    )
  const list = (field: ParameterField) => {
    if (!rules) return
    const rule = fieldRule.parse({
      label: parameterLabel(field),
      position: listedParameters(rules).length + 1,
    })
    const withField = { ...rules, [field]: rule }
    replace(rules, withField, () => {
      setAdded(field)
      offerUndo({
        message: `Links of ${profile.name} have a field “${rule.label}” now.`,
        undo: () => replace(withField, rules, () => setAdded(null)),
      })
    })
  }
  return {
    /** Whether the rules are loaded and could be read. */
    canList: Boolean(rules),
    list,
    /** The parameter that was added last. */
    added,
  }
}
