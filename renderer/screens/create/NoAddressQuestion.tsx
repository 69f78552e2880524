import { Button, Group, Modal, Stack, Text } from '@mantine/core'

interface NoAddressQuestionProps {
  close: () => void
  create: () => void
}

/** Asks before a link is created from an empty form. Loaded on demand. */
export default function NoAddressQuestion({ close, create }: NoAddressQuestionProps) {
  return (
    <Modal
      opened
      onClose={close}
      title="Create a link without an address?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          The form is empty. The link would work, but it would have no title and lead nowhere.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={create}>
            Create it anyway
          </Button>
          <Button data-autofocus onClick={close}>
            Enter an address
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
