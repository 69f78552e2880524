import { Button } from '@mantine/core'
import { useEffect } from 'react'
import type { CurrentLink } from '../../../contract/calls/changes.ts'
import { useErrorCount } from '../../link/FormChecks.tsx'
import { useFormValues } from '../../link/FormContext.tsx'
import type { FormValues } from '../../link/form.ts'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { ChangeRows } from './ChangeRows.tsx'
import { changedFields, patchBetween } from './patches.ts'
import type { ChangingLink } from './useChangeLink.ts'
import styles from './change.module.css'

interface EditBarProps {
  /** Reports whether closing would discard a change, or hide one that is being sent. */
  setHoldsWork: (holds: boolean) => void
  current: CurrentLink
  original: FormValues
  production: boolean
  /** Whether the user is being asked to confirm a change in production. */
  asks: boolean
  changing: ChangingLink
  canSend: boolean
  begin: () => void
  confirm: () => void
  goBack: () => void
  close: () => void
}

/** Shows what will change, and sends it. Asks for confirmation in production. */
export function EditBar(props: EditBarProps) {
  const { current, original, production, asks, changing, canSend, begin, confirm, goBack, close } = props
  const rows = changedFields(current.link, patchBetween(original, useFormValues()))
  const holdsWork = rows.length > 0 || changing.isPending
  const { setHoldsWork } = props
  useEffect(() => setHoldsWork(holdsWork), [holdsWork, setHoldsWork])
  const beginLabel = production ? 'Review change' : 'Change link'
  return (
    <div className={styles['bar']}>
      {asks && (
        <section aria-label="Change in production">
          <p>Visitors see the change within a second.</p>
          <ChangeRows rows={rows} />
        </section>
      )}
      <div className={styles['barLine']}>
        <Status count={rows.length} />
        {changing.isPending && <Elapsed cancel={changing.cancel} />}
        <Button variant="default" disabled={changing.isPending} onClick={asks ? goBack : close}>
          {asks ? 'Back to form' : rows.length === 0 ? 'Close' : 'Discard'}
        </Button>
        <Button
          color={production ? 'amber' : 'ink'}
          disabled={rows.length === 0 || !canSend}
          loading={changing.isPending}
          onClick={asks ? confirm : begin}
        >
          {asks ? 'Change in production' : beginLabel}
        </Button>
      </div>
    </div>
  )
}

function Status({ count }: { count: number }) {
  const errors = useErrorCount()
  const changed = count === 1 ? '1 field changed' : `${count} fields changed`
  const text = errors > 0 ? 'Some fields have errors' : changed
  return <span role="status">{count === 0 ? 'No changes yet' : text}</span>
}
