import { Modal } from '@mantine/core'
import { useState } from 'react'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { ChangeValueField } from '../../../features/change/many/ChangeChoiceFields.tsx'
import { toChange, type ChangeChoice } from '../../../features/change/many/choices.ts'
import { useCommonRules } from '../../../link/useFormRules.ts'
import { DialogForm } from '../../../ui/forms/DialogForm.tsx'

interface ValueDialogProps {
  run: Run
  initial: ChangeChoice
  close: () => void
}

/** Asks for another value of a run's change, and previews the run again. */
export function ValueDialog({ run, initial, close }: ValueDialogProps) {
  const [choice, setChoice] = useState(initial)
  const rules = useCommonRules(run.profileId)
  const plan = useRunMutation('runs.plan')
  const change = toChange(choice, rules)
  const submit = () => {
    if (change) plan.mutate({ id: run.id, change }, { onSuccess: close })
  }
  return (
    <Modal opened onClose={close} size={560} title="Change the value">
      <DialogForm
        submit={submit}
        cancel={close}
        label="Preview changes"
        isPending={plan.isPending}
        disabled={change === null}
        problem={plan.error?.problem}
      >
        <ChangeValueField choice={choice} choose={setChoice} rules={rules} />
      </DialogForm>
    </Modal>
  )
}
