import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatZonedTime } from '../record/activeWords.ts'
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
  const [typed, setTyped] = useState(() => (until === null ? '' : toLocalText(new Date(until))))
  const [now] = useState(() => Date.now())
  const time = typed === '' ? null : new Date(typed)
  const isPast = time !== null && time.getTime() <= now
  const isValid = time !== null && !Number.isNaN(time.getTime()) && time.getUTCFullYear() <= 9999
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Modal opened onClose={close} title="Active until" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={styles['until']}>
        <TextInput
          type="datetime-local"
          label="Date and time"
          data-autofocus
          description={`In your time zone: ${zone}`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={typed === '' ? undefined : !isValid ? 'Must be a date and a time.' : isPast && past}
        />
        <p role="status">
          {isValid && !isPast
            ? `Visitors follow the link until ${formatZonedTime(time.toISOString())} (${time.toISOString().slice(0, 16).replace('T', ' ')} UTC). Then they see a page that says it is off.`
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
          <Button disabled={!isValid || isPast} onClick={() => time && apply(time.toISOString())}>
            Set the end
          </Button>
        </div>
      </div>
    </Modal>
  )
}

const past = 'This time has passed. To end the link now, switch it off.'

/** Returns a time as `datetime-local` takes it, in the person's time zone. */
function toLocalText(time: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}
