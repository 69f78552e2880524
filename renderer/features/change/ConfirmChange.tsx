import { Button, Group, Modal } from '@mantine/core'
import { ChangeRows } from './ChangeRows.tsx'
import type { ChangedField } from './patches.ts'
import styles from './change.module.css'

interface ConfirmChangeProps {
  title: string
  isProduction: boolean
  /** Whether someone else has changed the same fields since the user saw them. */
  isChangedMeanwhile: boolean
  rows: readonly ChangedField[]
  close: () => void
  confirm: () => void
}

/** Asks before changing a production link, or a link that someone else has changed in the meantime. */
export function ConfirmChange(props: ConfirmChangeProps) {
  const { title, isProduction, isChangedMeanwhile, rows, close, confirm } = props
  return (
    <Modal opened onClose={close} size={600} title={title}>
      <div className={styles['until']}>
        {isChangedMeanwhile && (
          <p role="alert">Someone else changed this in the meantime. Nothing was sent. Change it anyway?</p>
        )}
        {isProduction && <p>This is a production link. Visitors see the change within a second.</p>}
        {rows.length > 0 && <ChangeRows rows={rows} />}
        <Group className={styles['barLine']} gap="xs" justify="flex-end">
          <Button variant="default" onClick={close}>
            {isChangedMeanwhile ? 'Keep theirs' : 'Cancel'}
          </Button>
          <Button color={isProduction ? 'amber' : 'ink'} data-autofocus onClick={confirm}>
            {isProduction ? 'Change in production' : 'Change it anyway'}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
