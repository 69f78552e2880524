import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import {
  LocalTimeField,
  checkEnd,
  formatBothZones,
  parseLocalTime,
  toLocalText,
} from '../record/LocalTimeField.tsx'
import styles from './change.module.css'

interface UntilDialogProps {
  /** When the link ends now (ISO 8601), or `null`. */
  until: string | null
  close: () => void
  /** `null` removes the end. */
  apply: (until: string | null) => void
}

/** Asks when a link stops being active, in the person's time zone. */
export default function UntilDialog({ until, close, apply }: UntilDialogProps) {
  const current = until === null ? '' : toLocalText(new Date(until))
  const [typed, setTyped] = useState(current)
  const parsed = parseLocalTime(typed)
  // The field shows no seconds: an end that wasn't edited keeps its own.
  const time = parsed !== null && checkEnd(parsed) === null ? parsed : null
  return (
    <Modal opened onClose={close} title="Active until" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={styles['until']}>
        <LocalTimeField label="Date and time" autoFocus value={typed} onChange={setTyped} check={checkEnd} />
        <p role="status">
          {time
            ? `Visitors follow the link until ${formatBothZones(time)}. Then they see a page that says it is off.`
            : 'After that time, visitors see a page that says the link is off.'}
        </p>
        <div className={styles['barLine']}>
          {until !== null && (
            <Button variant="default" onClick={() => apply(null)}>
              Remove the end
            </Button>
          )}
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            disabled={time === null}
            onClick={() => time && apply(typed === current ? until : time.toISOString())}
          >
            Set the end
          </Button>
        </div>
      </div>
    </Modal>
  )
}
