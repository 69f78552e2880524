import { Button, Flex, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useRunAction } from '../../../api/runs.ts'

/** Asks for a run's new name. */
export function RenameRun({ run, close }: { run: Run; close: () => void }) {
  const [name, setName] = useState(run.name)
  const change = useRunAction('runs.change')
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    change.mutate({ id: run.id, name }, { onSuccess: close })
  }
  return (
    <Modal opened onClose={close} title="Rename the run">
      <Stack component="form" gap={14} onSubmit={submit}>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Flex gap="xs" justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending} disabled={name.trim() === ''}>
            Rename
          </Button>
        </Flex>
      </Stack>
    </Modal>
  )
}
