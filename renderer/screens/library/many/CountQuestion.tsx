import { Button, Modal } from '@mantine/core'
import { formatNumber } from '../../../ui/formatCount.ts'
import type { ChangedCount } from './useManyActions.ts'
import styles from './many.module.css'

interface CountQuestionProps {
  changed: ChangedCount
  /** Closes the question. */
  keep: () => void
}

/** Asks before an action on another number of links than was shown. */
export function CountQuestion({ changed: { count, proceed }, keep }: CountQuestionProps) {
  const proceedAndClose = () => {
    keep()
    proceed()
  }
  return (
    <Modal opened onClose={keep} title="The list has changed" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={styles['tagForm']}>
        <p>
          {formatNumber(count)} {count === 1 ? 'matches' : 'match'} now. Nothing has been done yet.
        </p>
        <div className={styles['tagButtons']}>
          <Button variant="default" data-autofocus onClick={keep}>
            Cancel
          </Button>
          <Button onClick={proceedAndClose}>
            {count === 1 ? 'Continue with it' : `Continue with all ${formatNumber(count)}`}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
