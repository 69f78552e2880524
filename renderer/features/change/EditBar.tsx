import { Button, Text } from '@mantine/core'
import { useLayoutEffect } from 'react'
import type { CurrentLink } from '../../../contract/app/calls/links/changes.ts'
import type { FormValues } from '../../link/form.ts'
import { useFormValues } from '../../link/FormContext.tsx'
import { differingFields } from '../../link/formFieldsByField.ts'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { formatCount } from '../../ui/formatCount.ts'
import { FieldTable } from '../../ui/FieldTable.tsx'
import { SendBar } from '../linkForm/SendBar.tsx'
import { changedFields, patchBetween } from './patches.ts'
import type { ChangingLink } from './useChangeLink.ts'

/** What the user is asked before the form goes on: whether to change production, or to discard what was entered. */
export type EditQuestion = 'none' | 'production' | 'discard'

/** Why the form doesn't simply close: because of unsent input, or because a change is being sent. */
export type EditWork = 'none' | 'unsent' | 'sending'

export interface EditBarProps {
  current: CurrentLink
  original: FormValues
  isProduction: boolean
  question: EditQuestion
  ask: (question: EditQuestion) => void
  setWork: (work: EditWork) => void
  changing: ChangingLink
  canSend: boolean
  showError: () => void
  begin: () => void
  confirm: () => void
  close: () => void
}

/** Shows what will change, and sends it. Asks for confirmation in production, and before input is discarded. */
export function EditBar(props: EditBarProps) {
  const { current, original, isProduction, question, ask, setWork, changing, canSend, close } = props
  const values = useFormValues()
  const rows = changedFields(current.link, patchBetween(original, values))
  const count = rows.length === 0 ? 0 : differingFields(original, values).length
  const work = changing.isPending ? 'sending' : rows.length > 0 ? 'unsent' : 'none'
  // A later effect would let Back or Escape right after the first edit close the form without a question.
  useLayoutEffect(() => setWork(work), [work, setWork])
  const isConfirming = question === 'production'
  if (question === 'discard') return <DiscardQuestion discard={close} keep={() => ask('none')} />
  const label = isProduction ? 'Review change' : 'Change link'
  return (
    <>
      {isConfirming && (
        <section aria-label="Change in production">
          <Text fz="sm">Visitors see the change within a second.</Text>
          <FieldTable heads={['Now', 'After']} rows={rows} />
        </section>
      )}
      <DialogFooter>
        <SendBar
          label={isConfirming ? 'Change in production' : label}
          isSending={changing.isPending}
          disabled={rows.length === 0 || !canSend}
          send={isConfirming ? props.confirm : props.begin}
          cancel={changing.cancel}
          showError={props.showError}
          status={
            <Text span c="dimmed" fz="sm" role="status">
              {count === 0 ? 'No changes yet' : `${formatCount(count, 'field')} changed`}
            </Text>
          }
        >
          <LeaveButton
            isConfirming={isConfirming}
            isUnchanged={rows.length === 0}
            isSending={changing.isPending}
            ask={ask}
            close={close}
          />
        </SendBar>
      </DialogFooter>
    </>
  )
}

interface LeaveButtonProps extends Pick<EditBarProps, 'ask' | 'close'> {
  isConfirming: boolean
  isUnchanged: boolean
  isSending: boolean
}

/** Goes back from the confirmation to the form, or closes the form. */
function LeaveButton({ isConfirming, isUnchanged, isSending, ask, close }: LeaveButtonProps) {
  return isConfirming ? (
    <Button variant="default" onClick={() => ask('none')}>
      Back to form
    </Button>
  ) : (
    <Button variant="default" disabled={isSending} onClick={() => (isUnchanged ? close() : ask('discard'))}>
      {isUnchanged ? 'Close' : 'Discard…'}
    </Button>
  )
}

function DiscardQuestion({ discard, keep }: { discard: () => void; keep: () => void }) {
  return (
    <div role="group" aria-label="Discard your changes?">
      <DialogFooter>
        <Text span flex={1} miw={200} fz="sm" role="alert">
          Discard your changes? The link stays as it is.
        </Text>
        <Button variant="default" autoFocus onClick={keep}>
          Keep editing
        </Button>
        <Button color="red" onClick={discard}>
          Discard changes
        </Button>
      </DialogFooter>
    </div>
  )
}
