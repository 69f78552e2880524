import { Button, Group, Progress, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { longWork } from '../../../../contract/app/jobs/longWork.ts'
import { useJobs } from '../../../api/jobs.ts'
import { useCallMutation } from '../../../api/useCall.ts'
import { formatNumber } from '../../../ui/formatCount.ts'
import { QuietText } from '../../../ui/variants.ts'

const notListed = { kind: 'planChanges', id: undefined, done: 0, total: null } as const

interface PlanProgressProps {
  run: string
  /** Continues in the background, if offered. */
  hide?: () => void
}

/** Shows the progress of a dry run. Cancelling keeps what was found so far. */
export function PlanProgress({ run, hide }: PlanProgressProps) {
  const job = useJobs().find((one) => one.state === 'running' && one.run === run)
  const [isCancelled, setIsCancelled] = useState(false)
  const { mutate: cancel } = useCallMutation('jobs.cancel')
  const { kind, id, done, total } = job ?? notListed
  const { doing } = longWork[kind]
  // Collecting the links and looking them up are separate jobs, and the first one may not be listed yet.
  useEffect(() => {
    if (isCancelled && id !== undefined) cancel({ id })
  }, [isCancelled, id, cancel])
  return (
    <Stack gap="md">
      <p role="status">{isCancelled ? 'Cancelling' : doing}</p>
      <Progress
        value={total === null || total === 0 ? 100 : (done / total) * 100}
        animated={total === null}
        aria-label={doing}
      />
      <Group gap="xs" justify="flex-end">
        {total !== null && (
          <QuietText span textWrap="pretty">
            {formatNumber(done)} of {formatNumber(total)}
          </QuietText>
        )}
        {hide && (
          <Button variant="default" onClick={hide}>
            Continue in the background
          </Button>
        )}
        <Button variant="default" data-autofocus loading={isCancelled} onClick={() => setIsCancelled(true)}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}
