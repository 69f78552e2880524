import { Button, Modal } from '@mantine/core'
import { ChangeRows } from './ChangeRows.tsx'
import type { ChangedField } from './patches.ts'
import styles from './change.module.css'

interface ConfirmChangeProps {
  title: string
  rows: readonly ChangedField[]
  close: () => void
  confirm: () => void
}

/** Asks before a link of production is changed. */
export default function ConfirmChange({ title, rows, close, confirm }: ConfirmChangeProps) {
  return (
    <Modal opened onClose={close} size={600} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={styles['until']}>
        <p>Visitors of this production link follow the change within a second.</p>
        {rows.length > 0 && <ChangeRows rows={rows} />}
        <div className={styles['barLine']}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button color="amber" data-autofocus onClick={confirm}>
            Change in production
          </Button>
        </div>
      </div>
    </Modal>
  )
}
