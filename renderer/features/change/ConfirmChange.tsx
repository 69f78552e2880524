import { Button, Modal, Stack, Text } from '@mantine/core'
import { DialogButtons } from '../../ui/forms/DialogForm.tsx'
import { shorten } from '../../ui/shorten.ts'
import { FieldTable, type ComparedField } from '../../ui/FieldTable.tsx'

interface ConfirmChangeProps {
  title: string
  /** The link's title. */
  name: string
  isProduction: boolean
  /** Whether someone else has changed the same fields since the user saw them. */
  isChangedMeanwhile: boolean
  rows: readonly ComparedField[]
  close: () => void
  /** Discards the change for what someone else has changed. By default, the question only closes. */
  keepTheirs?: () => void
  confirm: () => void
}

/** Asks before changing a production link, or a link that someone else has changed in the meantime. */
export function ConfirmChange(props: ConfirmChangeProps) {
  const { title, name, isProduction, isChangedMeanwhile, rows, close, keepTheirs = close, confirm } = props
  return (
    <Modal opened onClose={close} size={600} title={title}>
      <Stack gap={10} fz="sm" c="dimmed">
        {isChangedMeanwhile && (
          <p role="alert">
            Someone else changed this in the meantime, so your change wasn’t applied. Change it anyway? Their
            other changes stay.
          </p>
        )}
        {isProduction && (
          <Text fz="sm">
            “{shorten(name, 60)}” is in production. Visitors see the change within a second.
          </Text>
        )}
        {rows.length > 0 && (
          <FieldTable
            heads={isChangedMeanwhile ? ['Theirs (current)', 'Yours'] : ['Now', 'After']}
            rows={rows}
          />
        )}
        <DialogButtons cancel={keepTheirs} cancelLabel={isChangedMeanwhile ? 'Keep theirs' : 'Cancel'}>
          <Button color={isProduction ? 'amber' : 'ink'} data-autofocus onClick={confirm}>
            {isProduction ? 'Change in production' : 'Change it anyway'}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
