import { Button, Flex, Modal, Stack } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useRunAction } from '../../../api/runs.ts'
import { runPath } from '../../../session/routes.ts'
import { formatCount } from '../../../ui/formatCount.ts'

/** Asks before a new run is prepared from a run's rows. */
export function RepeatRun({ run, close }: { run: Run; close: () => void }) {
  const repeat = useRunAction('runs.repeat')
  const [, go] = useLocation()
  const { created, unknown } = run.counts
  const start = () =>
    repeat.mutate(
      { id: run.id, as: crypto.randomUUID() },
      {
        onSuccess: ({ id }) => {
          close()
          go(runPath(id, 'columns'))
        },
      },
    )
  return (
    <Modal opened onClose={close} title="Repeat this run?">
      <Stack gap={14}>
        <p>
          A new run gets the same rows and the same columns. Nothing is sent until you start it, and you can
          change everything before.
        </p>
        {created + unknown > 0 && (
          <p>
            When you start it, {formatCount(created + unknown, 'row')} that{' '}
            {created + unknown === 1 ? 'has' : 'have'} a link already{unknown > 0 ? ', or may have one,' : ''}{' '}
            would get another one.
          </p>
        )}
        <Flex gap="xs" justify="flex-end">
          <Button variant="default" data-autofocus onClick={close}>
            Cancel
          </Button>
          <Button loading={repeat.isPending} onClick={start}>
            Open a new run
          </Button>
        </Flex>
      </Stack>
    </Modal>
  )
}
