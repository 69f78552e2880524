import { Button } from '@mantine/core'
import { useLayoutEffect } from 'react'
import type { CurrentLink } from '../../../contract/app/calls/links/changes.ts'
import type { FormValues } from '../../link/form.ts'
import { useFormValues } from '../../link/FormContext.tsx'
import { differingFields } from '../../link/formFieldsByField.ts'
import { addedParameters } from '../../link/formParameters.ts'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { formatCount } from '../../ui/formatCount.ts'
import { SendBar } from '../linkForm/SendBar.tsx'
import { changedFields, patchBetween } from './patches.ts'
import type { ChangingLink } from './useChangeLink.ts'
import { QuietText } from '../../ui/variants.ts'

/** Why the form doesn't simply close: because of unsent input, or because a change is being sent. */
export type EditWork = 'none' | 'unsent' | 'sending'

interface EditBarProps {
  current: CurrentLink
  original: FormValues
  isProduction: boolean
  setWork: (work: EditWork) => void
  changing: ChangingLink
  showError: () => void
  send: () => void
  /** Closes the form, after a question if there is unsent input. */
  leave: () => void
}

/** Counts what will change, and sends it. */
export function EditBar(props: EditBarProps) {
  const { current, original, isProduction, setWork, changing, showError, send, leave } = props
  const values = useFormValues()
  const isUnchanged = changedFields(current.link, patchBetween(original, values)).length === 0
  const parameters = addedParameters(values).filter((field) => values[field] !== original[field])
  const count = isUnchanged ? 0 : differingFields(original, values).length + parameters.length
  const work = changing.isPending ? 'sending' : isUnchanged ? 'none' : 'unsent'
  // A later effect would let Back or Escape right after the first edit close the form without a question.
  useLayoutEffect(() => setWork(work), [work, setWork])
  return (
    <DialogFooter>
      <SendBar
        label={isProduction ? 'Review change' : 'Change link'}
        isSending={changing.isPending}
        disabled={isUnchanged}
        send={send}
        cancel={changing.cancel}
        showError={showError}
        status={
          <QuietText span role="status">
            {count === 0 ? 'No changes yet' : `${formatCount(count, 'field')} changed`}
          </QuietText>
        }
      >
        <Button variant="default" disabled={changing.isPending} onClick={leave}>
          {isUnchanged ? 'Cancel' : 'Discard…'}
        </Button>
      </SendBar>
    </DialogFooter>
  )
}
