import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import {
  LocalTimeField,
  checkEnd,
  formatBothZones,
  parseLocalTime,
  toLocalText,
} from '../record/LocalTimeField.tsx'
import { DialogForm } from '../../ui/forms/DialogForm.tsx'
import { shorten } from '../../ui/shorten.ts'
import { useLeaveQuestion } from '../../session/AskBeforeLeaving.tsx'
import { QuietText } from '../../ui/variants.ts'

interface UntilDialogProps {
  /** The link's title. */
  name: string
  /** The current end date (ISO 8601), or `null`. */
  until: string | null
  close: () => void
  /** `null` removes the end date. */
  apply: (until: string | null) => void
}

/** Asks for a link's end date, in the user's time zone. */
export function UntilDialog({ name, until, close, apply }: UntilDialogProps) {
  const current = until === null ? '' : toLocalText(new Date(until))
  const [typed, setTyped] = useState(current)
  const parsed = parseLocalTime(typed)
  // The field shows no seconds. `apply` therefore gets an unedited end date unchanged.
  const time = parsed !== null && checkEnd(parsed) === null ? parsed : null
  const { leave, question } = useLeaveQuestion(() => typed !== current)
  return (
    <Modal opened onClose={() => leave(close)} title={`End date of “${shorten(name, 60)}”`}>
      <DialogForm
        submit={() => time && apply(typed === current ? until : time.toISOString())}
        cancel={close}
        label="Set end date"
        disabled={time === null}
        others={
          until !== null && (
            <Button variant="default" onClick={() => apply(null)}>
              Remove end date
            </Button>
          )
        }
      >
        <LocalTimeField label="Date and time" autoFocus value={typed} onChange={setTyped} check={checkEnd} />
        <Group gap={6}>
          {Object.entries(quickEnds).map(([label, end]) => (
            <Button
              key={label}
              size="compact-xs"
              variant="default"
              onClick={() => setTyped(toLocalText(end(new Date())))}
            >
              {label}
            </Button>
          ))}
        </Group>
        <QuietText role="status">
          {time
            ? `The link works until ${formatBothZones(time)}. After that, visitors see a page that says it’s off.`
            : 'After this date, visitors see a page that says the link is off.'}
        </QuietText>
      </DialogForm>
      {question}
    </Modal>
  )
}

/** Frequent end dates: the last minute of a day, in the user's time zone. Day 0 is the last one of the month before. */
const quickEnds: Readonly<Record<string, (now: Date) => Date>> = {
  'In 7 days': (now) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7, 23, 59),
  'In 30 days': (now) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 30, 23, 59),
  'End of month': (now) => new Date(now.getFullYear(), now.getMonth() + 1, 0, 23, 59),
  'End of year': (now) => new Date(now.getFullYear(), 12, 0, 23, 59),
}
