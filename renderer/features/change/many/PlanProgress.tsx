import { Button, Progress } from '@mantine/core'
import { longWork } from '../../../../contract/longWork.ts'
import { useJobs } from '../../../api/jobs.ts'
import { useCallMutation } from '../../../api/useCall.ts'
import { formatNumber } from '../../../ui/formatCount.ts'
import styles from './many.module.css'

/** Shows how far a dry run is. Cancelling keeps what was found so far. */
export function PlanProgress() {
  const job = useJobs().find(
    ({ kind, state }) => state === 'running' && (kind === 'planChanges' || kind === 'readSheet'),
  )
  const cancel = useCallMutation('jobs.cancel')
  const { doing } = longWork[job?.kind ?? 'planChanges']
  const total = job?.total ?? 0
  return (
    <div className={styles['form']}>
      <p role="status">{doing}</p>
      <Progress
        value={total > 0 ? ((job?.done ?? 0) / total) * 100 : 100}
        animated={total === 0}
        aria-label={doing}
      />
      <div className={styles['buttons']}>
        {total > 0 && (
          <span className={styles['hint']}>
            {formatNumber(job?.done ?? 0)} of {formatNumber(total)}
          </span>
        )}
        <Button
          variant="default"
          data-autofocus
          disabled={!job}
          loading={cancel.isPending}
          onClick={() => job && cancel.mutate({ id: job.id })}
        >
          Cancel
        </Button>
      </div>
    </div>
  )
}
