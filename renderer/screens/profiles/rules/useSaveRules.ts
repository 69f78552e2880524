import type { TrackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { useCallMutation } from '../../../api/useCall.ts'
import { showToast } from '../../../ui/toast.ts'
import { useStableCallbacks } from '../../../ui/useStableCallbacks.ts'
import { useUndoToast } from '../../../ui/useUndoToast.ts'
import type { RulesForm } from './ruleForm.ts'

type Outcomes = {
  onSaved: (form: RulesForm, rules: TrackingRules) => void
  /** Called if other rules were saved elsewhere in the meantime. */
  onConflict: (theirs: TrackingRules) => void
}

/** Saves edited rules if the saved ones haven't changed since the edit began. */
export function useSaveRules(profileId: string, outcomes: Outcomes) {
  // The user can edit more rules before the answer arrives.
  const { onSaved, onConflict } = useStableCallbacks<Outcomes>(outcomes)
  const save = useCallMutation('rules.save')
  const offerUndo = useUndoToast()
  const undo = (rules: TrackingRules, expected: TrackingRules) =>
    save.mutate(
      { profileId, rules, expected },
      { onSuccess: ({ isSaved }) => (isSaved ? undefined : showToast({ role: 'alert', message: noUndo })) },
    )
  return {
    isPending: save.isPending,
    isSaved: save.data?.isSaved ?? false,
    problem: save.error?.problem,
    /** Saves the rules of a form. */
    run: (form: RulesForm, rules: TrackingRules, base: TrackingRules) =>
      save.mutate(
        { profileId, rules, expected: base },
        {
          onSuccess: ({ isSaved, current }) => {
            if (isSaved) {
              onSaved(form, rules)
              offerUndo({ message: 'Rules saved', undo: () => undo(base, rules) })
            }
            // `null` if this version can't read them. The screen then shows a message instead of the editor.
            else if (current) onConflict(current)
          },
        },
      ),
  }
}

const noUndo = 'The rules were changed elsewhere in the meantime, so this can’t be undone any more.'
