import { Button, Group } from '@mantine/core'
import { useLayoutEffect } from 'react'
import type { CurrentLink } from '../../../contract/app/calls/links/changes.ts'
import { useErrorCount } from '../../link/FormChecks.tsx'
import { useFormValues } from '../../link/FormContext.tsx'
import type { FormValues } from '../../link/form.ts'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { ChangeRows } from './ChangeRows.tsx'
import { changedFields, patchBetween } from './patches.ts'
import type { ChangingLink } from './useChangeLink.ts'
import styles from './change.module.css'

/** Why the user is asked before the form closes: not at all, because of unsent input, or while a change is being sent. */
export type EditWork = 'none' | 'unsent' | 'sending'

interface Leaving {
  setWork: (work: EditWork) => void
  /** Whether the user is being asked to confirm that the changes are discarded. */
  isLeaving: boolean
  setIsLeaving: (isLeaving: boolean) => void
}

export interface EditBarProps {
  leaving: Leaving
  current: CurrentLink
  original: FormValues
  production: boolean
  /** Whether the user is being asked to confirm a change in production. */
  isConfirming: boolean
  changing: ChangingLink
  canSend: boolean
  begin: () => void
  confirm: () => void
  goBack: () => void
  close: () => void
}

/** Shows what will change, and sends it. Asks for confirmation in production. */
export function EditBar(props: EditBarProps) {
  const { current, original, production, isConfirming, changing, canSend, begin, confirm, goBack, close } =
    props
  const rows = changedFields(current.link, patchBetween(original, useFormValues()))
  const work = toEditWork(rows.length, changing)
  const { setWork, isLeaving, setIsLeaving } = props.leaving
  // A later effect would let Back or Escape right after the first edit close the form without a question.
  useLayoutEffect(() => setWork(work), [work, setWork])
  const beginLabel = production ? 'Review change' : 'Change link'
  if (isLeaving) return <DiscardQuestion discard={close} keep={() => setIsLeaving(false)} />
  const leave =
    rows.length === 0 ? { label: 'Close', run: close } : { label: 'Discard…', run: () => setIsLeaving(true) }
  return (
    <div className={styles['bar']}>
      {isConfirming && (
        <section aria-label="Change in production">
          <p>Visitors see the change within a second.</p>
          <ChangeRows rows={rows} />
        </section>
      )}
      <Group className={styles['barLine']} gap="xs" justify="flex-end">
        <Status count={rows.length} />
        {changing.isPending && <Elapsed cancel={changing.cancel} />}
        <Button variant="default" disabled={changing.isPending} onClick={isConfirming ? goBack : leave.run}>
          {isConfirming ? 'Back to form' : leave.label}
        </Button>
        <Button
          color={production ? 'amber' : 'ink'}
          disabled={rows.length === 0 || !canSend}
          loading={changing.isPending}
          onClick={isConfirming ? confirm : begin}
        >
          {isConfirming ? 'Change in production' : beginLabel}
        </Button>
      </Group>
    </div>
  )
}

function toEditWork(changedFieldCount: number, { isPending }: ChangingLink): EditWork {
  if (isPending) return 'sending'
  return changedFieldCount > 0 ? 'unsent' : 'none'
}

function DiscardQuestion({ discard, keep }: { discard: () => void; keep: () => void }) {
  return (
    <div className={styles['bar']} role="group" aria-label="Discard your changes?">
      <Group className={styles['barLine']} gap="xs" justify="flex-end">
        <span role="alert">Discard your changes? The link stays as it is.</span>
        <Button variant="default" autoFocus onClick={keep}>
          Keep editing
        </Button>
        <Button color="red" onClick={discard}>
          Discard changes
        </Button>
      </Group>
    </div>
  )
}

function Status({ count }: { count: number }) {
  const errors = useErrorCount()
  const changed = count === 1 ? '1 field changed' : `${count} fields changed`
  const text = errors > 0 ? 'Some fields have errors' : changed
  return <span role="status">{count === 0 ? 'No changes yet' : text}</span>
}
