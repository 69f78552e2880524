import { Modal } from '@mantine/core'
import { useRef, useState } from 'react'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import type { LookupContext } from '../../../../contract/app/window/windowPath.ts'
import type { Environment } from '../../../../contract/service/api/headers.ts'
import type { SelectedLinks } from '../../../../contract/app/library/view.ts'
import { useCall } from '../../../api/useCall.ts'
import { useCommonRules } from '../../../link/useFormRules.ts'
import { useSession } from '../../../session/Session.tsx'
import { TargetFields } from '../../../session/TargetFields.tsx'
import { useLeaveQuestion } from '../../../session/AskBeforeLeaving.tsx'
import { DialogForm } from '../../../ui/forms/DialogForm.tsx'
import { KeyProblem } from '../../keys/KeyProblem.tsx'
import { ChangeChoiceFields } from './ChangeChoiceFields.tsx'
import { PlanProgress } from './PlanProgress.tsx'
import { choices, toChange, type ChangeChoice } from './choices.ts'
import { useDryRun } from './useDryRun.ts'
import { QuietText } from '../../../ui/variants.ts'

/** Links to change, and their profile and environment if known. */
export interface ChosenLinks {
  which: SelectedLinks
  /** How many, in words: "5 links". */
  count: string
  profileId?: string | undefined
  environment?: Environment | undefined
}

/** Returns the profile of most links of a view; `undefined` for chosen links, and until it is known. */
function useCommonProfile(which: SelectedLinks): string | undefined {
  const view = 'view' in which ? which.view : null
  const input = { of: 'profile', view: view ?? emptyView, limit: 1 } as const
  return useCall('library.facets', input, { enabled: view !== null }).data?.values[0]?.value
}

interface ChangeDialogProps {
  links: ChosenLinks
  /** The initial choice. */
  initial?: ChangeChoice
  close: () => void
}

/** Asks what to change in many links, and opens the dry run. Sends no change. */
export function ChangeDialog({ links, initial = { kind: 'address', text: '' }, close }: ChangeDialogProps) {
  const { current, state } = useSession()
  const profiles = state.profiles.filter(({ canChangeLinks }) => canChangeLinks)
  const suggested = [links.profileId, useCommonProfile(links.which), current.profile.id, profiles[0]?.id]
  const [chosen, setTarget] = useState<Partial<LookupContext>>({})
  const target = {
    profileId: suggested.find((one) => profiles.some(({ id }) => id === one)) ?? '',
    environment: links.environment ?? current.environment,
    ...chosen,
  }
  const { profileId, environment } = target
  const [choice, setChoice] = useState(initial)
  // The dry run's page opens while the dialog is still closing.
  const isDone = useRef(false)
  const dryRun = useDryRun(() => {
    isDone.current = true
    close()
  })
  const rules = useCommonRules(profileId)
  const change = toChange(choice, rules)
  const submit = () => {
    if (!change) return
    const source = { kind: 'same', which: links.which, change } as const
    const name = `${choices[choice.kind]}: ${links.count}`
    dryRun.start({ id: crypto.randomUUID(), ...target, name, source })
  }
  const { leave, question } = useLeaveQuestion(
    () => (choice.text !== '' || (choice.find ?? '') !== '') && dryRun.pending === null && !isDone.current,
  )
  return (
    <Modal opened onClose={() => leave(close)} size={560} title={`Change ${links.count}`}>
      {dryRun.error && dryRun.error.problem.code !== 'cancelled' && (
        <KeyProblem
          problem={dryRun.error.problem}
          outcome="Nothing was changed."
          profile={profiles.find(({ id }) => id === profileId)}
          environment={environment}
          keySaved={dryRun.clearError}
        />
      )}
      {dryRun.pending !== null ? (
        <PlanProgress run={dryRun.pending} hide={close} />
      ) : (
        <DialogForm
          submit={submit}
          cancel={close}
          label="Preview changes"
          disabled={change === null || profileId === ''}
        >
          <ChangeChoiceFields choice={choice} choose={setChoice} rules={rules} />
          <TargetFields
            {...target}
            profiles={profiles}
            choose={(part) => setTarget({ ...chosen, ...part })}
          />
          <QuietText>
            Next, you’ll see what would change in each link. Links in other profiles or environments stay as
            they are. Nothing is sent yet.
          </QuietText>
        </DialogForm>
      )}
      {question}
    </Modal>
  )
}
