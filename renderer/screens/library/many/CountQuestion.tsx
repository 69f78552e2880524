import { Button, Flex, Modal, Stack } from '@mantine/core'
import { formatNumber } from '../../../ui/formatCount.ts'
import type { ChangedCount } from './useManyActions.ts'
import styles from './many.module.css'

/** Asks before an action on another number of links than was shown. */
export function CountQuestion({ changed: { count, answer } }: { changed: ChangedCount }) {
  const cancel = () => answer(false)
  return (
    <Modal opened onClose={cancel} title="The list has changed" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack className={styles['tagForm']} gap={14}>
        <p>
          {formatNumber(count)} {count === 1 ? 'matches' : 'match'} now. Nothing has been done yet.
        </p>
        <Flex gap="xs" justify="flex-end">
          <Button variant="default" data-autofocus onClick={cancel}>
            Cancel
          </Button>
          <Button onClick={() => answer(true)}>
            {count === 1 ? 'Continue with it' : `Continue with all ${formatNumber(count)}`}
          </Button>
        </Flex>
      </Stack>
    </Modal>
  )
}
