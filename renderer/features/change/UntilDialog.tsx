import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import {
  LocalTimeField,
  checkEnd,
  formatBothZones,
  parseLocalTime,
  toLocalText,
} from '../record/LocalTimeField.tsx'
import { useLeaveQuestion } from '../../session/AskBeforeLeaving.tsx'
import styles from './change.module.css'

interface UntilDialogProps {
  /** The current end date (ISO 8601), or `null`. */
  until: string | null
  close: () => void
  /** `null` removes the end date. */
  apply: (until: string | null) => void
}

/** Asks for a link's end date, in the user's time zone. */
export function UntilDialog({ until, close, apply }: UntilDialogProps) {
  const current = until === null ? '' : toLocalText(new Date(until))
  const [typed, setTyped] = useState(current)
  const parsed = parseLocalTime(typed)
  // The field shows no seconds. `apply` therefore gets an unedited end date unchanged.
  const time = parsed !== null && checkEnd(parsed) === null ? parsed : null
  const { leave, question } = useLeaveQuestion(() => typed !== current)
  return (
    <Modal opened onClose={() => leave(close)} title="End date">
      <div className={styles['until']}>
        <LocalTimeField label="Date and time" autoFocus value={typed} onChange={setTyped} check={checkEnd} />
        <p role="status">
          {time
            ? `The link works until ${formatBothZones(time)}. After that, visitors see a page that says it’s off.`
            : 'After this date, visitors see a page that says the link is off.'}
        </p>
        <Group className={styles['barLine']} gap="xs" justify="flex-end">
          {until !== null && (
            <Button variant="default" onClick={() => apply(null)}>
              Remove end date
            </Button>
          )}
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            disabled={time === null}
            onClick={() => time && apply(typed === current ? until : time.toISOString())}
          >
            Set end date
          </Button>
        </Group>
      </div>
      {question}
    </Modal>
  )
}
